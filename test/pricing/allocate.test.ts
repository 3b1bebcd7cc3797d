/** Amounts that are split. */
import fc from 'fast-check';
import { test } from '../support/tap.js';
import { allocate } from '../../src/pricing/allocate.js';
import { amount } from './arbitraries.js';
import { max, eur } from './euros.js';
import { fraction, fractionOf } from './fraction.js';
import { rounds } from '../support/rounds.js';

test('allocates without losing a cent', t => {
  const weight = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: max }),
    fc.integer({ min: 0, max: 100_000 }).map(part => Number(`${part}e-5`)),
  );
  fc.assert(
    fc.property(amount, fc.array(weight, { minLength: 1, maxLength: 9 }), (centAmount, weights) => {
      const parts = allocate(eur(centAmount), weights).map(part => part.centAmount);
      const even = weights.every(each => each === 0);
      const shares = weights.map(each => (even ? fraction(1n) : fractionOf(each)));
      const under = shares.reduce((least, each) => (each.under > least ? each.under : least), 1n);
      const overs = shares.map(each => each.over * (under / each.under));
      const whole = overs.reduce((all, each) => all + each, 0n);
      const sign = Math.sign(centAmount);
      return (
        parts.reduce((all, part) => all + part, 0) === centAmount &&
        parts.every((part, i) => {
          const off = BigInt(part) * whole - BigInt(centAmount) * overs[i]!;
          return (off < 0n ? -off : off) < whole && (even || overs[i] !== 0n || part === 0) && !Object.is(part, -0);
        }) &&
        parts.every((part, i) => parts.every((other, j) => overs[i]! <= overs[j]! || sign * part >= sign * other)) &&
        parts.every((part, i) =>
          parts.every((other, j) => overs[i]! !== overs[j]! || i > j || sign * part >= sign * other),
        )
      );
    }),
    { numRuns: rounds(3000) },
  );
  const split = (centAmount: number, weights: readonly number[]) =>
    allocate(eur(centAmount), weights).map(part => part.centAmount);
  t.same(split(100, [1, 1, 1]), [34, 33, 33], 'the first of equal parts gets the remaining cent');
  t.same(split(-100, [1, 1, 1]), [-34, -33, -33]);
  t.same(split(5, [3, 7]), [2, 3], '1.5 and 3.5');
  t.same(split(10, [0.1, 0.2, 0.7]), [1, 2, 7], 'weights are decimals');
  t.same(split(10, [1, 5, 1]), [2, 7, 1], '1.43, 7.14 and 1.43: the largest remainder, the earlier');
  t.same(split(7, [0, 2, 0]), [0, 7, 0]);
  t.same(split(7, [0, 0]), [4, 3], 'evenly');
  t.same(split(0, []), []);
  t.throws(() => split(1, []), /into no parts/);
  t.throws(() => split(1, [1, -1]), /not negative/);
  t.end();
});
