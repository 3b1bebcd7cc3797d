/** Answers the search of customers, and returns the status of its index. */
import { isoTime } from '../base/durations.js';
import { readJsonObject } from '../engine/document/json.js';
import type { Response } from '../engine/ResourceRequest.js';
import { assertFuzzyLanguages, parseCustomerSearch } from './query/parseSearchRequest.js';
import type { Query } from './query/ast.js';
import { indexingStatusOf, type IndexingControlServices } from './indexingControl.js';
import { runSearch } from './run/runSearch.js';
import { jsonDepthMax, type SearchCall } from './searchOrders.js';
import { searchedCustomer } from './types/customer.js';
import { noSearchIndex, type SearchServices, withIndex } from './withIndex.js';

const all: Query = { kind: 'exists', field: searchedCustomer.table.named('id'), boost: 1 };

/** Answers `POST /{projectKey}/customers/search`. */
export const searchCustomers = async (
  services: SearchServices,
  { projectKey, body }: SearchCall,
): Promise<Response> => {
  const { query, ...page } = parseCustomerSearch(searchedCustomer.dialect, readJsonObject(body, jsonDepthMax));
  const { total, hits } = await withIndex(services, projectKey, (searched, languages) => {
    assertFuzzyLanguages({ ...page, query }, languages);
    return runSearch(searched, { ...page, query: query ?? all }, languages, services.engine.queryTimeoutMs);
  });
  const results = hits.map(({ id, relevance }) => ({ id, relevance }));
  return { status: 200, body: JSON.stringify({ total, limit: page.limit, offset: page.offset, results }) };
};

/** Answers `GET /{projectKey}/customers/search/indexing-status`. */
export const searchIndexingStatus = async (
  services: IndexingControlServices,
  projectKey: string,
): Promise<Response> => {
  const state = await services.search.states.read(projectKey);
  if (state === undefined) throw noSearchIndex(services.search, projectKey);
  const { current, jobId, building, activatedAtMs, builtAtMs = activatedAtMs, buildMs } = state;
  const job = jobId === undefined ? undefined : await indexingStatusOf(services, projectKey, jobId);
  if (job !== undefined) {
    const states = {
      indexed: job.nbrOfIndexedDocuments,
      failed: job.nbrOfFailedDocuments,
      estimatedTotal: job.totalNbrOfDocuments,
    };
    const status = building === undefined ? 'Scheduled' : 'Indexing';
    return { status: 200, body: JSON.stringify({ status, states, lastModifiedAt: isoTime(activatedAtMs) }) };
  }
  return {
    status: 200,
    body: JSON.stringify(
      current === undefined
        ? { status: 'Failed', lastModifiedAt: isoTime(activatedAtMs) }
        : {
            status: 'Ready',
            startedAt: isoTime(builtAtMs - buildMs),
            lastModifiedAt: isoTime(builtAtMs),
            retryCount: null,
          },
    ),
  };
};
