/** Arithmetic with money on exact decimals. All rounding is to whole numbers (of cents); no amount is rounded twice. */
import { BigNumber } from 'bignumber.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import { fractionDigitsOf, type Money, moneyOf, type TypedMoney, zero } from '../values/money.js';
import type { RoundingMode } from '../values/tax.js';

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
    throw invalidInput(
      `The amount ${amount.toString()} ${currencyCode}, in its smallest unit, ` + `exceeds ${Number.MAX_SAFE_INTEGER}.`,
    );
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

/** The amount in units of its last digit: cents, or fractions of a cent. */
export const unitsOf = (money: TypedMoney): number =>
  money.type === 'highPrecision' ? money.preciseAmount : money.centAmount;

/** Money of a whole number of units with so many digits; with the digits of the currency it has cent precision. */
export const moneyOfUnits = (
  currencyCode: string,
  units: number | bigint | BigNumber,
  fractionDigits: number,
): TypedMoney => {
  const centDigits = fractionDigitsOf(currencyCode);
  if (fractionDigits === centDigits) return moneyOfCents(currencyCode, units);
  const preciseAmount = moneyOfCents(currencyCode, units).centAmount;
  const cents = roundToInteger(exactDecimal(preciseAmount).shiftedBy(centDigits - fractionDigits), 'HalfEven');
  const { centAmount } = moneyOfCents(currencyCode, cents);
  return { type: 'highPrecision', currencyCode, centAmount, preciseAmount, fractionDigits };
};

/** The amount with more digits, exactly. */
export const unitsWithDigits = (money: TypedMoney, fractionDigits: number): bigint =>
  BigInt(unitsOf(money)) * 10n ** BigInt(fractionDigits - money.fractionDigits);

/** The exact difference of two amounts, with the digits of the more precise one. */
export const difference = (a: TypedMoney, b: TypedMoney): TypedMoney => {
  if (a.type === 'centPrecision' && b.type === 'centPrecision') return subtract(a, b);
  assertSameCurrency(a.currencyCode, b);
  const digits = Math.max(a.fractionDigits, b.fractionDigits);
  return moneyOfUnits(a.currencyCode, unitsWithDigits(a, digits) - unitsWithDigits(b, digits), digits);
};

/** Negative, zero or positive, as the first amount is smaller than, equal to or larger than the second. */
export const compareAmounts = (a: TypedMoney, b: TypedMoney): number =>
  a.type === 'centPrecision' && b.type === 'centPrecision'
    ? a.centAmount - b.centAmount
    : (exactCents(a).comparedTo(exactCents(b)) ?? 0);

/** Parts in a whole, as relative discounts declare them: 1500 is 15 %. */
const permyriadWhole = 10_000;

/** An amount without a share of it. The rest is rounded, not the share, to the digits that the amount has. */
export const withoutShare = (amount: TypedMoney, permyriad: number, rounding: RoundingMode): TypedMoney => {
  const product = unitsOf(amount) * (permyriadWhole - permyriad);
  const units = Number.isSafeInteger(product)
    ? divideIntegers(product, permyriadWhole, rounding)
    : roundToInteger(
        exactDecimal(unitsOf(amount))
          .times(permyriadWhole - permyriad)
          .shiftedBy(-4),
        rounding,
      );
  return moneyOfUnits(amount.currencyCode, units, amount.fractionDigits);
};

/**
 * Splits `total` into parts in proportion to the weights. Every part is within a cent of its exact share; the remaining
 * cents go to the largest remainders, the earlier first. A weight of 0 gets nothing, unless all weights are 0: then the
 * parts are equal. A larger weight never gets a smaller amount (of a negative total: never a larger one).
 */
export const allocate = (total: Money, weights: readonly number[]): Money[] => {
  const [first = Number.NaN] = weights;
  // The only part is the total, as most tax rates have one.
  if (weights.length === 1 && first >= 0 && Number.isFinite(first)) return [add(total, zero(total.currencyCode))];
  if (weights.length === 0 && total.centAmount !== 0) throw new Error('An amount cannot be split into no parts');
  const shares = integerWeights(weights);
  const whole = shares.reduce((all, weight) => all + weight, 0n);
  const sign = total.centAmount < 0 ? -1n : 1n;
  const amount = sign * BigInt(total.centAmount);
  const parts = shares.map(weight => (amount * weight) / whole);
  const left = amount - parts.reduce((all, part) => all + part, 0n);
  const remainders = shares.map(weight => (amount * weight) % whole);
  const oneMore = new Set(largestRemainders(remainders, Number(left)));
  return parts.map((part, index) => moneyOfCents(total.currencyCode, sign * (oneMore.has(index) ? part + 1n : part)));
};

/** Rounds the exact quotient of two numbers to a whole number. */
export const divideAndRound = (dividend: BigNumber, divisor: BigNumber, rounding: RoundingMode): BigNumber =>
  new roundingByMode[rounding](dividend).dividedBy(divisor);

/**
 * The rounded quotient of two safe integers, of which the divisor is positive. It is exact: the remainder of two safe
 * integers is, and so is the quotient of what it leaves.
 */
export const divideIntegers = (dividend: number, divisor: number, rounding: RoundingMode): number => {
  const size = Math.abs(dividend);
  const remainder = size % divisor;
  const low = (size - remainder) / divisor;
  const left = divisor - remainder;
  const isUp =
    remainder === left ? rounding === 'HalfUp' || (rounding === 'HalfEven' && low % 2 === 1) : remainder > left;
  return Math.sign(dividend) * (isUp ? low + 1 : low) + 0;
};

export const roundToInteger = (value: BigNumber, rounding: RoundingMode): BigNumber =>
  new roundingByMode[rounding](value).decimalPlaces(0);

/** Scales the weights to integers in the same proportion. Where all weights are 0, they become equal. */
const integerWeights = (weights: readonly number[]): bigint[] => {
  if (weights.some(weight => !(weight >= 0))) throw new Error(`Weights are not negative: ${weights.join(', ')}`);
  if (weights.every(weight => weight === 0)) return weights.map(() => 1n);
  const decimals = weights.map(exactDecimal);
  const digits = decimals.reduce((most, decimal) => Math.max(most, decimal.decimalPlaces() ?? 0), 0);
  return decimals.map(decimal => BigInt(decimal.shiftedBy(digits).toFixed(0)));
};

/** The indexes of the `count` largest remainders; of equal ones the earlier comes first. */
const largestRemainders = (remainders: readonly bigint[], count: number): number[] =>
  remainders
    .map((remainder, index) => ({ remainder, index }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
    .slice(0, count)
    .map(({ index }) => index);

/**
 * One configuration of the library for each mode. Ties round to the even neighbour, away from zero, or towards zero.
 */
const roundingByMode: Readonly<Record<RoundingMode, typeof BigNumber>> = {
  HalfEven: BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN }),
  HalfUp: BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_UP }),
  HalfDown: BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_DOWN }),
};
