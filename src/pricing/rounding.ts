/** The one place where amounts round, always to whole numbers (of cents), and never twice. */
import { BigNumber } from 'bignumber.js';
import type { RoundingMode } from '../schema/tax.js';

/** A library configuration a mode; ties go to the even neighbour, away from zero, or towards zero. */
const ways: Readonly<Record<RoundingMode, typeof BigNumber>> = {
  HalfEven: BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN }),
  HalfUp: BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_UP }),
  HalfDown: BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_DOWN }),
};

/** `dividend / divisor` as a whole number; the exact quotient is what rounds, however long its decimals are. */
export const divideAndRound = (dividend: BigNumber, divisor: BigNumber, rounding: RoundingMode): BigNumber =>
  new ways[rounding](dividend).dividedBy(divisor);

export const roundToInteger = (value: BigNumber, rounding: RoundingMode): BigNumber =>
  new ways[rounding](value).decimalPlaces(0);
