import { compareBy, type SortKey, sortValuesBy } from '../../../../src/engine/query/predicate/comparisons.js';

/** Compares resources as a query with these keys sorts them. */
export const compareResources = (keys: readonly SortKey[]): ((left: unknown, right: unknown) => number) => {
  const [valuesOf, compare] = [sortValuesBy(keys), compareBy(keys)];
  return (left, right) => compare(valuesOf(left), valuesOf(right));
};
