/** Assigns the resources of an anonymous session to the customer that signs in or up (CUST110 to CUST128). */
import { invalidOperation } from '../../../../base/errors/ApiError.js';
import type { Engine } from '../../../../engine/Engine.js';
import { addCompanionWrites } from '../../../../engine/commit/companionWrites.js';
import type { CompanionUpdate, UpdateExtender } from '../../../../engine/define/BeforeCommit.js';
import type { Client } from '../../../../engine/define/Base.js';
import type { Context } from '../../../../engine/define/Context.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { isExtensionError } from '../../../../engine/ExtensionCall.js';
import { changedMembers, sameValue } from '../../../../engine/document/sameValue.js';
import { assertItems } from '../../cart/beforeCommit.js';
import type { Cart } from '../../cart/index.js';
import { customerChange } from '../../order/owner.js';
import type { Order } from '../../order/index.js';
import type { Payment } from '../../payment/members.js';
import type { ShoppingList } from '../../shoppingList/members.js';
import type { CustomerWithGroup } from '../../shared/customer.js';
import { repriceWithoutUnavailable } from '../../shared/cartAndOrder/repriceCart.js';
import {
  type CartSearch,
  findActiveCart,
  findNamedCart,
  findSessionResources,
  isMergeable,
  type LoadedResource,
} from './findCarts.js';
import { mergeCarts } from './mergeCarts.js';

/** Decides whether the anonymous cart is merged into the customer's or replaces it (CUST038). */
export const cartModes = ['MergeWithExistingCustomerCart', 'UseAsNewActiveCustomerCart'] as const;
type CartMode = (typeof cartModes)[number];

/** Names the resources to assign: one cart by its id, or all carts, orders, payments and lists of a session. */
export interface AnonymousSession {
  readonly anonymousCartId?: string;
  readonly anonymousId?: string;
  readonly mode?: CartMode;
  /** True if line items are updated with current product data (CUST134). */
  readonly updateProductData?: boolean;
}

export interface CartAssignment extends AnonymousSession {
  readonly customer: CustomerWithGroup & { readonly id: string };
  /** Present on the paths of a store. */
  readonly storeKey?: string;
  /** Calls the API extensions; if absent, none is called. */
  readonly extend?: UpdateExtender;
}

export interface AssignedCarts {
  /** Companion updates for the commit of the customer, or for `commitCarts`. */
  readonly updates: readonly CompanionUpdate[];
  /** The customer's active cart, with its changed members. */
  readonly cart?: { readonly id: string; readonly set: Partial<Cart> };
}

interface AssignmentContext extends CartSearch {
  readonly context: Context;
  readonly assignment: CartAssignment;
}

/** Returns the members of a cart that name its owner. */
const ownerMembers = ({ assignment: { customer } }: AssignmentContext) => ({
  customerId: customer.id,
  anonymousId: undefined,
  customerGroup: customer.customerGroup,
});

const companionUpdate = (
  typeId: 'cart' | 'order' | 'payment' | 'shopping-list',
  { document, resource }: LoadedResource<Cart | Order | Payment | ShoppingList>,
  set: CompanionUpdate['set'],
): CompanionUpdate => ({ typeId, stored: { document, resource }, set });

/**
 * Calls the API extensions for the update of a cart whose items or amounts change. Resolves to undefined if one of them
 * refuses or fails: the customer is signed in or changed nevertheless, and the items and amounts of the cart stay.
 */
export const extendCartUpdate = async (
  extend: UpdateExtender | undefined,
  update: CompanionUpdate,
  context: Context,
): Promise<CompanionUpdate | undefined> => {
  if (extend === undefined) return update;
  try {
    return await extend(update, context);
  } catch (error) {
    if (isExtensionError(error)) return undefined;
    throw error;
  }
};

/** `all` looks up every price again; `group` only the prices that depend on the changed members. */
type Repricing = 'all' | 'group';

/** Prices a cart with `changes` in it and returns all members to set. */
const repriceAssignedCart = async (
  { access, projectKey, context, assignment: { customer, updateProductData = false } }: AssignmentContext,
  { resource: before }: LoadedResource<Cart>,
  changes: Partial<Cart>,
  repricing: Repricing,
): Promise<Partial<Cart>> => {
  const after: Cart = { ...(JSON.parse(JSON.stringify(before)) as Cart), ...changes };
  assertItems(after);
  const requestedEffects = { customer, ...(repricing === 'all' && { recalculate: { updateProductData } }) };
  return {
    ...changes,
    ...(await repriceWithoutUnavailable(access, { projectKey, context, before, after, requestedEffects })),
  };
};

/** The cart that the sign-in responds with (CUST124), and the updates that it needs. */
interface ActiveCart {
  readonly id: string;
  readonly set: Partial<Cart>;
  readonly updates: readonly CompanionUpdate[];
}

/** Makes the anonymous cart the customer's active cart (CUST113, CUST122). */
const adoptCart = async (work: AssignmentContext, cart: LoadedResource<Cart>): Promise<ActiveCart> => {
  const set = await repriceAssignedCart(work, cart, ownerMembers(work), 'all');
  const update = await extendCartUpdate(work.assignment.extend, companionUpdate('cart', cart, set), work.context);
  return update === undefined ? adoptCartAsItIs(work, cart) : { id: cart.resource.id, set, updates: [update] };
};

/** Makes the anonymous cart the customer's active cart without new prices. */
const adoptCartAsItIs = (work: AssignmentContext, cart: LoadedResource<Cart>): ActiveCart => {
  const set = ownerMembers(work);
  return { id: cart.resource.id, set, updates: [companionUpdate('cart', cart, set)] };
};

/** Refuses to merge carts of different currencies (CUST123). */
const assertSameCurrency = (anonymous: Cart, own: Cart): void => {
  const anonymousCurrency = anonymous.totalPrice.currencyCode;
  const ownCurrency = own.totalPrice.currencyCode;
  if (anonymousCurrency !== ownCurrency)
    throw invalidOperation(
      `The anonymous cart is in ${anonymousCurrency}, the cart of the customer in ${ownCurrency}: ` +
        'carts of different currencies cannot be merged. Sign in with UseAsNewActiveCustomerCart.',
    );
};

/**
 * Merges the anonymous cart into the customer's (CUST114, CUST115). The customer's cart is written even without a
 * change of its items, so that it becomes the cart modified last.
 */
const mergeIntoOwnCart = async (
  work: AssignmentContext,
  anonymous: LoadedResource<Cart>,
  own: LoadedResource<Cart>,
): Promise<ActiveCart> => {
  assertSameCurrency(anonymous.resource, own.resource);
  const { customerGroup } = work.assignment.customer;
  const merged = mergeCarts(anonymous.resource, own.resource, work.context.now);
  const set = await repriceAssignedCart(work, own, { ...merged, customerGroup }, 'all');
  const update = await extendCartUpdate(work.assignment.extend, companionUpdate('cart', own, set), work.context);
  if (update === undefined) return adoptCartAsItIs(work, anonymous);
  return {
    id: own.resource.id,
    set,
    updates: [update, companionUpdate('cart', anonymous, { ...ownerMembers(work), cartState: 'Merged' })],
  };
};

/** Prices the customer's own cart anew, so that the response shows current prices. */
const recalculateOwnCart = async (work: AssignmentContext, own: LoadedResource<Cart>): Promise<ActiveCart> => {
  const { customerGroup } = work.assignment.customer;
  const set = changedMembers<Cart>(await repriceAssignedCart(work, own, { customerGroup }, 'all'), own.resource);
  const update =
    Object.keys(set).length === 0
      ? undefined
      : await extendCartUpdate(work.assignment.extend, companionUpdate('cart', own, set), work.context);
  return { id: own.resource.id, set, updates: update === undefined ? [] : [update] };
};

const determineActiveCart = async (
  work: AssignmentContext,
  anonymous: LoadedResource<Cart> | undefined,
): Promise<ActiveCart | undefined> => {
  const { mode = 'MergeWithExistingCustomerCart' } = work.assignment;
  if (anonymous !== undefined && mode === 'UseAsNewActiveCustomerCart') return adoptCart(work, anonymous);
  const found = await findActiveCart(work, anonymous?.resource);
  const own = found?.resource.lock === undefined ? found : undefined;
  if (anonymous === undefined) return own && recalculateOwnCart(work, own);
  return own === undefined ? adoptCart(work, anonymous) : mergeIntoOwnCart(work, anonymous, own);
};

/**
 * Assigns a further cart of the session. Ordered, frozen and locked carts keep their prices. Its modification time lies
 * before the one of the active cart, which stays the cart modified last.
 */
const assignFurtherCart = async (work: AssignmentContext, cart: LoadedResource<Cart>): Promise<CompanionUpdate> => {
  const { cartState, lock, customerGroup } = cart.resource;
  const owner = ownerMembers(work);
  const keepsPrices = cartState !== 'Active' || lock !== undefined || sameValue(customerGroup, owner.customerGroup);
  const update = keepsPrices
    ? undefined
    : await extendCartUpdate(
        work.assignment.extend,
        companionUpdate('cart', cart, await repriceAssignedCart(work, cart, owner, 'group')),
        work.context,
      );
  return { ...(update ?? companionUpdate('cart', cart, owner)), isEarlier: true };
};

const assignOrder = (
  { assignment: { customer } }: AssignmentContext,
  order: LoadedResource<Order>,
): CompanionUpdate => {
  const { set, messages } = customerChange(order.resource, customer.id, customer.customerGroup);
  return { ...companionUpdate('order', order, { ...set, anonymousId: undefined }), messages };
};

/** Assigns a resource that refers to its customer. */
const assignByReference = (
  { assignment: { customer } }: AssignmentContext,
  typeId: 'payment' | 'shopping-list',
  loaded: LoadedResource<Payment | ShoppingList>,
): CompanionUpdate =>
  companionUpdate(typeId, loaded, { customer: { typeId: 'customer', id: customer.id }, anonymousId: undefined });

const byModificationTime = (
  { resource: { lastModifiedAt: a } }: LoadedResource<Cart>,
  { resource: { lastModifiedAt: b } }: LoadedResource<Cart>,
): number => (a < b ? 1 : a > b ? -1 : 0);

/** Chooses the cart that the mode applies to: the named one, else the one modified last (CUST126). */
const chooseCart = (
  named: LoadedResource<Cart> | undefined,
  carts: readonly LoadedResource<Cart>[],
): LoadedResource<Cart> | undefined => {
  const mergeable = carts.filter(({ resource }) => isMergeable(resource)).sort(byModificationTime);
  return mergeable.find(({ resource }) => resource.id === named?.resource.id) ?? mergeable[0];
};

interface SessionResources {
  readonly named?: LoadedResource<Cart>;
  readonly carts: readonly LoadedResource<Cart>[];
  readonly orders: readonly LoadedResource<Order>[];
  readonly payments: readonly LoadedResource<Payment>[];
  readonly lists: readonly LoadedResource<ShoppingList>[];
}

const loadSessionResources = async (work: AssignmentContext): Promise<SessionResources> => {
  const { anonymousCartId, anonymousId } = work.assignment;
  const [named, carts, orders, payments, lists] = await Promise.all([
    anonymousCartId === undefined ? undefined : findNamedCart(work, anonymousCartId, anonymousId),
    anonymousId === undefined ? [] : findSessionResources(work, 'cart', anonymousId),
    anonymousId === undefined ? [] : findSessionResources(work, 'order', anonymousId),
    anonymousId === undefined ? [] : findSessionResources(work, 'payment', anonymousId),
    anonymousId === undefined ? [] : findSessionResources(work, 'shopping-list', anonymousId),
  ]);
  const others = carts.filter(({ resource }) => resource.id !== named?.resource.id);
  return { named, carts: named === undefined ? others : [named, ...others], orders, payments, lists };
};

/**
 * Computes the updates of carts, orders, payments and shopping lists without writing them. The commit checks the
 * versions of all resources that were read: after a concurrent change it fails with StaleReadError, and the caller
 * repeats all of it (`retryOnStaleRead`).
 */
export const assignCarts = async (
  access: ResourceAccess,
  projectKey: string,
  context: Context,
  assignment: CartAssignment,
): Promise<AssignedCarts> => {
  const { customer, storeKey } = assignment;
  const work: AssignmentContext = { access, projectKey, context, assignment, customerId: customer.id, storeKey };
  const { named, carts, orders, payments, lists } = await loadSessionResources(work);
  const chosen = chooseCart(named, carts);
  const active = await determineActiveCart(work, chosen);
  const furtherCarts = carts.filter(cart => cart !== chosen);
  const further = await Promise.all(furtherCarts.map(cart => assignFurtherCart(work, cart)));
  const updates = [
    ...(active?.updates ?? []),
    ...further,
    ...orders.map(order => assignOrder(work, order)),
    ...payments.map(payment => assignByReference(work, 'payment', payment)),
    ...lists.map(list => assignByReference(work, 'shopping-list', list)),
  ];
  return { updates, ...(active !== undefined && { cart: { id: active.id, set: active.set } }) };
};

/** Commits the cart and order updates of a sign-in; the customer itself does not change. */
export const commitCarts = async (
  engine: Engine,
  projectKey: string,
  client: Client,
  context: Context,
  updates: readonly CompanionUpdate[],
): Promise<void> => {
  if (updates.length === 0) return;
  const changeSet = { commitId: engine.newId(), projectKey, writes: [], references: new Map<string, number>() };
  await engine.store.commit(addCompanionWrites(engine, changeSet, { updates }, client, context));
};
