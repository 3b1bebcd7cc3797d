import type { Engine } from '../engine/Engine.js';
import { type ApiError, fail } from '../base/errors/ApiError.js';
import { UnavailableError } from '../base/errors/UnavailableError.js';
import type { ColumnCache } from './columns/ColumnCache.js';
import type { DataStore } from '../store/DataStore.js';
import { searchedIndex, type FollowedIndex } from './run/findCandidates.js';
import type { SearchedType } from './SearchedType.js';
import { type SearchIndexes, UnknownIndexError } from './SearchIndexes.js';
import type { TypeSearch } from './TypeSearch.js';

export interface SearchServices {
  readonly search: TypeSearch;
  readonly indexes: SearchIndexes;
  readonly store: DataStore;
  readonly engine: Engine;
  /** The columns of products, which one thread has; absent where others search. */
  readonly columns?: ColumnCache;
  /** Returns the error where a project has no index; by default 404. */
  readonly noIndex?: (services: Pick<SearchServices, 'search'>, projectKey: string) => Promise<ApiError>;
}

export const noSearchIndex = ({ type }: { readonly type: SearchedType }, projectKey: string): ApiError =>
  fail(type.missingIndexCode ?? 'ResourceNotFound', {
    message:
      `No index was found for the project '${projectKey}'. ${type.activationHint(projectKey)} Then wait until its ` +
      `${type.plural} are indexed.`,
  });

/** Runs a search on the index of a project; 404 where it has none, 503 where Redis lost it. */
export const withIndex = async <T>(
  { search, indexes, store, engine, noIndex }: SearchServices,
  projectKey: string,
  run: (searched: FollowedIndex, languages: readonly string[]) => Promise<T>,
): Promise<T> => {
  const [number, { languages }] = await Promise.all([search.currentIndex(projectKey), engine.settings(projectKey)]);
  const refusal = async (): Promise<ApiError> =>
    (await noIndex?.({ search }, projectKey)) ?? noSearchIndex(search, projectKey);
  if (number === undefined) throw await refusal();
  search.recordSearch(projectKey);
  const searched = searchedIndex({ indexes, store }, search.type.typeId, projectKey, number);
  return run(searched, languages).catch(async (error: unknown) => {
    if (!(error instanceof UnknownIndexError)) throw error;
    // Search was deactivated within the age of the cached state, or Redis lost the index.
    throw (await search.rebuildMissingIndex(projectKey))
      ? new UnavailableError('search_unavailable', 'The search index is being rebuilt. Try again later.')
      : await refusal();
  });
};
