import { priceCustomLineItem, unitPriceOf } from './itemPrices.js';
import { linePrice } from './money.js';
import type { PredicateItems } from './predicateFields.js';
import type { PricingCart, PricingCustomLineItem, PricingLineItem } from './PricingCart.js';

const withoutDiscounts =
  ({ priceRoundingMode }: PricingCart) =>
  (item: PricingLineItem): PricingLineItem => ({
    ...item,
    discountedPricePerQuantity: [],
    ...(item.priceMode !== 'ExternalTotal' && {
      totalPrice: linePrice(unitPriceOf(item), item.quantity, priceRoundingMode),
    }),
  });

/**
 * The items of a stored cart as predicates of discounts and shipping methods see them: with their stored prices, and
 * without gifts and discounts.
 */
export const undiscountedItems = (cart: PricingCart): PredicateItems<PricingLineItem, PricingCustomLineItem> => ({
  lineItems: cart.lineItems.filter(({ lineItemMode }) => lineItemMode !== 'GiftLineItem').map(withoutDiscounts(cart)),
  customLineItems: cart.customLineItems.map(item =>
    priceCustomLineItem({ ...item, discountedPricePerQuantity: [] }, cart),
  ),
});
