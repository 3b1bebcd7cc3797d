/** The reasons against an order from a cart: changed prices, taxes and shipping, and incomplete shipping details. */
import { errorEntry, type ErrorEntry } from '../../../errors/ApiError.js';
import type { Cart } from '../../shared/cartMembers.js';
import type { LineItem } from '../../shared/lineItem.js';
import { isSameMoney } from '../../../schema/money.js';

type PricedItem = Pick<LineItem, 'id' | 'totalPrice' | 'taxRate'> & { readonly price?: LineItem['price'] };

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

/**
 * The items whose price or tax changed, removed gifts included (ERR053). A new gift has no id in the cart yet;
 * `recalculate` shows it.
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
}: Pick<Cart, 'lineItems' | 'customLineItems'>): ErrorEntry[] =>
  [
    ...lineItems.map(item => ({ item, subject: 'LineItem' })),
    ...customLineItems.map(item => ({ item, subject: 'CustomLineItem' })),
  ]
    .filter(({ item }) => item.shippingDetails !== undefined && !item.shippingDetails.valid)
    .map(({ item, subject }) => errorEntry('InvalidItemShippingDetails', { subject, itemId: item.id }));
