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

export const roundToInteger = (value: BigNumber, rounding: RoundingMode): BigNumber =>
  new roundingByMode[rounding](value).decimalPlaces(0);
