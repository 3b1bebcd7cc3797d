import { readJsonObject } from '../engine/document/json.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { countedFacet } from './columns/facets.js';
import type { Content } from './document/contentOf.js';
import { rawFieldValues } from './document/fieldValues.js';
import {
  amongPublished,
  findProducts,
  matchingVariantsOf,
  projectionTexts,
  published,
  variantId,
  variantSku,
} from './productResults.js';
import { assertFuzzyLanguages } from './query/parseSearchRequest.js';
import { parseProductSearch, type ProductSearchRequest } from './query/parseProductSearch.js';
import type { SearchedIndex } from './run/findCandidates.js';
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
    const facets = request.facets.map(countedFacet);
    const page = { query: amongPublished(request.query), sort: request.sort, offset, limit };
    const all = facets.some(({ scope }) => scope === 'all') ? published : undefined;
    const search = { ...page, facets, all, postFilter: request.postFilter };
    const { total, hits, results } = await findProducts(services, searched, languages, search);
    const ids = hits.map(({ id }) => id);
    return {
      total,
      ids,
      facets: results,
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
