import { readJsonObject } from '../engine/document/json.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import type { Content } from './document/contentOf.js';
import { rawFieldValues } from './document/fieldValues.js';
import { amongPublished, projectionTexts, published, variantId, variantRows, variantSku } from './productResults.js';
import type { Facet } from './query/ast.js';
import { parseProductSearch, type ProductSearchRequest } from './query/parseProductSearch.js';
import { countFacets, type FacetCounters, type FacetResult } from './run/facets.js';
import type { SearchedIndex } from './run/findCandidates.js';
import { matchingRowsOf } from './run/matchingRows.js';
import { runSearch } from './run/runSearch.js';
import { jsonDepthMax } from './searchOrders.js';
import { searchedProduct } from './types/product/product.js';
import { type SearchServices, withIndex } from './withIndex.js';

interface MatchingVariants {
  readonly allMatched: boolean;
  readonly matchedVariants: readonly { readonly id: unknown; readonly sku?: unknown }[];
}

const variantOf = (content: Content) => {
  const [[id], [sku]] = [rawFieldValues(content, variantId), rawFieldValues(content, variantSku)];
  return { id, ...(sku !== undefined && { sku }) };
};

/** Tells which variants of the hits match. */
const matchingVariants = async (
  searched: SearchedIndex,
  { query, postFilter }: ProductSearchRequest,
  ids: readonly string[],
): Promise<MatchingVariants[]> => {
  const parts = [query, postFilter].filter(part => part !== undefined);
  const matching = await matchingRowsOf(searched, { kind: 'and', parts }, variantRows, ids);
  return matching.map(({ allMatched, rows }) => ({
    allMatched,
    matchedVariants: allMatched ? [] : rows.map(variantOf),
  }));
};

interface FacetRun {
  readonly counters: FacetCounters;
  readonly facets: readonly Facet[];
}

const facetRun = (facets: readonly Facet[]): FacetRun | undefined =>
  facets.length === 0 ? undefined : { facets, counters: countFacets(facets, variantRows, variantId) };

/** Orders results as the facets of the request. */
const resultsOf = (request: ProductSearchRequest, runs: readonly (FacetRun | undefined)[]): FacetResult[] => {
  const results = new Map(
    runs.flatMap(run => run?.counters.results() ?? []).map(result => [result.name, result] as const),
  );
  return request.facets.flatMap(({ name }) => results.get(name) ?? []);
};

/** Answers `POST /{projectKey}/products/search`. */
export const searchProducts = async (services: SearchServices, call: ResourceRequest): Promise<Response> => {
  const { engine } = services;
  const { projectKey } = call;
  const request = parseProductSearch(searchedProduct.dialect, readJsonObject(call.body, jsonDepthMax));
  const { offset, limit, sort, postFilter, markMatchingVariants, projection } = request;
  const byQuery = facetRun(request.facets.filter(({ scope }) => scope === 'query'));
  const ofAll = facetRun(request.facets.filter(({ scope }) => scope === 'all'));
  const found = await withIndex(services, projectKey, async (searched, languages) => {
    const query = amongPublished(request.query);
    const page = { query, sort, offset, limit };
    const { total, hits } = await runSearch(searched, page, languages, engine.queryTimeoutMs, {
      rows: variantRows,
      postFilter,
      facets: byQuery?.counters,
    });
    if (ofAll !== undefined)
      await runSearch(searched, { query: published, sort: [], offset: 0, limit: 0 }, languages, engine.queryTimeoutMs, {
        rows: variantRows,
        facets: ofAll.counters,
      });
    const ids = hits.map(({ id }) => id);
    return { total, ids, variants: markMatchingVariants ? await matchingVariants(searched, request, ids) : undefined };
  });
  const projections =
    projection === undefined ? undefined : await projectionTexts(services, { ...call, query: projection }, found.ids);
  const results = found.ids.map((id, at) => {
    const head = JSON.stringify({ id, ...(found.variants && { matchingVariants: found.variants[at] }) });
    const text = projections?.get(id);
    return text === undefined ? head : `${head.slice(0, -1)},"productProjection":${text}}`;
  });
  const head = JSON.stringify({ total: found.total, offset, limit, facets: resultsOf(request, [byQuery, ofAll]) });
  return { status: 200, body: `${head.slice(0, -1)},"results":[${results.join(',')}]}` };
};
