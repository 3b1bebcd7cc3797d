import type { Range } from '../measure/Range.js';

/** `median (min..max)`, or '-' for what was not measured. */
export const formatRange = (range: Range | undefined, digits: number, factor = 1): string => {
  if (range === undefined) return '-';
  const text = (value: number): string => (value * factor).toFixed(digits);
  return range.min === range.max
    ? text(range.median)
    : `${text(range.median)} (${text(range.min)}..${text(range.max)})`;
};
