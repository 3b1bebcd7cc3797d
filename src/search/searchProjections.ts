/** Answers the older search of products: GET and POST of `/{projectKey}/product-projections/search`. */
import { fail, type ApiError } from '../base/errors/ApiError.js';
import type { ProductProjection } from '../commerce/resources/product/productProjection.js';
import { projectionParametersOf } from '../commerce/resources/product/projections/parameters.js';
import type { ProjectionParameters } from '../commerce/resources/product/projections/projectionsOf.js';
import { variantsOf } from '../commerce/resources/product/variants.js';
import { readParameters } from '../engine/queryParameters.js';
import { expandObjects } from '../engine/references/expandReferences.js';
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { countedProjectionFacet } from './columns/projectionFacets.js';
import { rawFieldValues } from './document/fieldValues.js';
import {
  amongPublished,
  fieldsOfSearch,
  findProducts,
  matchingVariantsOf,
  projectionsOfHits,
  variantId,
  variantRows,
  viewOf,
} from './productResults.js';
import type { Query } from './query/ast.js';
import { parseProjectionSearch, type ProjectionSearchRequest } from './query/projections/parseProjectionSearch.js';
import { searchedProduct } from './types/product/product.js';
import { withScopedPrices } from './types/product/scopedPrices.js';
import { type SearchServices, withIndex } from './withIndex.js';

const { table } = searchedProduct;

/** Matches all products: a search of staged data includes unpublished ones. */
const everything: Query = { kind: 'exists', field: table.named('published'), boost: 0 };

/** Returns the error of a project whose product search is deactivated or not ready yet. */
export const noProductIndex = async (
  { search }: Pick<SearchServices, 'search'>,
  projectKey: string,
): Promise<ApiError> => {
  const state = await search.states.read(projectKey);
  return state?.jobId === undefined
    ? fail('SearchDeactivated', {
        message:
          'The search of product projections is deactivated for this project. ' +
          'Activate it by the update action changeProductSearchIndexingEnabled of the project, with enabled true.',
      })
    : fail('SearchIndexingInProgress', {
        message: 'The products of this project are being indexed. Wait until that has ended, and search again.',
      });
};

type Marked = Record<string, unknown>;

/** Adds the members that variants have only in results of this search: the buyer's price, and whether they match. */
const markVariants = (
  projection: ProductProjection,
  { selection }: ProjectionParameters,
  matching: ReadonlySet<unknown> | undefined,
): void => {
  for (const variant of variantsOf(projection)) {
    const { price } = variant;
    const marked = variant as Marked;
    if (matching !== undefined) marked.isMatchingVariant = matching.has(variant.id);
    if (selection === undefined || price === undefined) continue;
    const { tiers: _, ...scoped } = price;
    marked.scopedPrice = { ...scoped, currentValue: (price.discounted ?? price).value };
    marked.scopedPriceDiscounted = price.discounted !== undefined;
  }
};

interface ProjectionSearchResult {
  readonly total: number;
  readonly projections: readonly ProductProjection[];
  readonly facets?: Readonly<Record<string, object>>;
}

const findProjections = async (
  services: SearchServices,
  projectKey: string,
  request: ProjectionSearchRequest,
  parameters: ProjectionParameters,
): Promise<ProjectionSearchResult> => {
  const { sort, offset, limit, postFilter, markMatchingVariants, staged } = request;
  const facets = request.facets.map(facet => countedProjectionFacet(facet, variantRows));
  const query = staged ? (request.query ?? everything) : amongPublished(request.query);
  const search = { query, postFilter, facets, sort, offset, limit };
  const view = viewOf(fieldsOfSearch(search), staged);
  const found = await withIndex({ ...services, noIndex: noProductIndex }, projectKey, async (searched, languages) => {
    const { total, hits, results } = await findProducts(services, searched, languages, search, staged);
    const ids = hits.map(({ id }) => id);
    const marks = markMatchingVariants
      ? await matchingVariantsOf(searched, [request.query, postFilter], ids, view)
      : [];
    const matching = new Map(
      marks.map(({ rows }, at) => [ids[at], new Set(rows.flatMap(row => rawFieldValues(row, variantId)))]),
    );
    return { total, ids, matching, results };
  });
  const projections = await projectionsOfHits(services, projectKey, found.ids, parameters);
  for (const projection of projections) markVariants(projection, parameters, found.matching.get(projection.id));
  const byName = Object.fromEntries(facets.map(({ name }, at) => [name, found.results[at]!]));
  return { total: found.total, projections, ...(facets.length > 0 && { facets: byName }) };
};

/** Reads the parameters of a form; some versions of the SDK's client send it as a JSON string. */
const parseForm = (body: Uint8Array): URLSearchParams => {
  const text = Buffer.from(body).toString();
  return readParameters(/^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('\\"', '"') : text);
};

interface ProjectionPage extends ProjectionSearchResult {
  readonly limit: number;
  readonly offset: number;
}

/** Runs the search that a request describes; `date` is the date of the prices, by default now. */
export const findProjectionPage = async (
  services: SearchServices,
  asked: ResourceRequest,
  date?: string,
): Promise<ProjectionPage> => {
  const parameters = await projectionParametersOf(services.engine, asked);
  const selection = parameters.selection && { ...parameters.selection, at: date ?? parameters.at };
  // Other fields do not depend on the buyer.
  const priced = selection === undefined ? table : withScopedPrices(table, selection);
  const request = parseProjectionSearch(priced, asked.query);
  const found = await findProjections(services, asked.projectKey, request, { ...parameters, selection });
  return { ...found, limit: request.limit, offset: request.offset };
};

/** Answers GET with the parameters in the URL, and POST with the parameters in a form. */
export const searchProjections = async (services: SearchServices, call: ResourceRequest): Promise<Response> => {
  const asked = { ...call, query: call.body.length > 0 ? parseForm(call.body) : call.query };
  const { total, projections, facets, limit, offset } = await findProjectionPage(services, asked);
  const texts = await expandObjects(services.engine, asked, projections);
  const head = JSON.stringify({ limit, offset, count: texts.length, total, ...(facets && { facets }) });
  return { status: 200, body: `${head.slice(0, -1)},"results":[${texts.join(',')}]}` };
};
