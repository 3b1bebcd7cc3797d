import { compileResourceFields, type FieldShape } from '../../../../engine/define/FieldShape.js';
import { type ParsedQuery, parseQueryParameters } from '../../../../engine/query/parseQueryParameters.js';
import type { Predicate } from '../../../../engine/query/predicate/Predicate.js';
import { ProductData, type Product } from '../members.js';
import { ProductProjection } from '../productProjection.js';
import { WorkTime } from '../../../../base/shedding/WorkTime.js';
import { parseUndamaged } from '../../../../engine/damagedResources.js';
import type { Engine } from '../../../../engine/Engine.js';
import { loadRequested, locatedId } from '../../../../engine/loadRequested.js';
import { resourceNotFound } from '../../../../engine/loadResources.js';
import { renderTexts } from '../../../../engine/query/renderPage.js';
import { sourcesOf, watchNamed, watchRequested } from '../../../../engine/query/responseSources.js';
import { runQuery } from '../../../../engine/query/runQuery.js';
import { expandObjects } from '../../../../engine/references/expandReferences.js';
import type { ResourceRequest, Response } from '../../../../engine/ResourceRequest.js';
import { assortmentCondition } from '../../productSelection/assortment.js';
import { projectionParametersOf } from './parameters.js';
import { projectionsOf } from './projectionsOf.js';

/**
 * Queries of projections: their fields stand in the staged or the current data of the stored product, so that its
 * indexes answer them.
 */

let shape: FieldShape | undefined;

/** The fields that queries of projections can name. */
export const projectionFields = (): FieldShape => (shape ??= compileResourceFields('product', ProductProjection));

const flags: ReadonlySet<string> = new Set(['published', 'hasStagedChanges']);
const dataMembers: ReadonlySet<string> = new Set(Object.keys(ProductData.properties));

/** The members of the stored product that lead to a field of the projection. */
const parentsOf = (field: string, staged: boolean): string[] => {
  if (flags.has(field)) return ['masterData'];
  return dataMembers.has(field) ? ['masterData', staged ? 'staged' : 'current'] : [];
};

/** Turns a condition on a projection into one on the stored product. */
const storedPredicate = (predicate: Predicate, staged: boolean): Predicate => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return { kind: predicate.kind, parts: predicate.parts.map(part => storedPredicate(part, staged)) };
    case 'not':
      return { kind: 'not', part: storedPredicate(predicate.part, staged) };
    default:
      return parentsOf(predicate.field, staged).reduceRight<Predicate>(
        (part, field) => ({ kind: 'nested', field, part }),
        predicate,
      );
  }
};

/** Products that are published: those of which projections show current data. */
const publishedCondition: Predicate = {
  kind: 'nested',
  field: 'masterData',
  part: { kind: 'compare', field: 'published', operator: '=', value: true },
};

/** Turns a query of projections into one of stored products, among those that satisfy another condition. */
export const storedQuery = (query: ParsedQuery, staged: boolean, among?: Predicate): ParsedQuery => {
  const { predicate, sort } = query;
  const conditions = [
    ...(predicate === undefined ? [] : [storedPredicate(predicate, staged)]),
    ...(staged ? [] : [publishedCondition]),
    ...(among === undefined ? [] : [among]),
  ];
  return {
    ...query,
    predicate: conditions.length > 1 ? { kind: 'and', parts: conditions } : conditions[0],
    sort: sort.map(key => ({ ...key, path: [...parentsOf(key.path[0] ?? '', staged), ...key.path] })),
  };
};

const parse = (body: Buffer): Product => JSON.parse(body.toString()) as Product;

/** GET of the projection of one product; 404 for one that is not published, unless staged data is asked for. */
export const readProjection = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { projectKey, locator, storeKey } = request;
  const sources = sourcesOf(engine, request);
  const parameters = await projectionParametersOf(engine, request, sources);
  // The resource type has no stores: all products are visible on each path, and the assortment decides.
  const scope = { ...request, storeKey: undefined };
  const id = await locatedId(engine, scope);
  await watchRequested(sources, scope, id);
  const { document, resource } = await loadRequested(engine, scope, id);
  const product = parse(document.body);
  const projections = await projectionsOf(engine, projectKey, [product], parameters, sources);
  if (projections.length === 0)
    throw resourceNotFound({ typeId: 'product', field: 'id', value: '', ...locator, storeKey });
  const [body = ''] = await expandObjects(engine, request, projections);
  return { status: 200, body, validity: resource.id === id ? sources?.validity() : undefined };
};

/** GET of a page of projections that match a query on their own fields. */
export const queryProjections = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { projectKey, resourceType, publishedOnly } = request;
  const noted = sourcesOf(engine, request);
  const parameters = await projectionParametersOf(engine, request, noted);
  const { assortment } = parameters;
  const among = assortment && (await assortmentCondition(engine, projectKey, assortment));
  const asked = parseQueryParameters(request.query, [], projectionFields());
  const query = storedQuery(asked, parameters.staged, among);
  const sources = await watchNamed(engine, noted, request, query);
  const deadline = new WorkTime(projectKey, engine.queryTimeoutMs, { mayMove: true });
  const page = await runQuery(engine, { resourceType, projectKey, publishedOnly }, query, deadline);
  const time = new WorkTime(projectKey);
  const products: Product[] = [];
  for (const body of page.bodies) {
    await time.pause(body.length);
    const product = parseUndamaged(projectKey, 'product', body, parse);
    if (product !== undefined) products.push(product);
  }
  const projections = await projectionsOf(engine, projectKey, products, parameters, sources);
  const body = renderTexts(query, page, await expandObjects(engine, request, projections));
  return { status: 200, body, validity: sources?.validity() };
};
