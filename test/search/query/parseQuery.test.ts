import { test } from '../../support/tap.js';
import { limits } from '../../../src/base/config/limits.js';
import type { Compound } from '../../../src/search/query/ast.js';
import { parseOrderSearch } from '../../support/search/searchedOrder.js';
import { errorsOfQuery, validQuery, placesOf, parseQueryJson } from './read.js';
import { matchWhole } from '../../support/matchWhole.js';

const compounds = ['and', 'or', 'not', 'filter'];

/** Alternating `and` and `or` around one expression. */
const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce(
    (inner: unknown, _, index) => ({ [index % 2 === 0 ? 'and' : 'or']: [inner] }),
    validQuery,
  );

test('parses a compound of queries or a single expression (SEARCH013)', async t => {
  matchWhole(t, parseQueryJson(validQuery), { kind: 'exact' });
  for (const kind of compounds) {
    const { kind: read, parts } = parseQueryJson({
      [kind]: [validQuery, { exists: { field: 'orderNumber' } }],
    }) as Compound;
    t.equal(read, kind);
    matchWhole(t, parts, [
      { kind: 'exact', field: { name: 'id' } },
      { kind: 'exists', field: { name: 'orderNumber' } },
    ]);
  }
});

test('requires exactly one known member in each object of a query (SEARCH013, SEARCH060)', async t => {
  for (const wrong of [
    {},
    { exact: validQuery.exact, exists: { field: 'id' } },
    { and: [validQuery], or: [validQuery] },
    { constructor: [validQuery] },
    { toString: {} },
    { AND: [validQuery] },
    [],
    [validQuery],
    'id',
    1,
    true,
  ]) {
    const entries = errorsOfQuery(wrong);
    t.same(placesOf(entries), ['SyntaxError query'], JSON.stringify(wrong));
    t.match(
      entries[0]!.message,
      'exactly one of and, or, not, filter, fullText, exact, prefix, range, wildcard, exists',
    );
    t.same(placesOf(errorsOfQuery({ and: [validQuery, wrong] })), ['SyntaxError query.and[1]']);
  }
  t.same(placesOf(errorsOfQuery(JSON.parse('{"__proto__": [{"exists": {"field": "id"}}]}'))), ['SyntaxError query']);
  t.same(placesOf(errorsOfQuery({ or: [null] })), ['SyntaxError query.or[0]']);
});

test('requires an array of at least one query in a compound (SEARCH013, SEARCH060)', async t => {
  for (const kind of compounds)
    for (const wrong of [[], {}, validQuery, 'x', 1])
      t.same(placesOf(errorsOfQuery({ [kind]: wrong })), [`SyntaxError query.${kind}`], JSON.stringify(wrong));
});

test('refuses a compound directly inside its own kind (SEARCH018)', async t => {
  for (const kind of compounds)
    t.same(placesOf(errorsOfQuery({ [kind]: [validQuery, { [kind]: [validQuery] }] })), [
      `SyntaxError query.${kind}[1].${kind}`,
    ]);
});

test('refuses two compounds of one kind in one compound (SEARCH018)', async t => {
  for (const outer of compounds) {
    for (const inner of compounds.filter(kind => kind !== outer)) {
      const entries = errorsOfQuery({ [outer]: [{ [inner]: [validQuery] }, validQuery, { [inner]: [validQuery] }] });
      t.same(placesOf(entries), [`SyntaxError query.${outer}[2].${inner}`]);
      t.match(entries[0]!.message, `at most one ${inner}`);
    }
  }
});

test('allows the same kind one level deeper and different kinds on one level (SEARCH019)', async t => {
  for (const outer of compounds) {
    const others = compounds.filter(kind => kind !== outer);
    const query = { [outer]: [validQuery, ...others.map(inner => ({ [inner]: [{ [outer]: [validQuery] }] }))] };
    matchWhole(t, parseQueryJson(query), {
      kind: outer,
      parts: [
        { kind: 'exact' },
        ...others.map(inner => ({ kind: inner, parts: [{ kind: outer, parts: [{ kind: 'exact' }] }] })),
      ],
    });
  }
});

test('refuses a query deeper than the limit without a stack overflow', async t => {
  t.same(errorsOfQuery(nested(limits.searchDepthMax)), []);
  const entries = errorsOfQuery(nested(limits.searchDepthMax + 1));
  matchWhole(t, placesOf(entries), [/^InvalidInput query\.(and|or)\[0\].*\.(and|or)$/]);
  t.match(entries[0]!.message, `at most ${limits.searchDepthMax} compounds`);
  t.equal(errorsOfQuery(nested(2_000)).length, 1);
});

test('refuses more expressions than the limit', async t => {
  const many = (length: number) => Array.from({ length }, () => validQuery);
  t.same(errorsOfQuery({ or: many(limits.searchExpressionsMax) }), []);
  const entries = errorsOfQuery({ or: [...many(limits.searchExpressionsMax - 1), { and: many(50_000) }] });
  t.same(placesOf(entries), ['InvalidInput query.or[499].and[1]']);
  t.match(entries[0]!.message, `at most ${limits.searchExpressionsMax} expressions`);
});

test('stops parsing at the limit', async t => {
  for (const part of [validQuery, 1]) {
    let looks = 0;
    const parts = new Proxy(
      Array.from({ length: 100_000 }, () => part),
      {
        get: (array, name, self) => {
          looks++;
          return Reflect.get(array, name, self) as unknown;
        },
      },
    );
    t.throws(() => parseOrderSearch({ query: { or: parts } }));
    t.ok(looks < 4 * limits.searchExpressionsMax, `${looks} looks`);
  }
});
