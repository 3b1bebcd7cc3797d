import type { FindOptions, Hit, IndexHits, SearchIndexes } from '../../store/SearchIndexes.js';
import type { Store } from '../../store/Store.js';
import { creationTimeBoundaries, type TimeBoundaries } from './timeWindows.js';

/** The search index of one project, as searches read it. */
export interface SearchedIndex {
  readonly projectKey: string;
  readonly find: (query: string, options: FindOptions) => Promise<IndexHits>;
  readonly contents: (ids: readonly string[]) => Promise<(Hit | null)[]>;
  readonly boundaries: TimeBoundaries;
}

export const searchedIndex = (
  { indexes, store }: { readonly indexes: SearchIndexes; readonly store: Store },
  projectKey: string,
  number: number,
): SearchedIndex => ({
  projectKey,
  find: (query, options) => indexes.find(projectKey, 'order', number, query, options),
  contents: ids => indexes.contents(projectKey, 'order', number, ids),
  boundaries: creationTimeBoundaries(store, projectKey),
});
