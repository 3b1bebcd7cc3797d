/** A cart as the predicates of discounts and shipping methods see it. */
import { itemsTotal } from './cartTotals.js';
import type { PredicateFields } from './findApplicableDiscounts.js';
import type { PricingCart, PricingCustomLineItem, PricingLineItem } from './PricingCart.js';

export type PredicateItems<L extends PricingLineItem, C extends PricingCustomLineItem> = Pick<
  PricingCart<L, C>,
  'lineItems' | 'customLineItems'
>;

/** A stored cart has accessors instead of members. */
const membersOf = (cart: PricingCart): PricingCart =>
  'toJSON' in cart && typeof cart.toJSON === 'function' ? (cart.toJSON() as PricingCart) : cart;

/** The members of the cart as plain values, with the current prices of its items. */
export const predicateFields = (
  cart: PricingCart,
  items: PredicateItems<PricingLineItem, PricingCustomLineItem>,
): PredicateFields => {
  const { customerId, customerEmail, customerGroup } = cart;
  // Items are most of a cart; they are plain values already.
  const others = { ...membersOf(cart), lineItems: undefined, customLineItems: undefined };
  return {
    ...(JSON.parse(JSON.stringify(others)) as Record<string, unknown>),
    lineItems: items.lineItems,
    customLineItems: items.customLineItems,
    totalPrice: itemsTotal(items, cart),
    customer: { id: customerId, email: customerEmail, customerGroup },
  };
};
