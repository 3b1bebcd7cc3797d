import { test } from 'tap';
import { faultsOf, harmless, placesOf, readBody } from './read.js';

test('what a request leaves out has its default (SEARCH002, SEARCH003, SEARCH004, SEARCH005, LIM009, LIM010)', async t => {
  const { query, sort, limit, offset } = readBody({ query: harmless });
  t.match(query, { kind: 'exact', field: { name: 'id', type: 'keyword' }, value: 'a' });
  t.same({ sort, limit, offset }, { sort: [], limit: 10, offset: 0 });
});

test('query, sort, limit and offset are read (SEARCH002)', async t => {
  const { sort, limit, offset } = readBody({ query: harmless, sort: [{ field: 'version' }], limit: 7, offset: 9 });
  t.match(sort, [{ field: { name: 'version' } }]);
  t.same({ limit, offset }, { limit: 7, offset: 9 });
});

test('limit and offset have bounds (SEARCH004, SEARCH005, LIM009, LIM010)', async t => {
  for (const page of [{ limit: 0 }, { limit: 100 }, { offset: 10_000 }])
    t.match(readBody({ query: harmless, ...page }), page);
  const refused = [
    [{ limit: 101 }, '0 to 100'],
    [{ limit: -1 }, '0 to 100'],
    [{ limit: 1.5 }, '0 to 100'],
    [{ limit: '10' }, '0 to 100'],
    [{ limit: [1] }, '0 to 100'],
    [{ offset: 10_001 }, '0 to 10000'],
    [{ offset: -1 }, '0 to 10000'],
    [{ offset: true }, '0 to 10000'],
  ] as const;
  for (const [page, bounds] of refused) {
    const [name] = Object.keys(page);
    const entries = faultsOf({ query: harmless, ...page });
    t.same(placesOf(entries), [`InvalidInput ${name}`], JSON.stringify(page));
    t.match(entries[0]!.message, bounds);
  }
});

test('a request has a query, and nothing but what it may have (SEARCH002)', async t => {
  t.same(placesOf(faultsOf({})), ['RequiredField query']);
  t.same(placesOf(faultsOf({ query: null })), ['RequiredField query']);
  for (const more of ['where', 'constructor', 'toString', 'hasOwnProperty']) {
    const entries = faultsOf({ query: harmless, [more]: {} });
    t.same(placesOf(entries), ['SyntaxError The request'], more);
    t.match(entries[0]!.message, `query, sort, limit, offset; got '${more}'`);
  }
});

test('null is the same as absent', async t => {
  t.same(
    readBody({
      query: { exact: { ...harmless.exact, boost: null, language: null } },
      sort: null,
      limit: null,
      offset: null,
    }),
    readBody({ query: harmless }),
  );
});

test('all faults of a request are told together, each with its place (SEARCH060)', async t => {
  const entries = faultsOf({
    query: {
      and: [
        { exact: { field: 'nothing', value: 1 } },
        { or: [{ fullText: { field: 'lineItems.name' } }] },
        { prefix: 'x' },
      ],
    },
    sort: [{ field: 'version' }, { field: 'version', order: 'up' }],
    limit: 1_000,
    offset: 'x',
  });
  t.same(placesOf(entries), [
    'InvalidInput query.and[0].exact.field',
    'RequiredField query.and[1].or[0].fullText.language',
    'RequiredField query.and[1].or[0].fullText.value',
    'SyntaxError query.and[2].prefix',
    'InvalidInput sort[1].order',
    'InvalidInput limit',
    'InvalidInput offset',
  ]);
});

test('no more than 20 faults are told', async t => {
  t.equal(faultsOf({ query: { or: Array.from({ length: 100 }, () => 1) }, limit: -1 }).length, 20);
});
