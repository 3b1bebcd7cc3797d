import { test } from '../../support/tap.js';
import { errorsOf, validQuery, placesOf, parseBody } from './read.js';
import { matchWhole } from '../../support/matchWhole.js';

test('uses defaults for absent members (SEARCH002, SEARCH003, SEARCH004, SEARCH005, LIM009, LIM010)', async t => {
  const { query, sort, limit, offset } = parseBody({ query: validQuery });
  matchWhole(t, query, { kind: 'exact', field: { name: 'id', type: 'keyword' }, value: 'a' });
  t.same({ sort, limit, offset }, { sort: [], limit: 10, offset: 0 });
});

test('parses query, sort, limit and offset (SEARCH002)', async t => {
  const { sort, limit, offset } = parseBody({ query: validQuery, sort: [{ field: 'version' }], limit: 7, offset: 9 });
  matchWhole(t, sort, [{ field: { name: 'version' } }]);
  t.same({ limit, offset }, { limit: 7, offset: 9 });
});

test('checks the bounds of limit and offset (SEARCH004, SEARCH005, LIM009, LIM010)', async t => {
  for (const page of [{ limit: 0 }, { limit: 100 }, { offset: 10_000 }])
    matchWhole(t, parseBody({ query: validQuery, ...page }), page);
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
    const entries = errorsOf({ query: validQuery, ...page });
    t.same(placesOf(entries), [`InvalidInput ${name}`], JSON.stringify(page));
    t.match(entries[0]!.message, bounds);
  }
});

test('requires a query and refuses unknown members (SEARCH002)', async t => {
  t.same(placesOf(errorsOf({})), ['RequiredField query']);
  t.same(placesOf(errorsOf({ query: null })), ['RequiredField query']);
  for (const more of ['where', 'constructor', 'toString', 'hasOwnProperty']) {
    const entries = errorsOf({ query: validQuery, [more]: {} });
    t.same(placesOf(entries), ['SyntaxError The request'], more);
    t.match(entries[0]!.message, `query, sort, limit, offset; got '${more}'`);
  }
});

test('treats null as absent', async t => {
  t.same(
    parseBody({
      query: { exact: { ...validQuery.exact, boost: null, language: null } },
      sort: null,
      limit: null,
      offset: null,
    }),
    parseBody({ query: validQuery }),
  );
});

test('reports all errors of a request together with their places (SEARCH060)', async t => {
  const entries = errorsOf({
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

test('reports at most 20 errors', async t => {
  t.equal(errorsOf({ query: { or: Array.from({ length: 100 }, () => 1) }, limit: -1 }).length, 20);
});
