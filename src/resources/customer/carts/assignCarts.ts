/** What becomes of the carts and orders of an anonymous session when its customer is known (CUST110 to CUST128). */
import { sameValue } from '../../../engine/define/actions.js';
import type { Client, Context } from '../../../engine/define/Context.js';
import type { Engine } from '../../../engine/Engine.js';
import { type CompanionUpdate, changedMembers, addCompanionWrites } from '../../../engine/commit/beforeCommit.js';
import { fail } from '../../../errors/ApiError.js';
import type { Cart } from '../../cart/index.js';
import { assertItems, pricedWithoutInvalid } from '../../cart/beforeCommit.js';
import { ofCustomer } from '../../order/actions/setCustomerId.js';
import type { Order } from '../../order/index.js';
import {
  findActiveCart,
  type LoadedResource,
  isMergeable,
  findNamedCart,
  findSessionResources,
  type CartSearch,
} from './findCarts.js';
import { mergeCarts } from './mergeCarts.js';

/** CUST038 */
export const cartModes = ['MergeWithExistingCustomerCart', 'UseAsNewActiveCustomerCart'] as const;
export type CartMode = (typeof cartModes)[number];

/** What a visitor brings along: one cart, or all that bears the id of his session. */
export interface AnonymousSession {
  readonly anonymousCartId?: string;
  readonly anonymousId?: string;
  readonly mode?: CartMode;
  /** CUST134 */
  readonly updateProductData?: boolean;
}

export interface CartAssignment extends AnonymousSession {
  readonly customer: { readonly id: string; readonly customerGroup?: Cart['customerGroup'] };
  /** Of a sign-in at a store. */
  readonly storeKey?: string;
}

export interface AssignedCarts {
  /** For the commit of the customer, or for `commitCarts`. */
  readonly also: readonly CompanionUpdate[];
  /** The customer's active cart; nothing is set where it is as it was. */
  readonly cart?: { readonly id: string; readonly set: Partial<Cart> };
}

interface Work extends CartSearch {
  readonly context: Context;
  readonly assignment: CartAssignment;
}

const ownerOf = ({
  assignment: {
    customer: { id, customerGroup },
  },
}: Work) => ({ customerId: id, anonymousId: undefined, customerGroup });

const companion = (
  typeId: 'cart' | 'order',
  { document, resource }: LoadedResource<Cart | Order>,
  set: object,
): CompanionUpdate => ({
  typeId,
  stored: { document, resource },
  set: set as CompanionUpdate['set'],
});

type Repricing = 'all' | 'group';

/** What a cart costs with `changes` in it, as it would be set. Without `all`, only what hangs on the changes is looked up. */
const repriced = async (
  work: Work,
  { resource: before }: LoadedResource<Cart>,
  changes: Partial<Cart>,
  what: Repricing,
): Promise<Partial<Cart>> => {
  const {
    engine,
    projectKey,
    context,
    assignment: { updateProductData = false },
  } = work;
  const after: Cart = { ...(JSON.parse(JSON.stringify(before)) as Cart), ...changes };
  assertItems(after);
  const requestedEffects = what === 'all' ? { recalculate: { updateProductData } } : {};
  return {
    ...changes,
    ...(await pricedWithoutInvalid(engine, { projectKey, context, before, after, changes, requestedEffects })),
  };
};

/** The cart that comes back from the sign-in (CUST124). */
interface Active {
  readonly found: LoadedResource<Cart>;
  readonly set: Partial<Cart>;
  readonly also: readonly CompanionUpdate[];
}

/** CUST113, CUST122 */
const adopted = async (work: Work, found: LoadedResource<Cart>): Promise<Active> => {
  const set = await repriced(work, found, ownerOf(work), 'all');
  return { found, set, also: [companion('cart', found, set)] };
};

/** CUST123 */
const assertMergeable = (anonymous: Cart, own: Cart): void => {
  const [theirs, ours] = [anonymous, own].map(({ totalPrice }) => totalPrice.currencyCode);
  if (theirs !== ours)
    throw fail('InvalidOperation', {
      message: `The anonymous cart is in ${theirs}, the cart of the customer in ${ours}: carts of different currencies cannot be merged. Sign in with UseAsNewActiveCustomerCart.`,
    });
};

/** CUST114, CUST115. The customer's cart is written also where it held everything before: it is the one modified last. */
const merged = async (work: Work, anonymous: LoadedResource<Cart>, own: LoadedResource<Cart>): Promise<Active> => {
  assertMergeable(anonymous.resource, own.resource);
  const {
    customer: { customerGroup },
  } = work.assignment;
  const set = await repriced(
    work,
    own,
    { ...mergeCarts(anonymous.resource, own.resource, work.context.now), customerGroup },
    'all',
  );
  return {
    found: own,
    set,
    also: [companion('cart', own, set), companion('cart', anonymous, { ...ownerOf(work), cartState: 'Merged' })],
  };
};

/** The customer's own cart comes back as it costs now. */
const recalculated = async (work: Work, found: LoadedResource<Cart>): Promise<Active> => {
  const {
    customer: { customerGroup },
  } = work.assignment;
  const set = changedMembers(await repriced(work, found, { customerGroup }, 'all'), found.resource as Cart);
  return { found, set, also: Object.keys(set).length === 0 ? [] : [companion('cart', found, set)] };
};

const settled = async (work: Work, anonymous: LoadedResource<Cart> | undefined): Promise<Active | undefined> => {
  const { mode = 'MergeWithExistingCustomerCart' } = work.assignment;
  if (anonymous !== undefined && mode === 'UseAsNewActiveCustomerCart') return adopted(work, anonymous);
  const own = await findActiveCart(work, anonymous?.resource);
  if (anonymous === undefined) return own && recalculated(work, own);
  return own === undefined ? adopted(work, anonymous) : merged(work, anonymous, own);
};

/** Other carts only change hands: what was ordered or is frozen keeps its prices. They are not the ones modified last. */
const handedOver = async (work: Work, found: LoadedResource<Cart>): Promise<CompanionUpdate> => {
  const { resource: cart } = found;
  const owner = ownerOf(work);
  const keepsPrices = cart.cartState !== 'Active' || sameValue(cart.customerGroup, owner.customerGroup);
  const lastModifiedAt = new Date(Date.parse(work.context.now) - 1).toISOString();
  return {
    ...companion('cart', found, keepsPrices ? owner : await repriced(work, found, owner, 'group')),
    lastModifiedAt,
  };
};

const orderHandedOver = (work: Work, found: LoadedResource<Order>): CompanionUpdate => {
  const {
    customer: { id, customerGroup },
  } = work.assignment;
  const { set, messages } = ofCustomer(found.resource, id, customerGroup);
  return { ...companion('order', found, { ...set, anonymousId: undefined }), messages };
};

const byTime = ({ resource: a }: LoadedResource<Cart>, { resource: b }: LoadedResource<Cart>): number =>
  a.lastModifiedAt < b.lastModifiedAt ? 1 : a.lastModifiedAt > b.lastModifiedAt ? -1 : 0;

/** CUST126: the cart that the mode is about: the one that is named, else the one last modified. */
const chosenOf = (
  named: LoadedResource<Cart> | undefined,
  carts: readonly LoadedResource<Cart>[],
): LoadedResource<Cart> | undefined => {
  const mergeable = carts.filter(({ resource }) => isMergeable(resource)).sort(byTime);
  return mergeable.find(({ resource }) => resource.id === named?.resource.id) ?? mergeable[0];
};

const gathered = async (
  work: Work,
): Promise<{ named?: LoadedResource<Cart>; carts: LoadedResource<Cart>[]; orders: LoadedResource<Order>[] }> => {
  const { anonymousCartId, anonymousId } = work.assignment;
  const [named, carts, orders] = await Promise.all([
    anonymousCartId === undefined ? undefined : findNamedCart(work, anonymousCartId, anonymousId),
    anonymousId === undefined ? [] : findSessionResources<Cart>(work, 'cart', anonymousId),
    anonymousId === undefined ? [] : findSessionResources<Order>(work, 'order', anonymousId),
  ]);
  const others = carts.filter(({ resource }) => resource.id !== named?.resource.id);
  return { named, carts: named === undefined ? others : [named, ...others], orders };
};

/**
 * Finds them and says what changes, writing nothing. What it read is in the commit by its version: where something
 * changed meanwhile, the commit fails with StaleReadError, and the caller starts again (`retryOnStaleRead`).
 */
export const assignCarts = async (
  engine: Engine,
  projectKey: string,
  context: Context,
  assignment: CartAssignment,
): Promise<AssignedCarts> => {
  const work: Work = {
    engine,
    projectKey,
    context,
    assignment,
    customerId: assignment.customer.id,
    storeKey: assignment.storeKey,
  };
  const { named, carts, orders } = await gathered(work);
  const chosen = chosenOf(named, carts);
  const active = await settled(work, chosen);
  const others = await Promise.all(carts.filter(cart => cart !== chosen).map(cart => handedOver(work, cart)));
  const also = [...(active?.also ?? []), ...others, ...orders.map(order => orderHandedOver(work, order))];
  return { also, ...(active !== undefined && { cart: { id: active.found.resource.id, set: active.set } }) };
};

/** The commit of a sign-in that leaves the customer as he is; nothing to change, nothing to commit. */
export const commitCarts = async (
  engine: Engine,
  projectKey: string,
  client: Client,
  context: Context,
  { also }: Pick<AssignedCarts, 'also'>,
): Promise<void> => {
  if (also.length === 0) return;
  const head = { commitId: engine.newId(), projectKey, writes: [], references: new Map<string, number>() };
  await engine.store.commit(addCompanionWrites(engine, head, { updates: also }, client, context));
};
