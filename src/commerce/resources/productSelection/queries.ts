/** Pages of the products of selections, in the forms that the paths of selections, products and stores show. */
import type { Engine } from '../../../engine/Engine.js';
import { required } from '../../../base/errors/ApiError.js';
import { loadRequested } from '../../../engine/loadRequested.js';
import { resourceNotFound, loadByUnique } from '../../../engine/loadResources.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { parseQueryParameters } from '../../../engine/query/parseQueryParameters.js';
import type { Predicate } from '../../../engine/query/predicate/Predicate.js';
import { renderExpandedPage } from '../../../engine/query/renderPage.js';
import { runQuery } from '../../../engine/query/runQuery.js';
import type { ResourceRequest, Response } from '../../../engine/ResourceRequest.js';
import type { Store } from '../store/members.js';

/** The condition that a reference is one of some ids. */
export const idIn = (field: 'product' | 'productSelection', ids: readonly string[]): Predicate => ({
  kind: 'nested',
  field,
  part:
    ids.length === 1
      ? { kind: 'compare', field: 'id', operator: '=', value: ids[0]! }
      : { kind: 'in', field: 'id', values: ids, negated: false },
});

const typeOf = ({ resourceTypes }: Pick<Engine, 'resourceTypes'>, typeId: string) =>
  required(resourceTypes.get(typeId), `the resource type '${typeId}'`);

const variants = ['variantSelection', 'variantExclusion'];

/** The body of an assignment with the members of one form. */
const withMembers = (body: Buffer, members: readonly string[]): Buffer => {
  const assignment = JSON.parse(body.toString()) as Readonly<Record<string, unknown>>;
  return Buffer.from(JSON.stringify(Object.fromEntries(members.map(name => [name, assignment[name]]))));
};

/** `total` is counted only if the client asks for it. */
const withoutTotal = (given: URLSearchParams): URLSearchParams => {
  if (given.has('withTotal')) return given;
  const query = new URLSearchParams(given);
  query.set('withTotal', 'false');
  return query;
};

const pageOfAssignments = async (
  engine: Engine,
  request: ResourceRequest,
  conditions: readonly Predicate[],
  members: readonly string[],
): Promise<Response> => {
  const resourceType = typeOf(engine, 'product-selection-assignment');
  const query = parseQueryParameters(withoutTotal(request.query), conditions, resourceType.fieldShape());
  const page = await runQuery(engine, { projectKey: request.projectKey, resourceType }, query);
  const shown = { ...page, bodies: page.bodies.map(body => withMembers(body, members)) };
  return { status: 200, body: await renderExpandedPage(engine, { ...request, resourceType }, query, shown) };
};

/** GET `product-selections/{id}/products`. */
export const productsOfSelection = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resource } = await loadRequested(engine, request);
  return pageOfAssignments(engine, request, [idIn('productSelection', [resource.id])], ['product', ...variants]);
};

/** GET `products/{id}/product-selections`. */
export const selectionsOfProduct = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { resource } = await loadRequested(engine, { ...request, resourceType: typeOf(engine, 'product') });
  const members = ['productSelection', ...variants, 'createdAt'];
  return pageOfAssignments(engine, request, [idIn('product', [resource.id])], members);
};

/** The condition that an assignment belongs to an active selection of a store. */
export const activeInStore = async (
  access: ResourceAccess,
  projectKey: string,
  storeKey: string,
): Promise<Predicate> => {
  const store = await loadByUnique<Store>(access, projectKey, 'store', 'key', storeKey);
  if (store === undefined) throw resourceNotFound({ typeId: 'store', field: 'key', value: storeKey });
  const active = store.productSelections.filter(each => each.active);
  return idIn(
    'productSelection',
    active.map(each => each.productSelection.id),
  );
};

/** GET `product-selection-assignments`; on the path of a store those of its active selections. */
export const productSelectionAssignments = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const { projectKey, storeKey } = request;
  const conditions = storeKey === undefined ? [] : [await activeInStore(engine, projectKey, storeKey)];
  return pageOfAssignments(engine, request, conditions, ['product', 'productSelection', ...variants]);
};
