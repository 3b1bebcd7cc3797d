import { test } from '../support/tap.js';
import { firstIdOf, timeOfId, timeOrderedId } from '../../src/store/timeOrderedId.js';

const timeMs = Date.parse('2026-11-22T10:20:30.456Z');

test('is a UUID of version 7 with the given time', t => {
  const id = timeOrderedId(timeMs);
  t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  t.equal(timeOfId(id), timeMs);
  t.end();
});

test('ids of one millisecond ascend in the order in which they are made', t => {
  const ids = Array.from({ length: 5_000 }, () => timeOrderedId(timeMs));
  t.strictSame(ids.toSorted(), ids);
  t.equal(new Set(ids).size, ids.length);
  t.end();
});

test('ids of a later time are higher, whenever they are made', t => {
  const later = timeOrderedId(timeMs + 1);
  t.ok(timeOrderedId(timeMs) < later);
  t.end();
});

test('a time has a bound between its ids and the earlier ones', t => {
  const bound = firstIdOf(timeMs);
  t.ok(timeOrderedId(timeMs - 1) < bound);
  t.ok(bound < timeOrderedId(timeMs));
  t.ok(bound < timeOrderedId(timeMs + 1));
  t.equal(firstIdOf(-1), '00000000-0000', 'no id is of an earlier time');
  t.end();
});
