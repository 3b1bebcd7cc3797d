import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from '../../../support/tap.js';
import { parseSortKey } from '../../../../src/engine/query/parseQueryParameters.js';
import { likelyResource } from './arbitraries.js';
import { compareResources } from './compareResources.js';
import { rounds } from '../../../support/rounds.js';
import { conjuncts, pathLeaf } from '../../../../src/engine/query/predicate/bodyFilter.js';
import { parseWith } from './parseWith.js';
import { predicateCharactersMax } from '../../../../src/engine/query/predicate/predicateLimits.js';
import { ApiError } from '../../../../src/base/errors/ApiError.js';
import { anyCharacter } from '../../../support/anyCharacter.js';

type Row = { readonly id: string; readonly [member: string]: unknown };

const sorted = (rows: readonly Row[], ...sorts: string[]): string =>
  [...rows]
    .sort(compareResources(sorts.map(text => parseSortKey(text))))
    .map(({ id }) => id)
    .join('');

test('sorts ascending and descending (GEN055)', async t => {
  const rows = [
    { id: 'a', n: 2 },
    { id: 'b', n: 10 },
    { id: 'c', n: -1 },
  ];
  t.equal(sorted(rows, 'n asc'), 'cab');
  t.equal(sorted(rows, 'n desc'), 'bac');
});

test('sorts by the first key first (GEN058)', async t => {
  const rows = [
    { id: 'a', n: 1, m: 'x' },
    { id: 'b', n: 1, m: 'y' },
    { id: 'c', n: 0, m: 'z' },
  ];
  t.equal(sorted(rows, 'n', 'm desc'), 'cba');
  t.equal(sorted(rows, 'm desc', 'n'), 'cba');
  t.equal(sorted(rows, 'n desc', 'm'), 'abc');
});

test('sorts ties, and queries without sort, by ascending id (GEN063)', async t => {
  const rows = [
    { id: 'c', n: 1 },
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
  ];
  t.equal(sorted(rows, 'n desc'), 'abc');
  t.equal(sorted(rows), 'abc');
  t.equal(sorted(rows, 'id desc'), 'cba');
});

test('absent values, null and objects come last when ascending and first when descending', async t => {
  const rows = [{ id: 'a' }, { id: 'b', n: null }, { id: 'c', n: { x: 1 } }, { id: 'd', n: 1 }, { id: 'e', n: [] }];
  t.equal(sorted(rows, 'n'), 'dabce');
  t.equal(sorted(rows, 'n desc'), 'abced');
});

test('an array sorts by its smallest element when ascending, its largest when descending', async t => {
  const rows = [
    { id: 'a', l: [{ n: 5 }, { n: 1 }] },
    { id: 'b', l: [{ n: 3 }, {}] },
    { id: 'c', l: [] },
  ];
  t.equal(sorted(rows, 'l.n'), 'abc');
  t.equal(sorted(rows, 'l.n desc'), 'cab');
  t.equal(
    sorted(
      [
        { id: 'a', l: [2, 3] },
        { id: 'b', l: [1, 2] },
      ],
      'l',
    ),
    'ba',
  );
});

test('sorts by custom fields (GEN057)', async t => {
  const row = (id: string, value: string): Row => ({ id, custom: { fields: { 'my-field': value } } });
  t.equal(sorted([row('a', 'y'), row('b', 'x')], 'custom.fields.my-field'), 'ba');
});

test('orders any values totally', async () => {
  const key = fc.constantFrom('a', 'b desc', 'a.b', 'a.a desc');
  const resource = fc
    .tuple(fc.integer({ min: 0, max: 3 }), likelyResource)
    .map(([id, members]) => ({ ...(members as object), id: `${id}` }));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 2 }), resource, resource, resource, (keys, x, y, z) => {
      const order = compareResources(keys.map(text => parseSortKey(text)));
      assert.equal(Math.sign(order(x, y)) + Math.sign(order(y, x)), 0, 'antisymmetric');
      if (order(x, y) === 0) assert.equal(x.id, y.id);
      if (order(x, y) <= 0 && order(y, z) <= 0) assert.ok(order(x, z) <= 0, 'transitive');
    }),
    { numRuns: rounds(1000) },
  );
});

/** Returns the paths of the leaves, `?` for a part without one; `~` marks those that say less than the predicate. */
const paths = (text: string): string[] =>
  conjuncts(parseWith(text)).map(
    ({ part, parents, isExact }) => `${pathLeaf(part, parents)?.path ?? '?'}${isExact ? '' : '~'}`,
  );

test('a nested comparison has a dotted path', async t => {
  const [first, second] = conjuncts(parseWith('state(id="x") and orderState="Open"'));
  t.same(first, { parents: ['state'], part: parseWith('id="x"'), isExact: true });
  t.same(second, { parents: [], part: parseWith('orderState="Open"'), isExact: true });
});

test('nested ands are one list', async t => {
  t.same(paths('(a=1 and (b=1 and c(d(e in (1))))) and f>1'), ['a', 'b', 'c.d.e', 'f']);
});

test('the parts of a nested predicate say less than it does', async t => {
  t.same(paths('a(b=1 and c=2)'), ['a.b~', 'a.c~']);
  t.same(paths('a(b(c=1 and (d=2 and e(f=3)))) and g=4'), ['a.b.c~', 'a.b.d~', 'a.b.e.f~', 'g']);
});

test('lists of values are leaves', async t => {
  t.same(paths('a contains any (1) and b(c contains all ("x", "y")) and d in (1, 2)'), ['a', 'b.c', 'd']);
});

test('gives no path for a condition that no index can answer', async t => {
  for (const text of [
    'a=1 or b=1',
    'not(a=1)',
    'a != 1',
    'a not in (1)',
    'a(b != 1)',
    'a is defined',
    'a(b=1 or c=1)',
    '`a.b` = 1',
    '`a.b`(c=1)',
  ])
    t.same(paths(text), ['?'], text);
});

const words = [
  'a',
  '`',
  '"',
  '\\',
  '(',
  ')',
  ',',
  '=',
  '<>',
  ' and ',
  ' or ',
  'not ',
  ' in ',
  ' is ',
  ' contains any ',
  'circle',
  ':v',
  ':v,',
  '1',
  '-',
  '.',
  'e',
  '\n',
  '🦆',
  '\0',
];
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(fc.constantFrom(...words), { maxLength: 40 }).map(parts => parts.join('')),
);

const refusesOrReturns = (run: () => unknown): void => {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
};

test('parses any text or refuses it with an ApiError', async () => {
  fc.assert(
    fc.property(text, text, (where, v) => refusesOrReturns(() => parseWith(where, { v }))),
    { numRuns: rounds(5000) },
  );
  fc.assert(
    fc.property(text, sort => refusesOrReturns(() => parseSortKey(sort))),
    { numRuns: rounds(1000) },
  );
});

// A linear parser takes milliseconds for these lengths; a quadratic one would take seconds.
const quickMs = 1000;
/** Processor time: other programs on the machine do not count. */
const processorMs = (since: NodeJS.CpuUsage): number => process.cpuUsage(since).user / 1000;
const full = (part: string): string => part.repeat(Math.floor(predicateCharactersMax / part.length));

test('parses the most expensive texts of full length quickly', async t => {
  const worst = [
    '"',
    '"\\',
    '"\\"',
    '`',
    '`a`',
    '(',
    'a(',
    'not ',
    'a=1 or ',
    'a in(',
    'a in("x"',
    '1',
    '1e',
    '-',
    '\n',
    ' ',
    ':',
    'a',
    'a-',
    'a=:v or ',
    'a in :v or ',
  ];
  for (const part of worst) {
    const start = process.cpuUsage();
    for (const v of worst) refusesOrReturns(() => parseWith(full(part), { v: full(v) }));
    refusesOrReturns(() => parseWith(`a in (${full(part)}`.slice(0, predicateCharactersMax)));
    t.ok(processorMs(start) < quickMs, `${part} ${processorMs(start)} ms`);
  }
});
