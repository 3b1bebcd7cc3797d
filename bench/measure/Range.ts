/** The middle and the extremes of repeated measurements. */
export interface Range {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The range of all values that exist; undefined when none does. */
export const rangeOf = (values: readonly (number | undefined)[]): Range | undefined => {
  const sorted = values.filter(value => value !== undefined).sort((one, other) => one - other);
  const [min, median, max] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
  return min === undefined || median === undefined || max === undefined ? undefined : { median, min, max };
};
