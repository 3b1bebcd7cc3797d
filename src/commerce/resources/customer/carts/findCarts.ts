/** Finds the carts, orders, payments and shopping lists that a sign-in assigns. */
import { required, fail, invalidOperation } from '../../../../base/errors/ApiError.js';
import { Document } from '../../../../engine/document/Document.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { loadStored } from '../../../../engine/loadResources.js';
import type { StoredResource } from '../../../../engine/define/Base.js';
import type { Predicate } from '../../../../engine/query/predicate/Predicate.js';
import { equalsPredicate, latestBody } from '../../../../engine/query/queryLatest.js';
import { unhiddenConditions } from '../../../../engine/query/visibilityConditions.js';
import type { Cart } from '../../cart/index.js';
import type { Order } from '../../order/index.js';
import type { Payment } from '../../payment/members.js';
import type { ShoppingList } from '../../shoppingList/members.js';
import { wholeList } from '../../../../store/DataStore.js';

/** A stored resource with its document, which the commit of an update needs. */
export interface LoadedResource<R> extends StoredResource {
  readonly resource: StoredResource['resource'] & R;
}

/** The customer that carts are assigned to; with `storeKey` only carts and orders of that store are found. */
export interface CartSearch {
  readonly access: ResourceAccess;
  readonly projectKey: string;
  readonly customerId: string;
  readonly storeKey?: string;
}

/** Bounds the resources of each type that one sign-in assigns, the youngest first; a later one assigns the others. */
const assignedMax = 200;
/** Bounds the resources that one sign-in reads, among them assigned orders, which keep the anonymous id. */
const readMax = 2_000;
const bytesMax = 32 * 1024 * 1024;
const batchSize = 5;

const openResource = <R>({ access }: CartSearch, typeId: string, body: Buffer): LoadedResource<R> => {
  const document = Document.open(body);
  return {
    document,
    resource: required(access.resourceTypes.get(typeId), typeId).view(document) as LoadedResource<R>['resource'],
  };
};

const isInStore = ({ storeKey }: CartSearch, { store }: Pick<Cart, 'store'>): boolean =>
  storeKey === undefined || store?.key === storeKey;

interface SessionResources {
  readonly cart: Cart;
  readonly order: Order;
  readonly payment: Payment;
  readonly 'shopping-list': ShoppingList;
}

/** Tells whether a resource of the store has no customer; assigned orders keep anonymousId. Payments have no store. */
const isAnonymous = (search: CartSearch, resource: Cart | Order | Payment | ShoppingList): boolean => {
  if ('amountPlanned' in resource) return resource.customer === undefined;
  const owner = 'textLineItems' in resource ? resource.customer : resource.customerId;
  return owner === undefined && isInStore(search, resource);
};

/** Finds the resources of a session that belong to no customer, the youngest first (CUST111, CUST125, CUST128). */
export const findSessionResources = async <T extends keyof SessionResources, R extends SessionResources[T]>(
  search: CartSearch,
  typeId: T,
  anonymousId: string,
): Promise<LoadedResource<R>[]> => {
  const { access, projectKey } = search;
  const { store } = access;
  const list = { by: 'value', path: 'anonymousId', value: anonymousId } as const;
  const { to } = await store.rankRange(projectKey, typeId, list, wholeList);
  const ids = (await store.idsInRange(projectKey, typeId, list, { from: Math.max(0, to - readMax), to })).reverse();
  const found: LoadedResource<R>[] = [];
  for (let at = 0, bytes = 0; at < ids.length && bytes < bytesMax && found.length < assignedMax; at += batchSize) {
    const bodies = (await store.bodies(projectKey, typeId, ids.slice(at, at + batchSize), 'leaveOut')).filter(
      body => body !== null,
    );
    const fitting = bodies
      .map(body => openResource<R>(search, typeId, body))
      .filter(({ resource }) => isAnonymous(search, resource));
    found.push(...fitting);
    bytes += fitting.reduce((all, { document: { body } }) => all + body.length, 0);
  }
  return found.slice(0, assignedMax);
};

/**
 * Finds the cart that the client named; undefined where an earlier sign-in assigned it to this customer (CUST110,
 * CUST112, CUST136).
 */
export const findNamedCart = async (
  search: CartSearch,
  id: string,
  anonymousId: string | undefined,
): Promise<LoadedResource<Cart> | undefined> => {
  const { access, projectKey, customerId } = search;
  const found = (await loadStored(access, projectKey, 'cart', id)) as LoadedResource<Cart> | undefined;
  if (found === undefined || !isInStore(search, found.resource))
    throw fail('ReferencedResourceNotFound', { typeId: 'cart', id, identifier: id });
  const { resource: cart } = found;
  if (cart.customerId === customerId) return undefined;
  if (cart.customerId !== undefined)
    throw invalidOperation(`The cart '${id}' is no anonymous cart: it belongs to a customer.`);
  if (anonymousId !== undefined && cart.anonymousId !== anonymousId)
    throw invalidOperation(`The cart '${id}' does not have the anonymousId '${anonymousId}'.`);
  return found;
};

/** Tells whether a cart can become or join the active cart; locked carts and carts of quotes cannot. */
export const isMergeable = ({ cartState, origin, lock }: Cart): boolean =>
  cartState === 'Active' && origin !== 'Quote' && lock === undefined;

/** Limits carts to one store, to those without a store (null), or not at all (undefined). */
const storeConditions = (key: string | null | undefined): Predicate[] => {
  if (key === undefined) return [];
  return [
    key === null
      ? { kind: 'defined', field: 'store', negated: true }
      : { kind: 'nested', field: 'store', part: equalsPredicate('key', key) },
  ];
};

/**
 * Finds the active cart that the customer modified last, in the store of the anonymous cart if there is one (CUST114).
 */
export const findActiveCart = async (
  search: CartSearch,
  anonymousCart: Cart | undefined,
): Promise<LoadedResource<Cart> | undefined> => {
  const { access, projectKey, customerId, storeKey } = search;
  const resourceType = required(access.resourceTypes.get('cart'), 'cart');
  const parts = [
    equalsPredicate('customerId', customerId),
    equalsPredicate('cartState', 'Active'),
    ...unhiddenConditions(resourceType),
    ...storeConditions(anonymousCart === undefined ? storeKey : (anonymousCart.store?.key ?? null)),
  ];
  const body = await latestBody(access, { resourceType, projectKey }, parts);
  return body && openResource<Cart>(search, 'cart', body);
};
