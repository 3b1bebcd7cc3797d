/** Random carts as the money functions need them: lines with a price, a quantity, a discount and a tax rate. */
import fc from 'fast-check';
import type { Taxable } from '../../../src/commerce/pricing/taxedPrices.js';
import { moneyOf, type TypedMoney, fractionDigitsOf } from '../../../src/commerce/values/money.js';
import type { RoundingMode } from '../../../src/commerce/values/tax.js';
import { linePrice, multiply } from '../../../src/commerce/pricing/moneyArithmetic.js';
import { typedMoneyOf } from '../../../src/commerce/pricing/typedMoneyOf.js';

export const roundingModes = ['HalfEven', 'HalfUp', 'HalfDown'] as const satisfies readonly RoundingMode[];
export const rounding = fc.constantFrom(...roundingModes);
export const currency = fc.constantFrom('JPY', 'EUR', 'KWD');

/** Amounts are often small, because ties are common there; others are large. */
export const amount = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
);

export const cents = (currencyCode: string) => amount.map(centAmount => moneyOf({ currencyCode, centAmount }));

export const typedMoney = (currencyCode: string): fc.Arbitrary<TypedMoney> =>
  fc.oneof(
    cents(currencyCode),
    fc.record({ preciseAmount: amount, more: fc.integer({ min: 1, max: 6 }) }).map(({ preciseAmount, more }) =>
      typedMoneyOf({
        type: 'highPrecision',
        currencyCode,
        preciseAmount,
        fractionDigits: fractionDigitsOf(currencyCode) + more,
      }),
    ),
  );

/** Rates as JSON writes them; some have no exact binary fraction. */
const rate = fc.oneof(
  fc.constantFrom(0, 0.05, 0.07, 0.19, 0.2, 0.25, 0.5, 1, 1e-7, 0.123456789),
  fc.integer({ min: 0, max: 100_000 }).map(part => Number(`${part}e-5`)),
);

const taxRate = fc.record({
  name: fc.constantFrom('standard', 'reduced'),
  amount: rate,
  includedInPrice: fc.boolean(),
  subRates: fc.option(
    fc.array(fc.record({ name: fc.constantFrom('state', 'county', 'city'), amount: rate }), { maxLength: 4 }),
    { nil: undefined },
  ),
});

const line = (currencyCode: string, mode: RoundingMode): fc.Arbitrary<Taxable & { readonly unitPrice: TypedMoney }> =>
  fc
    .record({
      unitPrice: typedMoney(currencyCode),
      quantity: fc.integer({ min: 1, max: 60 }),
      permyriad: fc.constantFrom(0, 0, 1000, 3333),
      taxRate,
      calculationMode: fc.constantFrom('LineItemLevel' as const, 'UnitPriceLevel' as const),
    })
    .map(({ permyriad, ...rest }) => {
      const whole = linePrice(rest.unitPrice, rest.quantity, mode);
      return { ...rest, price: multiply(whole, 1 - permyriad / 10_000, mode), rounding: mode };
    });

export const cart = fc
  .tuple(currency, rounding)
  .chain(([currencyCode, mode]) =>
    fc.record({ currencyCode: fc.constant(currencyCode), lines: fc.array(line(currencyCode, mode), { maxLength: 6 }) }),
  );
