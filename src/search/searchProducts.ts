import { required } from '../base/errors/ApiError.js';
import { projectionParametersOf } from '../commerce/resources/product/projections/parameters.js';
import { projectionsOf } from '../commerce/resources/product/projections/projectionsOf.js';
import type { Product } from '../commerce/resources/product/members.js';
import { readJsonObject } from '../engine/document/json.js';
import { loadMany } from '../engine/loadResources.js';
import { expandObjects } from '../engine/references/expandReferences.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import type { Content } from './document/contentOf.js';
import { unpackContent } from './document/contentOf.js';
import { rawFieldValues, valuesAtPath } from './document/fieldValues.js';
import type { SearchField } from './fields/SearchField.js';
import { matcherOf } from './match/relevanceOf.js';
import { rowListOf, splitAt } from './match/rows.js';
import type { Facet, Query } from './query/ast.js';
import { parseProductSearch, type ProductSearchRequest } from './query/parseProductSearch.js';
import { countFacets, type FacetCounters, type FacetResult } from './run/facets.js';
import type { SearchedIndex } from './run/findCandidates.js';
import { runSearch } from './run/runSearch.js';
import { jsonDepthMax } from './searchOrders.js';
import { searchedProduct } from './types/product/product.js';
import { type SearchServices, withIndex } from './withIndex.js';

const { table } = searchedProduct;
const rows = rowListOf(table, required(searchedProduct.rows, 'the variants of a product'));
const fieldOf = (name: string): SearchField => required(table.byName.get(name), `the field '${name}'`);
const [variantId, variantSku] = [fieldOf('variants.id'), fieldOf('variants.sku')];

/** Every search is one of published products. */
const published: Query = {
  kind: 'filter',
  parts: [{ kind: 'exact', field: fieldOf('published'), value: true, boost: 1, caseInsensitive: false }],
};

const amongPublished = (query: Query | undefined): Query =>
  query === undefined ? published : { kind: 'and', parts: [published, query] };

interface MatchingVariants {
  readonly allMatched: boolean;
  readonly matchedVariants: readonly { readonly id: unknown; readonly sku?: unknown }[];
}

const variantOf = (content: Content) => {
  const [[id], [sku]] = [rawFieldValues(content, variantId), rawFieldValues(content, variantSku)];
  return { id, ...(sku !== undefined && { sku }) };
};

/** Tells which variants of the hits match; a hit that is gone meanwhile has none. */
const matchingVariants = async (
  { contents }: SearchedIndex,
  { query, postFilter }: ProductSearchRequest,
  ids: readonly string[],
): Promise<MatchingVariants[]> => {
  const parts = [query, postFilter].filter(part => part !== undefined);
  const match = matcherOf({ kind: 'and', parts }, rows);
  return (await contents(ids)).map(hit => {
    const content = hit?.content === undefined ? [] : unpackContent(hit.content);
    const matched = match(content)?.rows;
    const count = valuesAtPath(content, rows.path).length;
    if (matched === undefined || matched.length === count) return { allMatched: true, matchedVariants: [] };
    const variants = splitAt(content, rows.path);
    return { allMatched: false, matchedVariants: matched.map(at => variantOf(variants[at] ?? [])) };
  });
};

/** The projections of hits as JSON texts; undefined for a product that is gone or hidden meanwhile. */
const projectionTexts = async (
  { engine }: SearchServices,
  request: ResourceRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const parameters = await projectionParametersOf(engine, request);
  const loaded = await loadMany<Product>(engine, request.projectKey, 'product', ids);
  const products = ids.flatMap(id => loaded.get(id) ?? []);
  const projections = await projectionsOf(engine, request.projectKey, products, parameters);
  const texts = await expandObjects(engine, request, projections);
  return new Map(products.map(({ id }, at) => [id, texts[at] ?? '{}']));
};

interface FacetRun {
  readonly counters: FacetCounters;
  readonly facets: readonly Facet[];
}

const facetRun = (facets: readonly Facet[]): FacetRun | undefined =>
  facets.length === 0 ? undefined : { facets, counters: countFacets(facets, rows, variantId) };

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
      rows,
      postFilter,
      facets: byQuery?.counters,
    });
    if (ofAll !== undefined)
      await runSearch(searched, { query: published, sort: [], offset: 0, limit: 0 }, languages, engine.queryTimeoutMs, {
        rows,
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
