import { limits } from '../config/limits.js';
import { readJsonObject } from '../engine/document/json.js';
import type { Response } from '../engine/ResourceRequest.js';
import { type ApiError, fail } from '../errors/ApiError.js';
import { UnavailableError } from '../errors/UnavailableError.js';
import type { Engine } from '../engine/Engine.js';
import { type SearchIndexes, UnknownIndexError } from '../store/SearchIndexes.js';
import type { Store } from '../store/Store.js';
import { activationHint } from './activationHint.js';
import type { OrderSearch } from './OrderSearch.js';
import { parseSearchRequest } from './query/parseSearchRequest.js';
import { runSearch } from './run/runSearch.js';
import { searchedIndex } from './run/SearchedIndex.js';

export interface SearchOrdersServices {
  readonly search: OrderSearch;
  readonly indexes: SearchIndexes;
  readonly store: Store;
  readonly engine: Engine;
}

export interface SearchCall {
  readonly projectKey: string;
  readonly body: Uint8Array;
}

const noSearchIndex = (projectKey: string): ApiError =>
  fail('ResourceNotFound', {
    message: `No index was found for the project '${projectKey}'. ${activationHint(projectKey)} Then wait until its orders are indexed.`,
  });

/**
 * Each compound is an object and an array; some levels more, so that too many compounds are refused with their own
 * error.
 */
const jsonDepthMax = 2 * limits.searchDepthMax + 10;

/** Answers `POST /{projectKey}/orders/search` (SEARCH001 to SEARCH009). */
export const searchOrders = async (
  { search, indexes, store, engine }: SearchOrdersServices,
  { projectKey, body }: SearchCall,
): Promise<Response> => {
  const request = parseSearchRequest(readJsonObject(body, jsonDepthMax));
  const [number, { languages }] = await Promise.all([search.currentIndex(projectKey), engine.settings(projectKey)]);
  if (number === undefined) throw noSearchIndex(projectKey);
  search.recordSearch(projectKey);
  const { total, hits } = await runSearch(
    searchedIndex({ indexes, store }, projectKey, number),
    request,
    languages,
    engine.queryTimeoutMs,
  ).catch(async (error: unknown) => {
    if (!(error instanceof UnknownIndexError)) throw error;
    // Search was deactivated within the age of the cached state, or Redis lost the index.
    throw (await search.rebuildMissingIndex(projectKey))
      ? new UnavailableError('search_unavailable', 'The search index is being rebuilt. Try again later.')
      : noSearchIndex(projectKey);
  });
  return { status: 200, body: JSON.stringify({ total, offset: request.offset, limit: request.limit, hits }) };
};
