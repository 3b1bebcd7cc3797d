/** The middle and the extremes of repeated measurements. */
export interface Range {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The range of all values that exist; undefined when none does. */
export const rangeOf = (values: readonly (number | undefined)[]): Range | undefined => {
  const sorted = values.filter(value => value !== undefined).sort((one, other) => one - other);
  const [min, max] = [sorted[0], sorted.at(-1)];
  // With an even number of values there are two in the middle.
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (min === undefined || max === undefined || lower === undefined || upper === undefined) return undefined;
  return { median: (lower + upper) / 2, min, max };
};
