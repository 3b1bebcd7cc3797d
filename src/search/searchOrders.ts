/** The verb behind `POST /{projectKey}/orders/search` (SEARCH001 to SEARCH009). */
import { limits } from '../config/limits.js';
import { readJsonObject } from '../engine/document/json.js';
import type { Response } from '../engine/ResourceRequest.js';
import { type ApiError, fail } from '../errors/ApiError.js';
import type { Services } from '../services/services.js';
import { UnknownIndexError } from '../store/SearchIndexes.js';
import { parseSearchRequest } from './query/parseSearchRequest.js';
import { runSearch, searchedIndex } from './run/runSearch.js';

export interface SearchCall {
  readonly projectKey: string;
  readonly body: Uint8Array;
}

const noIndex = (projectKey: string): ApiError =>
  fail('ResourceNotFound', {
    message: `No index was found for the project '${projectKey}'. Activate Order Search, a setting of the project, and wait until its orders are indexed.`,
  });

/** An object and an array for each compound, and what stands around and inside of them; a little more, so that a compound too many is told as such. */
const jsonDepthMax = 2 * limits.searchDepthMax + 10;

export const searchOrders = async (
  { search, indexes, store, engine }: Services,
  { projectKey, body }: SearchCall,
): Promise<Response> => {
  const request = parseSearchRequest(readJsonObject(body, jsonDepthMax));
  const [number, { languages }] = await Promise.all([search.currentIndex(projectKey), engine.settings(projectKey)]);
  if (number === undefined) throw noIndex(projectKey);
  search.recordSearch(projectKey);
  const { total, hits } = await runSearch(
    searchedIndex({ indexes, store }, projectKey, number),
    request,
    languages,
    engine.queryTimeoutMs,
  ).catch(async (error: unknown) => {
    if (!(error instanceof UnknownIndexError)) throw error;
    // Deactivated in the last second, and not yet known here; or Redis has lost it.
    throw (await search.rebuildMissingIndex(projectKey))
      ? fail('ServiceUnavailable', { message: 'The search index is being built anew. Try again in a while.' })
      : noIndex(projectKey);
  });
  return { status: 200, body: JSON.stringify({ total, offset: request.offset, limit: request.limit, hits }) };
};
