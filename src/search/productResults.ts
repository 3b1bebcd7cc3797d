/** What the searches of products have in common: the fields, and the projections of their results. */
import { required } from '../base/errors/ApiError.js';
import type { Product } from '../commerce/resources/product/members.js';
import type { ProductProjection } from '../commerce/resources/product/productProjection.js';
import { projectionParametersOf } from '../commerce/resources/product/projections/parameters.js';
import { type ProjectionParameters, projectionsOf } from '../commerce/resources/product/projections/projectionsOf.js';
import { loadMany } from '../engine/loadResources.js';
import { expandObjects } from '../engine/references/expandReferences.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { rowListOf } from './match/rows.js';
import type { Query } from './query/ast.js';
import { searchedProduct } from './types/product/product.js';
import type { SearchServices } from './withIndex.js';

const { table } = searchedProduct;

/** Products are matched variant by variant. */
export const variantRows = rowListOf(table, required(searchedProduct.rows, 'the variants of a product'));
export const [variantId, variantSku] = [table.named('variants.id'), table.named('variants.sku')];

/** Every search of current data is one of published products. */
export const published: Query = {
  kind: 'filter',
  parts: [{ kind: 'exact', field: table.named('published'), value: true, boost: 1, caseInsensitive: false }],
};

export const amongPublished = (query: Query | undefined): Query =>
  query === undefined ? published : { kind: 'and', parts: [published, query] };

/** The projections of hits by id; a product that is gone or hidden meanwhile has none. */
export const projectionsOfHits = async (
  { engine }: Pick<SearchServices, 'engine'>,
  projectKey: string,
  ids: readonly string[],
  parameters: ProjectionParameters,
): Promise<ProductProjection[]> => {
  const loaded = await loadMany<Product>(engine, projectKey, 'product', ids);
  const products = ids.flatMap(id => loaded.get(id) ?? []);
  return projectionsOf(engine, projectKey, products, parameters);
};

/** The projections of hits as JSON texts by id, with what the parameters of the request say. */
export const projectionTexts = async (
  { engine }: Pick<SearchServices, 'engine'>,
  request: ResourceRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const parameters = await projectionParametersOf(engine, request);
  const projections = await projectionsOfHits({ engine }, request.projectKey, ids, parameters);
  const texts = await expandObjects(engine, request, projections);
  return new Map(projections.map(({ id }, at) => [id, texts[at] ?? '{}']));
};
