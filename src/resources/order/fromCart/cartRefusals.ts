/** The reasons against an order from a cart: changed prices, taxes and shipping, and incomplete shipping details. */
import { sameValue } from '../../../engine/document/sameValue.js';
import { errorEntry, type ErrorEntry } from '../../../errors/ApiError.js';
import type { Cart } from '../../shared/cartMembers.js';
import type { LineItem } from '../../shared/lineItem.js';

const costOf = ({
  price,
  totalPrice,
  taxRate,
}: Pick<LineItem, 'totalPrice' | 'taxRate'> & { readonly price?: LineItem['price'] }) => ({
  value: price?.value,
  discounted: price?.discounted?.value,
  totalPrice,
  rate: taxRate?.amount,
  includedInPrice: taxRate?.includedInPrice,
});

const shippingCostOf = ({ shippingInfo }: Partial<Cart>) => ({
  price: shippingInfo?.price,
  discounted: shippingInfo?.discountedPrice?.value,
  rate: shippingInfo?.taxRate?.amount,
  includedInPrice: shippingInfo?.taxRate?.includedInPrice,
});

/**
 * The items whose price or tax changed, removed gifts included (ERR053). A new gift has no id in the cart yet;
 * `recalculate` shows it.
 */
export const priceRefusals = (cart: Cart, fresh: Partial<Cart>): ErrorEntry[] => {
  const now = new Map(
    [...(fresh.lineItems ?? []), ...(fresh.customLineItems ?? [])].map(item => [item.id, costOf(item)]),
  );
  const before = [...cart.lineItems, ...cart.customLineItems];
  const hasMore = now.size > before.filter(({ id }) => now.has(id)).length;
  const lineItems = before.filter(item => !sameValue(costOf(item), now.get(item.id))).map(({ id }) => id);
  const shipping = !sameValue(shippingCostOf(cart), shippingCostOf(fresh));
  if (lineItems.length === 0 && !hasMore && !shipping && sameValue(cart.totalPrice, fresh.totalPrice)) return [];
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
