import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from '../../../support/tap.js';
import { parseSortKey } from '../../../../src/engine/query/predicate/parseSortKey.js';
import { likelyResource } from './arbitraries.js';
import { compareResources } from './compareResources.js';
import { rounds } from '../../../support/rounds.js';

interface Row {
  readonly id: string;
  readonly [member: string]: unknown;
}

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
