/** Shared by the searches of products: their fields, and the projections of their results. */
import { required } from '../base/errors/ApiError.js';
import type { Product } from '../commerce/resources/product/members.js';
import type { ProductProjection } from '../commerce/resources/product/productProjection.js';
import { projectionParametersOf } from '../commerce/resources/product/projections/parameters.js';
import { type ProjectionParameters, projectionsOf } from '../commerce/resources/product/projections/projectionsOf.js';
import { projectStamp, resourceStamp, type ResponseSources } from '../engine/define/ResponseSources.js';
import type { Engine } from '../engine/Engine.js';
import { KeptResponses } from '../engine/KeptResponses.js';
import { loadMany } from '../engine/loadResources.js';
import { sourcesOf } from '../engine/query/responseSources.js';
import { expandObjects } from '../engine/references/expandReferences.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { ContentCounts } from './columns/ContentCounts.js';
import { columnFieldsOf } from './columns/CountedFacet.js';
import { type ColumnResult, type ColumnSearch, shownOf } from './columns/searchColumns.js';
import { type Content, stagedContentOf, stagedPosition, unpackContent } from './document/contentOf.js';
import type { SearchField } from './fields/SearchField.js';
import { matcherOf } from './match/relevanceOf.js';
import { rowListOf, splitAt } from './match/rows.js';
import type { Query } from './query/ast.js';
import type { Languages } from './plan/planExpression.js';
import { fieldsOfQuery, type FollowedIndex, type SearchedIndex } from './run/findCandidates.js';
import { type ContentView, runSearch } from './run/runSearch.js';
import { searchedProduct } from './types/product/product.js';
import type { SearchServices } from './withIndex.js';

const { table } = searchedProduct;

/** Products are matched variant by variant. */
export const variantRows = rowListOf(table, required(searchedProduct.rows, 'the variants of a product'));
export const [variantId, variantSku] = [table.named('variants.id'), table.named('variants.sku')];

/** A search of current data finds only published products. */
export const published: Query = {
  kind: 'filter',
  parts: [{ kind: 'exact', field: table.named('published'), value: true, boost: 1, caseInsensitive: false }],
};

export const amongPublished = (query: Query | undefined): Query =>
  query === undefined ? published : { kind: 'and', parts: [published, query] };

export const fieldsOfSearch = ({ query, postFilter, facets, sort }: ColumnSearch): readonly SearchField[] => [
  ...fieldsOfQuery(query),
  ...(postFilter === undefined ? [] : fieldsOfQuery(postFilter)),
  ...facets.flatMap(columnFieldsOf).map(({ field }) => field),
  ...sort.map(({ field }) => field),
];

/** Returns the view of contents that a search of some fields needs; undefined if it reads the stored current data. */
export const viewOf = (fields: readonly SearchField[], isStaged: boolean): ContentView | undefined => {
  const computation = fields.find(({ computedBy }) => computedBy !== undefined)?.computedBy;
  if (!isStaged && computation === undefined) return undefined;
  const ofData = (content: Content): Content => (isStaged ? stagedContentOf(table, content) : undefined) ?? content;
  return {
    isStaged,
    members: [...(isStaged ? [stagedPosition(table)] : []), ...(computation?.members ?? [])],
    of: content => computation?.of(ofData(content)) ?? ofData(content),
    ...(computation && { computation }),
  };
};

/** Answers a search of products by columns where they can, otherwise by the index and the contents that it finds. */
export const findProducts = async (
  { columns, engine }: SearchServices,
  searched: FollowedIndex,
  languages: Languages,
  search: ColumnSearch,
  isStaged = false,
): Promise<ColumnResult> => {
  const timeoutMs = engine.queryTimeoutMs;
  const view = viewOf(fieldsOfSearch(search), isStaged);
  const found = await columns?.search(searched, search, languages, timeoutMs, view);
  if (found !== undefined) return found;
  const { facets, postFilter, all } = search;
  const extras = { rows: variantRows, view };
  if (facets.length === 0)
    return { ...(await runSearch(searched, shownOf(search), languages, timeoutMs, extras)), results: [] };
  const counts = new ContentCounts(table, variantRows, facets, all);
  const counting = { ...extras, postFilter, facets: counts };
  return { ...(await runSearch(searched, search, languages, timeoutMs, counting)), results: counts.results() };
};

export interface MatchingVariants {
  readonly allMatched: boolean;
  /** One content for each matching variant, with only this variant in the list. */
  readonly rows: readonly Content[];
}

/** Returns the variants of hits that match all parts; a hit that was deleted meanwhile has none. */
export const matchingVariantsOf = async (
  { contents }: SearchedIndex,
  parts: readonly (Query | undefined)[],
  ids: readonly string[],
  view?: ContentView,
): Promise<MatchingVariants[]> => {
  const match = matcherOf({ kind: 'and', parts: parts.filter(part => part !== undefined) }, variantRows);
  return (await contents(ids)).map(hit => {
    const stored = hit?.content === undefined ? [] : unpackContent(hit.content);
    const content = view?.of(stored) ?? stored;
    const matched = match(content)?.rows;
    const all = splitAt(content, variantRows.path);
    return matched === undefined || matched.length === all.length
      ? { allMatched: true, rows: all }
      : { allMatched: false, rows: matched.map(at => all[at] ?? []) };
  });
};

/** Returns the projections of hits; a product that has been deleted or hidden meanwhile has none. */
export const projectionsOfHits = async (
  { engine }: Pick<SearchServices, 'engine'>,
  projectKey: string,
  ids: readonly string[],
  parameters: ProjectionParameters,
  sources?: ResponseSources,
): Promise<ProductProjection[]> => {
  const loaded = await loadMany<Product>(engine, projectKey, 'product', ids);
  const products = ids.flatMap(id => loaded.get(id) ?? []);
  return projectionsOf(engine, projectKey, products, parameters, sources);
};

/** The texts of projections that this thread made. */
const kept = new KeptResponses<string>();

/**
 * Makes the text of the projection of one hit, and keeps it if `noted`, the sources of the parameters, is given;
 * undefined if the product has been deleted or hidden meanwhile.
 */
const makeText = async (
  engine: Engine,
  request: ResourceRequest,
  id: string,
  name: string,
  parameters: ProjectionParameters,
  noted: ResponseSources | undefined,
): Promise<string | undefined> => {
  const sources = noted?.copy();
  await sources?.watch([projectStamp, resourceStamp('product', id)]);
  const projections = await projectionsOfHits({ engine }, request.projectKey, [id], parameters, sources);
  const [text] = await expandObjects(engine, request, projections);
  const validity = sources?.validity();
  if (text !== undefined && validity !== undefined) kept.keep(name, text, validity);
  return text;
};

/** Returns the projections of hits as JSON texts by id, as the parameters of the request select them. */
export const projectionTexts = async (
  { engine }: Pick<SearchServices, 'engine'>,
  request: ResourceRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { projectKey, storeKey, query, publishedOnly } = request;
  const noted = sourcesOf(engine, request);
  const parameters = await projectionParametersOf(engine, request, noted);
  const names = ids.map(id => JSON.stringify([projectKey, storeKey, publishedOnly, query.toString(), id]));
  const found = noted === undefined ? [] : await kept.valid(engine.store, projectKey, names);
  const texts = await Promise.all(
    ids.map(async (id, at) => found[at] ?? makeText(engine, request, id, names[at]!, parameters, noted)),
  );
  return new Map(ids.flatMap((id, at) => (texts[at] === undefined ? [] : [[id, texts[at]!] as const])));
};
