import fc from 'fast-check';
import { rounds } from '../../support/rounds.js';
import { test } from '../../support/tap.js';
import { numberTerms, rangeTerms } from '../../../src/search/terms/numberTerms.js';

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer({ min: -20, max: 20 }),
  fc.constantFrom(
    0,
    -0,
    0.1,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    Number.MIN_VALUE,
    -Number.MIN_VALUE,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
  ),
);

const isFound = (value: number, gte: number | undefined, lte: number | undefined): boolean => {
  const terms = new Set(numberTerms(value).map(([operation, digits]) => operation + digits));
  return rangeTerms(gte, lte).some(([operation, digits]) => terms.has(operation + digits));
};

test('finds exactly the numbers of a range, also with one bound', async () => {
  fc.assert(
    fc.property(
      number,
      number,
      number,
      (value, gte, lte) => isFound(value, gte, lte) === (value >= gte && value <= lte),
    ),
    { numRuns: rounds(5_000) },
  );
  fc.assert(
    fc.property(number, number, (value, gte) => isFound(value, gte, undefined) === value >= gte),
    { numRuns: rounds(2_000) },
  );
  fc.assert(
    fc.property(number, number, (value, lte) => isFound(value, undefined, lte) === value <= lte),
    { numRuns: rounds(2_000) },
  );
});

test('includes the bounds in a range', async () => {
  fc.assert(
    fc.property(
      number,
      value => isFound(value, value, value) && isFound(value, undefined, value) && isFound(value, value, undefined),
    ),
    { numRuns: rounds(2_000) },
  );
});

test('needs at most a few hundred terms for any range', async t => {
  const sizes = fc
    .sample(fc.tuple(number, number), { numRuns: 2_000, seed: 1 })
    .map(([one, other]) => rangeTerms(one, other).length);
  t.ok(Math.max(...sizes) < 600, String(Math.max(...sizes)));
  t.same(rangeTerms(2, 1), []);
});
