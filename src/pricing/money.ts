/** Exact decimals: their sums and products never round. What does round is in `rounded.ts`, and only there. */
import { BigNumber } from 'bignumber.js';
import { type Money, moneyOf, type TypedMoney } from '../schema/money.js';
import { fractionDigitsOf } from '../schema/fractionDigitsOf.js';
import { fail } from '../errors/ApiError.js';
import type { RoundingMode } from '../schema/tax.js';
import { roundToInteger } from './rounding.js';

/** A JSON number means its shortest decimal text: 0.19 is 19/100 here, not the binary fraction next to it. */
export const exactDecimal = (value: string | number | bigint): BigNumber => {
  const decimal = new BigNumber(String(value)); // throws for a text that is no number
  if (!decimal.isFinite()) throw new Error(`Not a number: ${value}`);
  return decimal;
};

/** An amount in cents; of a high precision amount with the fractions of a cent that it has. */
export const exactCents = (money: TypedMoney): BigNumber =>
  money.type === 'highPrecision'
    ? exactDecimal(money.preciseAmount).shiftedBy(fractionDigitsOf(money.currencyCode) - money.fractionDigits)
    : exactDecimal(money.centAmount);

/** Money of a whole number of cents; an amount that a JSON number cannot hold exactly is refused. */
export const moneyOfCents = (currencyCode: string, amount: bigint | BigNumber): Money => {
  const centAmount = Number(amount) + 0; // the library knows a negative zero, money does not
  if (!Number.isSafeInteger(centAmount))
    throw fail('InvalidInput', {
      message: `The amount ${amount} ${currencyCode}, in its smallest unit, exceeds ${Number.MAX_SAFE_INTEGER}.`,
    });
  return moneyOf({ currencyCode, centAmount });
};

/** Amounts of one sum share a currency: whoever mixes them has a defect, which no client can mend. */
export const assertSameCurrency = (currencyCode: string, other: { readonly currencyCode: string }): void => {
  if (other.currencyCode !== currencyCode)
    throw new Error(`An amount in ${other.currencyCode} does not add to one in ${currencyCode}`);
};

/** The amounts together, 0 of none; only the result must be in range, so their order does not matter. */
export const sum = (currencyCode: string, amounts: readonly Money[]): Money =>
  moneyOfCents(
    currencyCode,
    amounts.reduce((total, money) => {
      assertSameCurrency(currencyCode, money);
      return total + BigInt(money.centAmount);
    }, 0n),
  );

export const add = (a: Money, b: Money): Money => sum(a.currencyCode, [a, b]);

export const subtract = (a: Money, b: Money): Money => add(a, { ...b, centAmount: -b.centAmount });

/** The exact product, rounded once to whole cents; a number as factor means its decimal text. */
export const multiply = (money: TypedMoney, factor: string | number, rounding: RoundingMode): Money =>
  moneyOfCents(money.currencyCode, roundToInteger(exactCents(money).times(exactDecimal(factor)), rounding));

/** The price of `quantity` pieces: the precise amount is multiplied, the line rounds, no single piece. */
export const linePrice = (price: TypedMoney, quantity: number, rounding: RoundingMode): Money =>
  multiply(price, quantity, rounding);

/** So many ten-thousandths of an amount, as relative discounts have it: 1500 are 15 %. */
export const permyriadShare = (total: TypedMoney, permyriad: number, rounding: RoundingMode): Money =>
  moneyOfCents(
    total.currencyCode,
    roundToInteger(exactCents(total).times(exactDecimal(permyriad)).shiftedBy(-4), rounding),
  );
