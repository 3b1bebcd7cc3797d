/** Whether a cart is still what the catalogue says: prices, taxes, shipping, and what goes to which address. */
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

/** ERR053: the items that cost something else now, gifts that went among them. A gift that came has no id yet that the cart knows; `recalculate` shows it. */
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

/** ERR057 */
export const shippingRefusals = (cart: Cart, fresh: Partial<Cart>): ErrorEntry[] => {
  if (cart.shippingInfo?.shippingMethod === undefined) return [];
  const holds = fresh.shippingInfo !== undefined && fresh.shippingInfo.shippingMethodState === 'MatchesCart';
  return holds ? [] : [errorEntry('ShippingMethodDoesNotMatchCart')];
};

/** ERR058 */
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
