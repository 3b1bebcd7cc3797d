/** Refuses orders without an address, with changed prices, taxes or shipping, or with incomplete shipping details. */
import { type ErrorEntry, errorEntry, invalidOperation } from '../../../../base/errors/ApiError.js';
import { isSameMoney } from '../../../values/money.js';
import type { LineItem } from '../../shared/cartAndOrder/items.js';
import type { Cart } from '../../shared/cartAndOrder/members.js';
import { shippingDetailRefusal } from '../../shared/cartAndOrder/shippingDetails.js';
import type { Order } from '../members.js';

type ShippedMembers = Pick<Order, 'shippingAddress' | 'lineItems' | 'customLineItems'>;

/** Refuses an order without a shipping address (ORD061, ORD108). The error says if there are no items either. */
export const assertShippable = (
  { shippingAddress, lineItems, customLineItems }: ShippedMembers,
  source: 'cart' | 'quote',
): void => {
  if (shippingAddress !== undefined) return;
  if (lineItems.length === 0 && customLineItems.length === 0)
    throw invalidOperation(
      `The ${source} is empty: it has no line items, no custom line items and no shippingAddress.`,
    );
  throw invalidOperation('There is no shippingAddress; an order is sent somewhere.');
};

type PricedItem = Pick<LineItem, 'id' | 'totalPrice' | 'taxRate'> & { readonly price?: LineItem['price'] };

/**
 * Refuses an order if a price or a tax changed, and names the items, removed gifts included (ERR053). A new gift has no
 * id in the cart yet; `recalculate` shows it.
 */
export const priceRefusals = (cart: Cart, fresh: Partial<Cart>): ErrorEntry[] => {
  const now = new Map<string, PricedItem>();
  for (const item of fresh.lineItems ?? []) now.set(item.id, item);
  for (const item of fresh.customLineItems ?? []) now.set(item.id, item);
  const before: readonly PricedItem[] = [...cart.lineItems, ...cart.customLineItems];
  const hasMore = now.size > before.filter(({ id }) => now.has(id)).length;
  const lineItems = before.filter(item => !hasSameCost(item, now.get(item.id))).map(({ id }) => id);
  const shipping = !hasSameShippingCost(cart, fresh);
  if (lineItems.length === 0 && !hasMore && !shipping && isSameMoney(cart.totalPrice, fresh.totalPrice)) return [];
  return [errorEntry('PriceChanged', { lineItems, shipping })];
};

/** Refuses a shipping method that no longer matches the cart (ERR057). */
export const shippingRefusals = (cart: Cart, fresh: Partial<Cart>): ErrorEntry[] => {
  if (cart.shippingInfo?.shippingMethod === undefined) return [];
  const matches = fresh.shippingInfo !== undefined && fresh.shippingInfo.shippingMethodState === 'MatchesCart';
  return matches ? [] : [errorEntry('ShippingMethodDoesNotMatchCart', {})];
};

/** Refuses shipping details that leave out pieces of an item (ERR058). */
export const shippingDetailRefusals = ({
  lineItems,
  customLineItems,
}: Pick<Cart, 'lineItems' | 'customLineItems'>): ErrorEntry[] => [
  ...lineItems.flatMap(item => shippingDetailRefusal('LineItem', item) ?? []),
  ...customLineItems.flatMap(item => shippingDetailRefusal('CustomLineItem', item) ?? []),
];

type RateHolder = Pick<LineItem, 'taxRate'> | undefined;

const hasSameRate = (one: RateHolder, other: RateHolder): boolean =>
  one?.taxRate?.amount === other?.taxRate?.amount && one?.taxRate?.includedInPrice === other?.taxRate?.includedInPrice;

const hasSameCost = (one: PricedItem, other: PricedItem | undefined): boolean =>
  other !== undefined &&
  isSameMoney(one.price?.value, other.price?.value) &&
  isSameMoney(one.price?.discounted?.value, other.price?.discounted?.value) &&
  isSameMoney(one.totalPrice, other.totalPrice) &&
  hasSameRate(one, other);

const hasSameShippingCost = ({ shippingInfo: one }: Partial<Cart>, { shippingInfo: other }: Partial<Cart>): boolean =>
  isSameMoney(one?.price, other?.price) &&
  isSameMoney(one?.discountedPrice?.value, other?.discountedPrice?.value) &&
  hasSameRate(one, other);
