import { test } from '../../../support/tap.js';
import { sortCharactersMax, sortSegmentsMax } from '../../../../src/engine/query/predicate/predicateLimits.js';
import { parseSortKey } from '../../../../src/engine/query/predicate/parseSortKey.js';
import { errorOf } from './parseWith.js';
import { matchWhole } from '../../../support/matchWhole.js';

test('parses a path and a direction (GEN055)', async t => {
  t.same(parseSortKey('createdAt asc'), { path: ['createdAt'], direction: 'asc' });
  t.same(parseSortKey(' name.en  DESC '), { path: ['name', 'en'], direction: 'desc' });
});

test('sorts ascending without a direction (GEN056)', async t => {
  t.same(parseSortKey('variant.sku'), { path: ['variant', 'sku'], direction: 'asc' });
});

test('parses the path of a custom field (GEN057)', async t => {
  t.same(parseSortKey('custom.fields.my-field desc'), { path: ['custom', 'fields', 'my-field'], direction: 'desc' });
});

test('refuses a malformed sort with InvalidInput and the expected form', async t => {
  for (const text of ['', ' ', '.', 'a.', '.a', 'a..b', 'a[0]', 'a b', 'a asc b', 'a,b', 'ä', '"a"', 'a\0'])
    t.equal(errorOf(() => parseSortKey(text)).code, 'InvalidInput', text);
  t.equal(
    errorOf(() => parseSortKey('createdAt up')).message,
    "Malformed parameter: sort: Invalid input 'up', expected 'asc' or 'desc'.",
  );
  t.equal(
    errorOf(() => parseSortKey('a..b desc')).message,
    "Malformed parameter: sort: Invalid input 'a..b', expected field names joined by '.'.",
  );
  t.equal(
    errorOf(() => parseSortKey('a asc b')).message,
    "Malformed parameter: sort: Invalid input 'b', expected end of input.",
  );
});

test('a path is bounded in length and depth', async t => {
  const deep = (segments: number): string => Array.from({ length: segments }, () => 'a').join('.');
  t.equal(parseSortKey(deep(sortSegmentsMax)).path.length, sortSegmentsMax);
  matchWhole(
    t,
    errorOf(() => parseSortKey(deep(sortSegmentsMax + 1))),
    { code: 'InvalidInput', message: /at most 16 field names/ },
  );
  t.equal(parseSortKey('a'.repeat(sortCharactersMax)).path.length, 1);
  matchWhole(
    t,
    errorOf(() => parseSortKey('a'.repeat(sortCharactersMax + 1))),
    { code: 'InvalidInput', message: /at most 512 characters/ },
  );
});
