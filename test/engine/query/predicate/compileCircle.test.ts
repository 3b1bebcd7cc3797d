import { test } from '../../../support/tap.js';
import { compilePredicate } from '../../../../src/engine/query/predicate/compilePredicate.js';
import { parseWith } from './parseWith.js';

const point = (...coordinates: number[]): unknown => ({ type: 'Point', coordinates });
const matches = (circle: string, location: unknown): boolean =>
  compilePredicate(parseWith(`location within circle(${circle})`))({ location });

test('a point is within a circle up to its radius', async t => {
  const place = point(5.110230209615395, 52.06969591642097);
  t.ok(matches('5.121310867198959, 52.09068804569714, 2500', place));
  t.notOk(matches('5.121310867198959, 52.09068804569714, 2400', place));
});

test('distances cross the date line and the poles', async t => {
  t.ok(matches('179.9, 0, 23000', point(-179.9, 0)));
  t.notOk(matches('179.9, 0, 22000', point(-179.9, 0)));
  t.ok(matches('0, 90, 1', point(123, 90)));
  t.ok(matches('0, 0, 20016000', point(180, 0)));
});

test('matches an array with one point inside, and no value that is not a point', async t => {
  t.ok(matches('1, 1, 1', [point(0, 0), point(1, 1)]));
  for (const other of [
    point(),
    point(1),
    [1, 1],
    { type: 'Line', coordinates: [1, 1] },
    { type: 'Point' },
    'Point',
    null,
  ]) {
    t.notOk(matches('1, 1, 20000000', other), JSON.stringify(other));
  }
});
