/** Arithmetic with money on exact decimals. Rounding is in `rounding.ts`. */
import { BigNumber } from 'bignumber.js';
import { type Money, moneyOf, type TypedMoney } from '../schema/money.js';
import { fractionDigitsOf } from '../schema/fractionDigitsOf.js';
import { fail } from '../errors/ApiError.js';
import type { RoundingMode } from '../schema/tax.js';
import { roundToInteger } from './rounding.js';

/** Converts a number by its shortest decimal text: 0.19 becomes 19/100, not the nearest binary fraction. */
export const exactDecimal = (value: string | number | bigint): BigNumber => {
  const decimal = new BigNumber(String(value)); // throws where the text is not a number
  if (!decimal.isFinite()) throw new Error(`Not a number: ${value}`);
  return decimal;
};

/** The exact number of cents; a high precision amount may have fractions of a cent. */
export const exactCents = (money: TypedMoney): BigNumber =>
  money.type === 'highPrecision'
    ? exactDecimal(money.preciseAmount).shiftedBy(fractionDigitsOf(money.currencyCode) - money.fractionDigits)
    : exactDecimal(money.centAmount);

/** Money of a whole number of cents. Refuses an amount that a JSON number cannot hold exactly. */
export const moneyOfCents = (currencyCode: string, amount: number | bigint | BigNumber): Money => {
  const centAmount = Number(amount) + 0; // turns the negative zero of the library into 0
  if (!Number.isSafeInteger(centAmount))
    throw fail('InvalidInput', {
      message: `The amount ${amount.toString()} ${currencyCode}, in its smallest unit, exceeds ${Number.MAX_SAFE_INTEGER}.`,
    });
  return moneyOf({ currencyCode, centAmount });
};

/** Throws where two currencies are mixed. That is a defect of the caller, not of a request. */
export const assertSameCurrency = (currencyCode: string, other: { readonly currencyCode: string }): void => {
  if (other.currencyCode !== currencyCode)
    throw new Error(`An amount in ${other.currencyCode} does not add to one in ${currencyCode}`);
};

/**
 * The sum of amounts, 0 for an empty list. Only the result must be a safe integer, so the order of the amounts does not
 * matter.
 */
export const sum = (currencyCode: string, amounts: readonly Money[]): Money => {
  let total = 0;
  let isExact = true;
  for (const money of amounts) {
    assertSameCurrency(currencyCode, money);
    total += money.centAmount;
    isExact &&= Number.isSafeInteger(total);
  }
  return isExact
    ? moneyOf({ currencyCode, centAmount: total })
    : moneyOfCents(
        currencyCode,
        amounts.reduce((all, { centAmount }) => all + BigInt(centAmount), 0n),
      );
};

export const add = (a: Money, b: Money): Money => {
  assertSameCurrency(a.currencyCode, b);
  const centAmount = a.centAmount + b.centAmount;
  return Number.isSafeInteger(centAmount)
    ? moneyOf({ currencyCode: a.currencyCode, centAmount: centAmount + 0 })
    : sum(a.currencyCode, [a, b]);
};

export const subtract = (a: Money, b: Money): Money => add(a, { ...b, centAmount: -b.centAmount });

/** The exact product, rounded once to whole cents. A number as factor means its decimal text. */
export const multiply = (money: TypedMoney, factor: string | number, rounding: RoundingMode): Money => {
  const { currencyCode, centAmount } = money;
  // The product of whole numbers is exact as long as it is a safe integer.
  const product =
    money.type === 'centPrecision' && Number.isInteger(factor) ? centAmount * (factor as number) : Number.NaN;
  return Number.isSafeInteger(product)
    ? moneyOf({ currencyCode, centAmount: product + 0 })
    : moneyOfCents(currencyCode, roundToInteger(exactCents(money).times(exactDecimal(factor)), rounding));
};

/** The price of `quantity` pieces. Only the product is rounded, not the price of one piece. */
export const linePrice = (price: TypedMoney, quantity: number, rounding: RoundingMode): Money =>
  multiply(price, quantity, rounding);

/** A share of an amount in ten-thousandths, as relative discounts declare it: 1500 is 15 %. */
export const permyriadShare = (total: TypedMoney, permyriad: number, rounding: RoundingMode): Money =>
  moneyOfCents(
    total.currencyCode,
    roundToInteger(exactCents(total).times(exactDecimal(permyriad)).shiftedBy(-4), rounding),
  );
