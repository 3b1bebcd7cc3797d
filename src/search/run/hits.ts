import type { NumberColumn } from '../redisearch/Generation.js';
import type { SortedHit } from '../SearchIndexes.js';

/** Items that are collected beyond twice the count before they are sorted, so that each item costs few comparisons. */
const surplus = 1_000;

/**
 * Keeps the first `count` items of an order, which is enough for a page however many items match. Equal items keep
 * their order.
 */
export class TopK<T> {
  readonly #count: number;
  readonly #compare: (one: T, other: T) => number;
  #items: T[] = [];
  /** The last of the items that were kept at the last cut; what comes behind it is not kept. */
  #last: T | undefined;

  constructor(count: number, compare: (one: T, other: T) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  add(item: T): void {
    if (this.#last !== undefined && this.#compare(item, this.#last) >= 0) return;
    if (this.#items.push(item) > 2 * this.#count + surplus) this.#sortAndTruncate();
  }

  /** The kept items, sorted. */
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

/** Also the sequence of hits that compare equal. */
export const newestFirst: IndexOrder = { sortBy: 'created', descending: true };

/** Sorts hits by sort key, then by id, because the index returns hits of one sort key in any order. */
export const sortHits = (hits: readonly SortedHit[], descending: boolean): SortedHit[] => {
  const direction = descending ? -1 : 1;
  return [...hits].sort((one, other) => direction * (one.sortKey - other.sortKey || (one.id < other.id ? -1 : 1)));
};
