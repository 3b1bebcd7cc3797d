import type { Measurements } from './Measurements.js';
import { type Range, rangeOf } from './Range.js';

/** A value of each round as a multiple of that of another series in the same round. */
export const ratiosOf = (
  ones: readonly Measurements[],
  others: readonly Measurements[],
  value: (figures: Measurements) => number | undefined,
): Range | undefined =>
  rangeOf(
    ones.map((one, round) => {
      const other = others[round];
      const [top, bottom] = [value(one), other && value(other)];
      return top === undefined || bottom === undefined ? undefined : top / bottom;
    }),
  );
