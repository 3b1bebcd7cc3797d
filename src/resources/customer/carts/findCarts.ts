/** The carts and orders that a sign-in is about. */
import { Document } from '../../../engine/document/Document.js';
import type { Engine } from '../../../engine/Engine.js';
import { loadStored } from '../../../engine/loadMany.js';
import type { StoredResource } from '../../../engine/loadAddressed.js';
import type { Predicate } from '../../../engine/query/predicate/ast.js';
import { equals, latestBody } from '../../../engine/query/queryLatest.js';
import { unhiddenConditions } from '../../../engine/visibility.js';
import { fail } from '../../../errors/ApiError.js';
import type { Cart } from '../../cart/index.js';
import type { Order } from '../../order/index.js';
import { wholeList } from '../../../store/store.js';

/** A stored resource with its document, as a commit needs it. */
export interface LoadedResource<R> extends StoredResource {
  readonly resource: StoredResource['resource'] & R;
}

/** Whose they are to be, and where: in a store only what belongs to it is seen. */
export interface CartSearch {
  readonly engine: Engine;
  readonly projectKey: string;
  readonly customerId: string;
  readonly storeKey?: string;
}

/** Most carts, and most orders, that one sign-in takes over, and bytes of each: the youngest. Others keep the anonymous id, for a later one. */
const takenMax = 200;
/** Most that it looks at: orders that were given to a customer keep the anonymous id. */
const seenMax = 2_000;
const bytesMax = 32 * 1024 * 1024;
const step = 5;

const opened = <R>({ engine }: CartSearch, typeId: string, body: Buffer): LoadedResource<R> => {
  const document = Document.open(body);
  return { document, resource: engine.resourceTypes.get(typeId)!.view(document) as LoadedResource<R>['resource'] };
};

const isInStore = ({ storeKey }: CartSearch, { store }: Pick<Cart, 'store'>): boolean =>
  storeKey === undefined || store?.key === storeKey;

/** An order may have been given to a customer and keep the id of the session that it was made in. */
const isAnonymous = (search: CartSearch, resource: Cart | Order): boolean =>
  resource.customerId === undefined && isInStore(search, resource);

/** CUST111, CUST125, CUST128: what bears an anonymous id and belongs to no customer, the youngest first. */
export const findSessionResources = async <R extends Cart | Order>(
  search: CartSearch,
  typeId: 'cart' | 'order',
  anonymousId: string,
): Promise<LoadedResource<R>[]> => {
  const {
    engine: { store },
    projectKey,
  } = search;
  const list = { by: 'value', path: 'anonymousId', value: anonymousId } as const;
  const { to } = await store.rankRange(projectKey, typeId, list, wholeList);
  const ids = (await store.idsInRange(projectKey, typeId, list, { from: Math.max(0, to - seenMax), to })).reverse();
  const found: LoadedResource<R>[] = [];
  for (let at = 0, bytes = 0; at < ids.length && bytes < bytesMax && found.length < takenMax; at += step) {
    const bodies = (await store.bodies(projectKey, typeId, ids.slice(at, at + step))).filter(body => body !== null);
    const fitting = bodies
      .map(body => opened<R>(search, typeId, body))
      .filter(({ resource }) => isAnonymous(search, resource));
    found.push(...fitting);
    bytes += fitting.reduce((all, { document: { body } }) => all + body.length, 0);
  }
  return found.slice(0, takenMax);
};

/** CUST110, CUST112, CUST136; undefined where the cart is this customer's already: he came twice. */
export const findNamedCart = async (
  search: CartSearch,
  id: string,
  anonymousId: string | undefined,
): Promise<LoadedResource<Cart> | undefined> => {
  const { engine, projectKey, customerId } = search;
  const found = (await loadStored(engine, projectKey, 'cart', id)) as LoadedResource<Cart> | undefined;
  if (found === undefined || !isInStore(search, found.resource))
    throw fail('ReferencedResourceNotFound', { typeId: 'cart', id, identifier: id });
  const { resource: cart } = found;
  if (cart.customerId === customerId) return undefined;
  if (cart.customerId !== undefined)
    throw fail('InvalidOperation', { message: `The cart '${id}' is no anonymous cart: it belongs to a customer.` });
  if (anonymousId !== undefined && cart.anonymousId !== anonymousId)
    throw fail('InvalidOperation', { message: `The cart '${id}' does not have the anonymousId '${anonymousId}'.` });
  return found;
};

/** Carts of quotes are not what customers see as theirs. */
export const isMergeable = ({ cartState, origin }: Cart): boolean => cartState === 'Active' && origin !== 'Quote';

/** Of one store, of none (null), or of any (undefined). */
const inStore = (key: string | null | undefined): Predicate[] => {
  if (key === undefined) return [];
  return [
    key === null
      ? { kind: 'defined', field: 'store', negated: true }
      : { kind: 'nested', field: 'store', part: equals('key', key) },
  ];
};

/** CUST114: the customer's most recently modified active cart; the one beside an anonymous cart is of the same store. */
export const findActiveCart = async (
  search: CartSearch,
  beside: Cart | undefined,
): Promise<LoadedResource<Cart> | undefined> => {
  const { engine, projectKey, customerId, storeKey } = search;
  const resourceType = engine.resourceTypes.get('cart')!;
  const parts = [
    equals('customerId', customerId),
    equals('cartState', 'Active'),
    ...unhiddenConditions(resourceType),
    ...inStore(beside === undefined ? storeKey : (beside.store?.key ?? null)),
  ];
  const body = await latestBody(engine, { resourceType, projectKey }, parts);
  return body && opened<Cart>(search, 'cart', body);
};
