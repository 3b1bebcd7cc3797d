import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { columnValue, maxColumnValue } from '../../../src/search/terms/formatTerm.js';
import { rounds } from '../../support/rounds.js';

const whole = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer(),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(1_732_000_000_000, 2 ** 52, -(2 ** 52), Number.MAX_SAFE_INTEGER),
);

test('keeps the fraction below the next whole number', async () => {
  fc.assert(
    fc.property(whole, fc.uuid(), (number, id) => {
      const held = columnValue(number, id);
      return (
        Math.floor(held) === number &&
        held <= maxColumnValue(number) &&
        maxColumnValue(number) < number + 1 &&
        !`${held} ${maxColumnValue(number)}`.includes('e')
      );
    }),
    { numRuns: rounds(5_000) },
  );
});

test('distinguishes equal numbers by their ids', async t => {
  const ids = Array.from({ length: 1_000 }, () => randomUUID()).sort();
  const held = ids.map(id => columnValue(1, id));
  t.same(
    held,
    [...held].sort((one, other) => one - other),
    'in the order of the ids',
  );
  t.ok(new Set(held).size > 990);
  t.equal(columnValue(5, 'no hexadecimal digits'), 5);
});
