import type { NumberColumn } from '../redisearch/Generation.js';
import type { SortedHit } from '../SearchIndexes.js';

/** The items are cut when they exceed twice the count by this number, so that each item costs few comparisons. */
const surplus = 1_000;

/**
 * Keeps the first `count` items of an order, which is enough for a page of any number of matches. Equal items keep
 * their order.
 */
export class TopK<T> {
  readonly #count: number;
  readonly #compare: (one: T, other: T) => number;
  #items: T[] = [];
  /** The last item that was kept at the last cut; items after it are not kept. */
  #last: T | undefined;

  constructor(count: number, compare: (one: T, other: T) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  add(item: T): void {
    if (this.#last !== undefined && this.#compare(item, this.#last) >= 0) return;
    if (this.#items.push(item) > 2 * this.#count + surplus) this.#sortAndTruncate();
  }

  /** Returns the kept items, sorted. */
  items(): T[] {
    this.#sortAndTruncate();
    return this.#items;
  }

  #sortAndTruncate(): void {
    this.#items.sort(this.#compare);
    this.#items = this.#items.slice(0, this.#count);
    this.#last = this.#items[this.#count - 1];
  }
}

/** A sequence by which the index itself can sort. */
export interface IndexOrder {
  readonly sortBy: NumberColumn;
  readonly descending: boolean;
}

/** The default order, also of hits that compare equal. */
export const newestFirst: IndexOrder = { sortBy: 'created', descending: true };

/** Sorts hits by sort key, then by id, because the index returns hits of one sort key in any order. */
export const sortHits = (hits: readonly SortedHit[], descending: boolean): SortedHit[] => {
  const direction = descending ? -1 : 1;
  return [...hits].sort((one, other) => direction * (one.sortKey - other.sortKey || (one.id < other.id ? -1 : 1)));
};
