import type { Response } from '../engine/ResourceRequest.js';
import { type IndexingControlServices, searchIndexPresence } from './indexingControl.js';
import { noSearchIndex, type SearchServices, withIndex } from './withIndex.js';
import { limits } from '../base/config/limits.js';
import { readJsonObject } from '../engine/document/json.js';
import { parseSearchRequest } from './query/parseSearchRequest.js';
import { runSearch } from './run/runSearch.js';

/** Answers `HEAD …/search`, which tells whether the resources of the project can be searched (SEARCH008). */
export const searchExists = async (services: IndexingControlServices, projectKey: string): Promise<Response> => {
  const { searchableIndexExists } = await searchIndexPresence(services, projectKey);
  if (!searchableIndexExists) throw noSearchIndex(services.search, projectKey);
  return { status: 200, body: '' };
};

export interface SearchCall {
  readonly projectKey: string;
  readonly body: Uint8Array;
}

/**
 * Each compound is an object and an array. Some levels are added, so that too many compounds are refused with their
 * own error.
 */
export const jsonDepthMax = 2 * limits.searchDepthMax + 10;

/** Answers `POST /{projectKey}/orders/search` (SEARCH001 to SEARCH009). */
export const searchOrders = async (services: SearchServices, { projectKey, body }: SearchCall): Promise<Response> => {
  const { search, engine } = services;
  const request = parseSearchRequest(search.type.dialect, readJsonObject(body, jsonDepthMax));
  const { total, hits } = await withIndex(services, projectKey, (searched, languages) =>
    runSearch(searched, request, languages, engine.queryTimeoutMs),
  );
  return { status: 200, body: JSON.stringify({ total, offset: request.offset, limit: request.limit, hits }) };
};
