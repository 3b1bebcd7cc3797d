/** The first few of many in an order: all that is needed of a page, however many match. */
export interface TopK<T> {
  add(item: T): void;
  /** In order. */
  items(): T[];
}

/** Items that compare alike stay in the order in which they came. */
export const topK = <T>(count: number, compare: (one: T, other: T) => number): TopK<T> => {
  let kept: T[] = [];
  const tidy = (): void => {
    kept.sort(compare);
    kept = kept.slice(0, count);
  };
  return {
    add: item => {
      // Sorted now and then, so that each item costs a few comparisons.
      if (kept.push(item) > 2 * count + 1_000) tidy();
    },
    items: () => {
      tidy();
      return kept;
    },
  };
};
