import {
  type ErrorEntry,
  fail,
  failAll,
  required,
  invalidOperation,
  requiredField,
} from '../../../base/errors/ApiError.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadMany } from '../../../engine/loadResources.js';
import type { UsageCount } from '../../../store/ChangeSet.js';
import { applicableStates, codeStateRefusal, discountCodeCounters } from '../../pricing/findApplicableDiscounts.js';
import type { DiscountCode } from '../discountCode.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import { assertExpectedVersion } from '../../../engine/commit/commit.js';
import type { Static } from '@sinclair/typebox';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import type { Context } from '../../../engine/define/Context.js';
import type { Creation, CreationResult } from '../../../engine/define/Creation.js';
import { creation } from '../../../engine/define/defineResource.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { IntegerFrom, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { type Identifier, ResourceIdentifier, type TypedIdentifier } from '../../../engine/schema/reference.js';
import { repriceCart } from '../shared/cartAndOrder/repriceCart.js';
import { storeRefusals } from '../shared/cartAndOrder/storeRules.js';
import { customFieldsOf, mergeCustomFields } from '../shared/customFields.js';
import { loadSourceAtVersion } from '../shared/loadSourceAtVersion.js';
import { orderDraftMembers, orderMembersOf } from './fromCart/orderMembersOf.js';
import { assertShippable, priceRefusals, shippingDetailRefusals, shippingRefusals } from './fromCart/refusals.js';
import { takeStock } from './fromCart/takeStock.js';
import type { Order } from './members.js';

/** Returns the counters that a use of a code raises, each with its limit. */
const countsOf = (code: DiscountCode, customerId: string | undefined): UsageCount[] => {
  const refusal = codeStateRefusal(code.id, code, 'MaxApplicationReached', '');
  const maxima = [code.maxApplications, code.maxApplicationsPerCustomer];
  return discountCodeCounters(code.id, customerId).map((name, at) => ({ name, max: maxima[at], refusal }));
};

interface DiscountCodeUses {
  readonly counts: readonly UsageCount[];
  readonly refusals: readonly ErrorEntry[];
}

const noUses: DiscountCodeUses = { counts: [], refusals: [] };

/** Checks the discount codes of a cart that is ordered, and counts one use of each (ERR054 to ERR056, ORD102). */
const useDiscountCodes = async (
  access: ResourceAccess,
  projectKey: string,
  cart: Cart,
  infos: Cart['discountCodes'],
  now: string,
): Promise<DiscountCodeUses> => {
  if (infos.length === 0) return noUses;
  const codes = await loadMany<DiscountCode>(
    access,
    projectKey,
    'discount-code',
    infos.map(({ discountCode }) => discountCode.id),
  );
  const refused = infos.filter(
    ({ discountCode, state }) => !applicableStates.has(state) || !codes.has(discountCode.id),
  );
  // A code does not count as used if better discounts apply instead of its own.
  const used = infos.flatMap(({ discountCode: { id }, state }) =>
    state === 'MatchesCart' ? [codes.get(id)].filter(code => code !== undefined) : [],
  );
  return {
    refusals: refused.map(({ discountCode: { id }, state }) => codeStateRefusal(id, codes.get(id), state, now)),
    counts: refused.length > 0 ? [] : used.flatMap(code => countsOf(code, cart.customerId)),
  };
};

/**
 * Creates an order from a cart (ORD047 to ORD064, ORD085, ORD086). One commit stores the order and sets the cart to
 * Ordered.
 */

const Version = IntegerFrom(0, Number.MAX_SAFE_INTEGER);

const OrderFromCartDraft = Shape({
  cart: Optional(ResourceIdentifier('cart', { load: true })),
  /** The id of the cart, in drafts of older clients. */
  id: Optional(Text),
  version: Version,
  ...orderDraftMembers,
  custom: Optional(CustomFieldsDraft),
});

const MyOrderFromCartDraft = Shape({ id: Text, version: Version });

type Draft = Static<typeof OrderFromCartDraft>;

/** Returns the identifier of the cart that a draft names (ORD047). */
const cartIn = ({ cart, id }: Draft): Identifier => {
  if (cart !== undefined) return cart;
  if (id === undefined) throw requiredField('cart', 'a resource identifier of the cart, by id or key');
  return { id };
};

const needs = ({ cart, id }: Draft): TypedIdentifier[] =>
  cart !== undefined || id === undefined ? [] : [{ typeId: 'cart', id }];

/** Merges the custom fields of the draft into those of the cart (ORD053 to ORD055). */
const customOf = (cart: Cart, { custom }: Draft, context: Context): Cart['custom'] => {
  if (custom === undefined) return cart.custom;
  return cart.custom === undefined
    ? customFieldsOf(custom, 'order', context)
    : mergeCustomFields(cart.custom, custom, context);
};

const createdMessages = (order: Order) => [{ type: 'OrderCreated', order } as const];

const orderOf = (draft: Draft, context: Context): CreationResult<Order> => {
  const { document, resource } = context.loadStored('cart', cartIn(draft));
  const cart = resource as Cart;
  return {
    members: orderMembersOf(cart, draft, context, {
      custom: customOf(cart, draft, context),
      cart: { typeId: 'cart', id: cart.id },
    }),
    messages: createdMessages,
    source: document,
  };
};

const cartNotFound = (id: string) => fail('ReferencedResourceNotFound', { typeId: 'cart', id, identifier: id });

type PathOwner = Partial<Pick<Cart, 'customerId' | 'anonymousId'>>;

/** Refuses a cart of another owner at `/me`. */
const assertOwned = ({ id, customerId, anonymousId }: Cart, owner: PathOwner): void => {
  const isOfOther =
    (owner.customerId ?? customerId) !== customerId || (owner.anonymousId ?? anonymousId) !== anonymousId;
  if (isOfOther) throw cartNotFound(id);
};

const assertCartOrderable = ({ cartState, totalPrice }: Cart): void => {
  if (totalPrice.centAmount < 0)
    throw invalidOperation(
      `The totalPrice of the cart is ${totalPrice.centAmount} cents; nothing below 0 can be ordered.`,
    );
  if (cartState !== 'Active' && cartState !== 'Frozen')
    throw invalidOperation(`The cart is ${cartState} and cannot be ordered; expected an Active or Frozen one.`);
};

/**
 * Refuses an order with all reasons in one error (ERR061). Otherwise the commit of the order also takes the stock and
 * uses the discount codes.
 */
const beforeCommit: BeforeCommit<Order> = async (access, input) => {
  const { projectKey, context, isFirstRun, draft, after, pathMembers = {} } = input;
  const { version } = draft as Draft;
  const loaded = context.loadStored('cart', cartIn(draft as Draft));
  assertOwned(loaded.resource as Cart, pathMembers);
  // Checks the version that the order was made from, and the version that is stored now (ORD048, ORD049).
  assertExpectedVersion(loaded.resource, version);
  const companion = await loadSourceAtVersion<Cart>(
    access,
    projectKey,
    required(after.cart, 'the cart of an order from a cart'),
    version,
    () => ({
      set: { cartState: 'Ordered' },
    }),
    isFirstRun ? loaded : undefined,
  );
  const { source: cart } = companion;
  assertCartOrderable(cart);
  assertShippable(cart, 'cart');
  // Stock is read while the cart is priced. If both fail, the error of pricing is thrown.
  const taking = takeStock(access, projectKey, cart);
  taking.catch(() => undefined);
  const fresh = await repriceCart(access, {
    projectKey,
    context,
    before: cart,
    after: cart,
    requestedEffects: { recalculate: { updateProductData: false } },
  });
  const [stock, codes, foreign] = await Promise.all([
    taking,
    useDiscountCodes(access, projectKey, cart, fresh.discountCodes ?? [], context.now),
    storeRefusals(access, projectKey, { store: after.store, country: after.country, lineItems: [] }),
  ]);
  const shipping = shippingRefusals(cart, fresh);
  const refusals = [
    ...foreign,
    ...shippingDetailRefusals(cart),
    ...shipping,
    ...codes.refusals,
    ...(shipping.length > 0 || codes.refusals.length > 0 ? [] : priceRefusals(cart, fresh)),
    ...stock.refusals,
  ];
  if (refusals.length > 0) throw failAll(refusals);
  return {
    ...('customerGroup' in fresh && { set: { customerGroup: fresh.customerGroup } }),
    updates: [companion, ...stock.companions],
    counts: codes.counts,
  };
};

/** Refuses carts of quotes, and carts whose external taxes are missing. */
const beforeMyCommit: BeforeCommit<Order> = (access, change) => {
  const { origin, cart, taxMode, taxedPrice } = change.after;
  if (origin === 'Quote') throw cartNotFound(required(cart, 'the cart of an order from a cart').id);
  if ((taxMode === 'External' || taxMode === 'ExternalAmount') && taxedPrice === undefined)
    throw invalidOperation(`The taxMode of the cart is ${taxMode}, and its taxes are not set yet.`);
  return beforeCommit(access, change);
};

export const orderFromCart: Creation<Order> = creation<Order, typeof OrderFromCartDraft>(
  OrderFromCartDraft,
  orderOf,
  needs,
  beforeCommit,
);

export const myOrderFromCart: Creation<Order> = creation<Order, typeof MyOrderFromCartDraft>(
  MyOrderFromCartDraft,
  orderOf,
  needs,
  beforeMyCommit,
);
