import { readJsonObject } from '../engine/document/json.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import type { Content } from './document/contentOf.js';
import { rawFieldValues } from './document/fieldValues.js';
import {
  amongPublished,
  matchingVariantsOf,
  projectionTexts,
  published,
  variantId,
  variantRows,
  variantSku,
} from './productResults.js';
import { assertFuzzyLanguages } from './query/parseSearchRequest.js';
import type { Facet, Query, SearchRequest } from './query/ast.js';
import { parseProductSearch, type ProductSearchRequest } from './query/parseProductSearch.js';
import { countFacets } from './run/facets.js';
import type { SearchedIndex } from './run/findCandidates.js';
import { runSearch } from './run/runSearch.js';
import { jsonDepthMax } from './searchOrders.js';
import { searchedProduct } from './types/product/product.js';
import { StoreFields } from './types/product/storeFields.js';
import { type SearchServices, withIndex } from './withIndex.js';

const variantOf = (content: Content) => {
  const [[id], [sku]] = [rawFieldValues(content, variantId), rawFieldValues(content, variantSku)];
  return { id, ...(sku !== undefined && { sku }) };
};

/** Tells which variants of the hits match. */
const matchingVariants = async (
  searched: SearchedIndex,
  { query, postFilter }: ProductSearchRequest,
  ids: readonly string[],
) =>
  (await matchingVariantsOf(searched, [query, postFilter], ids)).map(({ allMatched, rows }) => ({
    allMatched,
    matchedVariants: allMatched ? [] : rows.map(variantOf),
  }));

const storeFields = new StoreFields(searchedProduct.table);

/** Answers `POST /{projectKey}/products/search`. */
export const searchProducts = async (services: SearchServices, call: ResourceRequest): Promise<Response> => {
  const { engine } = services;
  const { projectKey } = call;
  const given = readJsonObject(call.body, jsonDepthMax);
  const asked = parseProductSearch(searchedProduct.dialect, given);
  const { offset, limit, markMatchingVariants, projection } = asked;
  const found = await withIndex(services, projectKey, async (searched, languages) => {
    assertFuzzyLanguages(asked, languages);
    const offers = await storeFields.offersFor(engine, projectKey, asked);
    const request = offers === undefined ? asked : storeFields.translate(asked, offers);
    const view = offers !== undefined && storeFields.readsStores(asked) ? storeFields.view(offers) : undefined;
    const { sort, postFilter } = request;
    /** Runs a search, and counts the facets of its scope. */
    const searchWith = async (scope: Facet['scope'], page: SearchRequest, filter?: Query) => {
      const facets = request.facets.filter(facet => facet.scope === scope);
      const extras = { rows: variantRows, ...(filter !== undefined && { postFilter: filter }) };
      // The index has no stores.
      const { columns } = view === undefined ? services.search : {};
      const timeoutMs = engine.queryTimeoutMs;
      const byColumns = await columns?.search(searched, { ...page, ...extras, facets }, languages, timeoutMs);
      if (byColumns !== undefined) return byColumns;
      const counters = facets.length > 0 ? countFacets(facets, variantRows, variantId) : undefined;
      const contents = { ...extras, facets: counters, view };
      return {
        ...(await runSearch(searched, page, languages, timeoutMs, contents)),
        results: counters?.results() ?? [],
      };
    };
    const page = await searchWith('query', { query: amongPublished(request.query), sort, offset, limit }, postFilter);
    const hasAll = request.facets.some(({ scope }) => scope === 'all');
    const all = hasAll ? await searchWith('all', { query: published, sort: [], offset: 0, limit: 0 }) : undefined;
    const { total, hits } = page;
    const ids = hits.map(({ id }) => id);
    const results = new Map([...page.results, ...(all?.results ?? [])].map(result => [result.name, result] as const));
    return {
      total,
      ids,
      facets: request.facets.flatMap(({ name }) => results.get(name) ?? []),
      variants: markMatchingVariants ? await matchingVariants(searched, request, ids) : undefined,
    };
  });
  const projections =
    projection === undefined ? undefined : await projectionTexts(services, { ...call, query: projection }, found.ids);
  const results = found.ids.map((id, at) => {
    const head = JSON.stringify({ id, ...(found.variants && { matchingVariants: found.variants[at] }) });
    const text = projections?.get(id);
    return text === undefined ? head : `${head.slice(0, -1)},"productProjection":${text}}`;
  });
  const head = JSON.stringify({ total: found.total, offset, limit, facets: found.facets });
  return { status: 200, body: `${head.slice(0, -1)},"results":[${results.join(',')}]}` };
};
