/** The actions that add and remove line items and change their quantities. */
import type { TProperties } from '@sinclair/typebox';
import { required, invalidOperation } from '../../../base/errors/ApiError.js';
import { action, unchanged } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { IntegerFrom, Optional, Quantity } from '../../../engine/schema/primitives.js';
import { giftDiscountOf } from '../../pricing/giftItems.js';
import { TypedMoneyDraft } from '../../values/money.js';
import { findItem, itemNames, type LineItem, replaceItem } from '../shared/cartAndOrder/items.js';
import { addressKeysOf } from '../shared/cartAndOrder/itemShippingAddresses.js';
import { initialItemState } from '../shared/cartAndOrder/itemStates.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import {
  mergeTargets,
  revalidateShippingDetails,
  ShippingDetailsDraft,
  shippingDetailsOf,
} from '../shared/cartAndOrder/shippingDetails.js';
import { canonicalJson } from '../shared/fieldValue.js';
import { removeElement, replaceElement } from '../shared/listElements.js';
import {
  assertPriceAllowed,
  externalPriceOf,
  ExternalTotalPrice,
  type LineItemDraft,
  lineItemMembers,
  lineItemOf,
  myLineItemMembers,
  draftNeeds,
  targetOf,
} from './lineItemDraft.js';

export const QuantityOrNone = IntegerFrom(0, Number.MAX_SAFE_INTEGER);

/**
 * Adds a line item to those of a cart, or raises the quantity of an equal one. A draft with an external price always
 * makes a new item.
 */
export const withLineItem = (
  lineItems: readonly LineItem[],
  draft: LineItemDraft,
  cart: Cart,
  context: Context,
): LineItem[] => {
  const item = lineItemOf(draft, targetOf(cart), context);
  const same = item.priceMode === 'Platform' ? findSameLineItem(lineItems, item, cart.taxMode) : undefined;
  return same === undefined
    ? [...lineItems, item]
    : replaceElement(lineItems, same, addQuantity(same, item, context.now));
};

const addLineItemWith = <P extends typeof lineItemMembers | typeof myLineItemMembers>(members: P) =>
  action(
    members,
    (cart: Cart, draft: LineItemDraft, context) => ({
      set: { lineItems: withLineItem(cart.lineItems, draft, cart, context) },
    }),
    (_cart, draft: LineItemDraft) => [initialItemState, ...draftNeeds(draft)],
  );

/** Returns the members that equal line items have in common, apart from those that `isCompatible` compares. */
const identityOf = ({
  productId,
  variant,
  name,
  distributionChannel,
  supplyChannel,
  custom,
  priceMode,
  lineItemMode,
  inventoryMode,
  recurrenceInfo,
  price,
}: LineItem) => ({
  productId,
  variantId: variant.id,
  name: productId === undefined ? name : undefined,
  sku: variant.sku,
  distributionChannel,
  supplyChannel,
  custom,
  priceMode,
  lineItemMode,
  inventoryMode,
  recurrenceInfo,
  value: priceMode === 'Platform' ? undefined : price.value,
});

/** Tells whether an item accepts an external tax rate: in the external tax modes, and if it has no product. */
const acceptsExternalRate = ({ productId }: LineItem, taxMode: Cart['taxMode']): boolean =>
  taxMode === 'External' || taxMode === 'ExternalAmount' || (taxMode === 'Platform' && productId === undefined);

/** Tells whether the key and the tax rate of a new item, if it has them, equal those of an existing item. */
const isCompatible = (existing: LineItem, item: LineItem, taxMode: Cart['taxMode']): boolean =>
  (item.key === undefined || item.key === existing.key) &&
  (item.taxRate === undefined || !acceptsExternalRate(item, taxMode) || sameValue(existing.taxRate, item.taxRate));

/** Finds the existing item whose quantity a new item raises; undefined if the new item stays separate. */
export const findSameLineItem = (
  items: readonly LineItem[],
  item: LineItem,
  taxMode: Cart['taxMode'],
): LineItem | undefined => {
  if (item.priceMode === 'ExternalTotal') return undefined;
  const wanted = identityOf(item);
  // Ids are compared first: most items are of other products, and comparing all members costs more.
  return items.find(
    each =>
      each.variant.id === item.variant.id &&
      each.productId === item.productId &&
      isCompatible(each, item, taxMode) &&
      sameValue(identityOf(each), wanted),
  );
};

/** Returns the item with another quantity, with all pieces in its first State. */
export const withQuantity = (item: LineItem, quantity: number, now: string): LineItem => ({
  ...item,
  ...quantityMembers(item, quantity),
  lastModifiedAt: now,
});

/** Returns the members of an item that depend on its quantity. */
export const quantityMembers = (item: Pick<LineItem, 'state' | 'shippingDetails'>, quantity: number) => ({
  quantity,
  state: [{ ...required(item.state[0], 'the State of an item'), quantity }],
  shippingDetails: revalidateShippingDetails(item, quantity),
});

/** Adds the shipping details of more pieces to those of an item. */
export const mergeShippingDetails = (
  existing: LineItem['shippingDetails'],
  added: LineItem['shippingDetails'],
): LineItem['shippingDetails'] =>
  existing === undefined || added === undefined
    ? (existing ?? added)
    : { targets: mergeTargets([...existing.targets, ...added.targets]), valid: false };

/** Adds the pieces and the shipping targets of another item to an item. */
export const addQuantity = (item: LineItem, more: LineItem, now: string): LineItem =>
  withQuantity(
    { ...item, shippingDetails: mergeShippingDetails(item.shippingDetails, more.shippingDetails) },
    item.quantity + more.quantity,
    now,
  );

export const addLineItem = addLineItemWith(lineItemMembers);

/** Customers cannot set prices. */
export const addMyLineItem = addLineItemWith(myLineItemMembers);

const externalPriceMembers = {
  externalPrice: Optional(TypedMoneyDraft),
  externalTotalPrice: Optional(ExternalTotalPrice),
};

type ExternalPrices = Pick<LineItemDraft, 'externalPrice' | 'externalTotalPrice'>;

/** Sets the price of an item whose quantity changes. */
type PriceChange = (item: LineItem, given: ExternalPrices, currencyCode: string, context: Context) => LineItem;

/** An external total price applies to one quantity only: without a new one the item has the price of its product. */
const withExternalPrice: PriceChange = (item, given, currencyCode, context) => {
  const isGiven = given.externalPrice !== undefined || given.externalTotalPrice !== undefined;
  if (!isGiven && item.priceMode !== 'ExternalTotal') return item;
  assertPriceAllowed(item, isGiven, 'externalTotalPrice');
  return { ...item, ...externalPriceOf(given, currencyCode, context) };
};

/** Customers cannot set prices: an item that loses its external total price keeps the price of one piece. */
const withKeptPrice: PriceChange = item =>
  item.priceMode === 'ExternalTotal' ? { ...item, priceMode: 'ExternalPrice' } : item;

/** Returns the change that removes an item. A removed gift is not given again (ORD031). */
const removeItem = ({ lineItems, refusedGifts }: Cart, item: LineItem): Partial<Cart> => {
  const gift = giftDiscountOf(item);
  const isRefused = item.lineItemMode === 'GiftLineItem' && gift !== undefined;
  return {
    lineItems: removeElement(lineItems, item),
    ...(isRefused && { refusedGifts: [...refusedGifts, { typeId: 'cart-discount', id: gift.id }] }),
  };
};

interface QuantityChange extends ExternalPrices {
  readonly quantity: number;
}

const changeQuantityWith = (members: TProperties, changePrice: PriceChange) =>
  action({ ...itemNames('lineItem'), quantity: QuantityOrNone, ...members }, (cart: Cart, payload, context) => {
    const { quantity, externalPrice, externalTotalPrice, ...names } = payload as unknown as QuantityChange;
    const item = findItem(cart, 'lineItem', names, 'cart');
    if (quantity === 0) return { set: removeItem(cart, item) };
    const isPriceKept =
      externalPrice === undefined &&
      externalTotalPrice === undefined &&
      (item.priceMode !== 'ExternalTotal' || changePrice === withKeptPrice);
    if (quantity === item.quantity && isPriceKept) return unchanged;
    if (item.lineItemMode === 'GiftLineItem')
      throw invalidOperation('The quantity of a gift cannot be changed; the gift can be removed.');
    const next = withQuantity(item, quantity, context.now);
    const { currencyCode } = cart.totalPrice;
    const priced = changePrice(next, { externalPrice, externalTotalPrice }, currencyCode, context);
    return { set: replaceItem(cart, 'lineItem', item, priced) };
  });

/** Changes the number of pieces; 0 removes the item. */
export const changeLineItemQuantity = changeQuantityWith(externalPriceMembers, withExternalPrice);
export const changeMyLineItemQuantity = changeQuantityWith({}, withKeptPrice);

type Details = NonNullable<LineItem['shippingDetails']>;

/** Removes pieces from the targets of shipping details. */
const withoutTargets = (cart: Cart, item: LineItem, draft: Pick<Details, 'targets'>): LineItem => {
  const removed = shippingDetailsOf(draft, item.quantity, addressKeysOf(cart)).targets;
  const targets = (item.shippingDetails?.targets ?? [])
    .map(target => ({
      ...target,
      quantity: target.quantity - (removed.find(({ addressKey }) => addressKey === target.addressKey)?.quantity ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
  return { ...item, shippingDetails: { targets, valid: false } };
};

interface Removal extends ExternalPrices {
  readonly quantity?: number;
  readonly shippingDetailsToRemove?: Pick<Details, 'targets'>;
}

const removeLineItemWith = (members: TProperties, changePrice: PriceChange) =>
  action(
    {
      ...itemNames('lineItem'),
      quantity: Optional(Quantity),
      ...members,
      shippingDetailsToRemove: Optional(ShippingDetailsDraft),
    },
    (cart: Cart, payload, context) => {
      const { quantity, externalPrice, externalTotalPrice, shippingDetailsToRemove, ...names } =
        payload as unknown as Removal;
      const item = findItem(cart, 'lineItem', names, 'cart');
      const left = quantity === undefined ? 0 : item.quantity - quantity;
      if (left <= 0) return { set: removeItem(cart, item) };
      const next = shippingDetailsToRemove === undefined ? item : withoutTargets(cart, item, shippingDetailsToRemove);
      const { currencyCode } = cart.totalPrice;
      const given = { externalPrice, externalTotalPrice };
      const priced = changePrice(withQuantity(next, left, context.now), given, currencyCode, context);
      return { set: replaceItem(cart, 'lineItem', item, priced) };
    },
  );

/** Removes a line item, or some of its pieces. */
export const removeLineItem = removeLineItemWith(externalPriceMembers, withExternalPrice);
export const removeMyLineItem = removeLineItemWith({}, withKeptPrice);

/** Returns the identity of an item as a text; equal identities have equal texts. */
export const identityText = (item: LineItem): string => canonicalJson(identityOf(item));
