/** All rounding of amounts, always to whole numbers (of cents). No amount is rounded twice. */
import { BigNumber } from 'bignumber.js';
import type { RoundingMode } from '../schema/tax.js';

/**
 * One configuration of the library for each mode. Ties round to the even neighbour, away from zero, or towards zero.
 */
const roundingByMode: Readonly<Record<RoundingMode, typeof BigNumber>> = {
  HalfEven: BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN }),
  HalfUp: BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_UP }),
  HalfDown: BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_DOWN }),
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
