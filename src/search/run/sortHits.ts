import type { NumberColumn } from '../../redis/searchIndex/numberColumns.js';
import type { SortedHit } from '../../store/SearchIndexes.js';

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
