/** Random prices, quantities and tax rates. */
import fc from 'fast-check';
import { typedMoneyOf } from '../../../src/pricing/typedMoneyOf.js';
import { fractionDigitsOf } from '../../../src/schema/fractionDigitsOf.js';
import { moneyOf, type TypedMoney } from '../../../src/schema/money.js';
import { rate } from '../../pricing/arbitraries.js';

export const amount = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: 0, max: 2_000_000_000 }),
);

export const price = (currencyCode: string): fc.Arbitrary<TypedMoney> =>
  fc.oneof(
    amount.map(centAmount => moneyOf({ currencyCode, centAmount })),
    fc.record({ preciseAmount: amount, more: fc.integer({ min: 1, max: 4 }) }).map(({ preciseAmount, more }) =>
      typedMoneyOf({
        type: 'highPrecision',
        currencyCode,
        preciseAmount,
        fractionDigits: fractionDigitsOf(currencyCode) + more,
      }),
    ),
  );

export const quantity = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 60 }));

export const taxRate = fc.record({
  id: fc.constant('r'),
  name: fc.constantFrom('standard', 'reduced'),
  amount: rate,
  includedInPrice: fc.boolean(),
  country: fc.constant('DE'),
});
