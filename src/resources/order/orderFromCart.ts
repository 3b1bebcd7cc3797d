/** An order from a cart (ORD047 to ORD064, ORD085, ORD086): the order appears and the cart turns Ordered in one commit. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import type { Creation } from '../../engine/define/Creation.js';
import { creation } from '../../engine/define/defineResource.js';
import type { Members } from '../../engine/define/Base.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { fail, failAll } from '../../errors/ApiError.js';
import type { Cart } from '../shared/cartMembers.js';
import { IntegerFrom, Optional, Shape, Text } from '../../schema/primitives.js';
import { customFieldsOf, mergeCustomFields } from '../shared/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { assertVersion, loadSourceAtVersion } from '../shared/loadSourceAtVersion.js';
import { type Identifier, ResourceIdentifier, type TypedIdentifier } from '../../schema/reference.js';
import { priceRefusals, shippingDetailRefusals, shippingRefusals } from './fromCart/cartRefusals.js';
import { useDiscountCodes } from './fromCart/useDiscountCodes.js';
import { orderDraftMembers, orderMembersOf } from './fromCart/orderMembersOf.js';
import { assertShippable } from './fromCart/assertShippable.js';
import { takeStock } from './fromCart/takeStock.js';
import type { Order } from './members.js';
import { repriceCart } from '../shared/repriceCart.js';

const Version = IntegerFrom(0, Number.MAX_SAFE_INTEGER);

const OrderFromCartDraft = Shape({
  cart: Optional(ResourceIdentifier('cart', { load: true })),
  /** The cart's id, from before carts had keys. */
  id: Optional(Text),
  version: Version,
  ...orderDraftMembers,
  custom: Optional(CustomFieldsDraft),
});

/** MyOrderFromCartDraft */
const OwnOrderFromCartDraft = Shape({ id: Text, version: Version });

type Draft = Static<typeof OrderFromCartDraft>;

/** ORD047 */
const cartIn = ({ cart, id }: Draft): Identifier => {
  if (cart !== undefined) return cart;
  if (id === undefined)
    throw fail('RequiredField', { field: 'cart', expected: 'a resource identifier of the cart, by id or key' });
  return { id };
};

const needs = ({ cart, id }: Draft): TypedIdentifier[] =>
  cart !== undefined || id === undefined ? [] : [{ typeId: 'cart', id }];

/** ORD053 to ORD055 */
const customOf = (cart: Cart, { custom }: Draft, context: Context): Cart['custom'] => {
  if (custom === undefined) return cart.custom;
  return cart.custom === undefined
    ? customFieldsOf(custom, 'order', context)
    : mergeCustomFields(cart.custom, custom, context);
};

const membersOf = (draft: Draft, context: Context): Members<Order> => {
  const cart = context.load<Cart>('cart', cartIn(draft));
  return {
    ...orderMembersOf(cart, draft, context),
    custom: customOf(cart, draft, context),
    cart: { typeId: 'cart', id: cart.id },
  };
};

const cartNotFound = (id: string) => fail('ReferencedResourceNotFound', { typeId: 'cart', id, identifier: id });

type Place = Partial<Pick<Cart, 'store' | 'customerId' | 'anonymousId'>>;

/** Another store's cart, or at `/me` another one's, does not exist on the path. A cart of no store becomes an order of the path's (ORD086). */
const assertReachable = ({ id, store, customerId, anonymousId }: Cart, place: Place): void => {
  const isElsewhere = place.store !== undefined && store !== undefined && store.key !== place.store.key;
  const isAnothers =
    (place.customerId ?? customerId) !== customerId || (place.anonymousId ?? anonymousId) !== anonymousId;
  if (isElsewhere || isAnothers) throw cartNotFound(id);
};

const assertOrderable = ({ cartState, totalPrice }: Cart): void => {
  if (totalPrice.centAmount < 0)
    throw fail('InvalidOperation', {
      message: `The totalPrice of the cart is ${totalPrice.centAmount} cents; nothing below 0 can be ordered.`,
    });
  if (cartState !== 'Active' && cartState !== 'Frozen')
    throw fail('InvalidOperation', {
      message: `The cart is ${cartState} and cannot be ordered; expected an Active or Frozen one.`,
    });
};

/** Everything that stands against the order is told together (ERR061); stock and codes that pass are taken in its commit. */
const beforeCommit: BeforeCommit<Order> = async (engine, { projectKey, context, draft, after, pathMembers = {} }) => {
  const { version } = draft as Draft;
  const taken = context.load<Cart>('cart', cartIn(draft as Draft));
  assertReachable(taken, pathMembers);
  // ORD048, ORD049: what the order took over, and what is stored now.
  assertVersion(taken, version);
  const companion = await loadSourceAtVersion<Cart>(engine, projectKey, after.cart!, version, () => ({
    set: { cartState: 'Ordered' },
  }));
  const { source: cart } = companion;
  assertOrderable(cart);
  assertShippable(cart);
  const fresh = await repriceCart(engine, {
    projectKey,
    context,
    before: cart,
    after: cart,
    requestedEffects: { recalculate: { updateProductData: false } },
  });
  const [stock, codes] = await Promise.all([
    takeStock(engine, projectKey, cart),
    useDiscountCodes(engine, projectKey, cart, fresh.discountCodes ?? [], context.now),
  ]);
  const shipping = shippingRefusals(cart, fresh);
  const refusals = [
    ...shippingDetailRefusals(cart),
    ...shipping,
    ...codes.refusals,
    ...(shipping.length > 0 || codes.refusals.length > 0 ? [] : priceRefusals(cart, fresh)),
    ...stock.refusals,
  ];
  if (refusals.length > 0) throw failAll(refusals);
  return { updates: [companion, ...stock.companions], counts: codes.counts };
};

/** The cart that a seller works an offer out in is not the buyer's to order. */
const beforeOwnCommit: BeforeCommit<Order> = (engine, change) => {
  const { origin, cart, taxMode, taxedPrice } = change.after;
  if (origin === 'Quote') throw cartNotFound(cart!.id);
  // A buyer may leave the taxes to the merchant, but not buy without them.
  if ((taxMode === 'External' || taxMode === 'ExternalAmount') && taxedPrice === undefined)
    throw fail('InvalidOperation', {
      message: `The taxMode of the cart is ${taxMode}, and its taxes are not set yet.`,
    });
  return beforeCommit(engine, change);
};

const created = (order: Order) => [{ type: 'OrderCreated', order }];

export const orderFromCart: Creation<Order> = creation<Order, typeof OrderFromCartDraft>(
  OrderFromCartDraft,
  (draft, context) => ({ members: membersOf(draft, context), messages: created }),
  needs,
  beforeCommit,
);

export const myOrderFromCart: Creation<Order> = creation<Order, typeof OwnOrderFromCartDraft>(
  OwnOrderFromCartDraft,
  (draft, context) => ({ members: membersOf(draft, context), messages: created }),
  needs,
  beforeOwnCommit,
);
