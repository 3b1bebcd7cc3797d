/**
 * Options that limit an LRU cache to a number of entries. The option `max` of the library does so as well, but allocates
 * all places at once: 100,000 take 3 MB in each thread before there is one entry.
 */
export const entryLimit = (
  entriesMax: number,
): { readonly maxSize: number; readonly sizeCalculation: () => number } => ({
  maxSize: entriesMax,
  sizeCalculation: () => 1,
});
