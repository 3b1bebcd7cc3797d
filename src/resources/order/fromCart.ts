/** An order from a cart (ORD047 to ORD064, ORD085, ORD086): the order appears and the cart turns Ordered in one commit. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/context.js';
import { type Creation, creation, type Members } from '../../engine/defineResource.js';
import type { Settle } from '../../engine/settle.js';
import { fail, failAll } from '../../errors.js';
import type { Cart } from '../cart/index.js';
import { priced } from '../cart/settle.js';
import { IntegerFrom, Optional, Shape, Text } from '../types/basic.js';
import { CustomFieldsDraft, customFieldsOf, mergedCustomFields } from '../types/customFields.js';
import { assertVersion, madeFrom } from '../types/madeFrom.js';
import { type Identifier, ResourceIdentifier, type TypedIdentifier } from '../types/reference.js';
import { priceChanges, shippingDetailRefusals, shippingRefusals } from './fromCart/changes.js';
import { useCodes } from './fromCart/discountCodes.js';
import { orderDraftMembers, orderMembersOf } from './fromCart/members.js';
import { takeStock } from './fromCart/stock.js';
import type { Order } from './members.js';

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
  if (id === undefined) throw fail('RequiredField', { field: 'cart', expected: 'a resource identifier of the cart, by id or key' });
  return { id };
};

const needs = ({ cart, id }: Draft): TypedIdentifier[] => (cart !== undefined || id === undefined ? [] : [{ typeId: 'cart', id }]);

/** ORD053 to ORD055 */
const customOf = (cart: Cart, { custom }: Draft, context: Context): Cart['custom'] => {
  if (custom === undefined) return cart.custom;
  return cart.custom === undefined ? customFieldsOf(custom, 'order', context) : mergedCustomFields(cart.custom, custom, context);
};

const membersOf = (draft: Draft, context: Context): Members<Order> => {
  const cart = context.load<Cart>('cart', cartIn(draft));
  // ORD048, ORD049
  assertVersion(cart, draft.version);
  return { ...orderMembersOf(cart, draft, context), custom: customOf(cart, draft, context), cart: { typeId: 'cart', id: cart.id } };
};

const cartNotFound = ({ cart }: Order) => fail('ReferencedResourceNotFound', { typeId: 'cart', id: cart!.id, identifier: cart!.id });

/** Whoever orders must see the cart: one of the path's store, one of his own. */
const assertSameOwner = ({ store, customerId, anonymousId }: Cart, order: Order): void => {
  const isElsewhere = store !== undefined && store.key !== order.store?.key;
  if (isElsewhere || customerId !== order.customerId || anonymousId !== order.anonymousId)
    throw cartNotFound(order);
};

const assertOrderable = ({ cartState, shippingAddress }: Cart): void => {
  if (cartState !== 'Active' && cartState !== 'Frozen') throw fail('InvalidOperation', { message: `The cart is ${cartState} and cannot be ordered; expected an Active or Frozen one.` });
  // ORD061
  if (shippingAddress === undefined) throw fail('InvalidOperation', { message: 'The cart has no shippingAddress; an order is sent somewhere.' });
};

/** Everything that stands against the order is told together (ERR061); stock and codes that pass are taken in its commit. */
const settle: Settle<Order> = async (engine, { projectKey, context, draft, after }) => {
  const companion = await madeFrom<Cart>(engine, projectKey, after.cart!, (draft as Draft).version, () => ({ set: { cartState: 'Ordered' } }));
  const { source: cart } = companion;
  assertSameOwner(cart, after);
  assertOrderable(cart);
  const fresh = await priced(engine, { projectKey, context, before: cart, after: cart, changes: {}, asked: { recalculate: { updateProductData: false } } });
  const [stock, codes] = await Promise.all([takeStock(engine, projectKey, cart), useCodes(engine, projectKey, cart, fresh.discountCodes ?? [], context.now)]);
  const shipping = shippingRefusals(cart, fresh);
  const refusals = [...shippingDetailRefusals(cart), ...shipping, ...codes.refusals, ...(shipping.length > 0 || codes.refusals.length > 0 ? [] : priceChanges(cart, fresh)), ...stock.refusals];
  if (refusals.length > 0) throw failAll(refusals);
  return { also: [companion, ...stock.companions], counts: codes.counts };
};

/** The cart that a seller works an offer out in is not the buyer's to order. */
const settleOwn: Settle<Order> = (engine, change) => {
  if (change.after.origin === 'Quote') throw cartNotFound(change.after);
  return settle(engine, change);
};

const created = (order: Order) => [{ type: 'OrderCreated', order }];

export const orderFromCart: Creation<Order> = creation<Order, typeof OrderFromCartDraft>(OrderFromCartDraft, (draft, context) => ({ members: membersOf(draft, context), messages: created }), needs, settle);

export const ownOrderFromCart: Creation<Order> = creation<Order, typeof OwnOrderFromCartDraft>(OwnOrderFromCartDraft, (draft, context) => ({ members: membersOf(draft, context), messages: created }), needs, settleOwn);
