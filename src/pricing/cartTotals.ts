import type { DiscountOnTotalPrice } from '../schema/discount.js';
import type { Money } from '../schema/money.js';
import type { TaxedPrice } from '../schema/tax.js';
import { allocate } from './allocate.js';
import type { ApplicableDiscount } from './findApplicableDiscounts.js';
import { taxAmount } from './itemTaxes.js';
import { add, subtract, sum } from './money.js';
import { discountPieces, type PieceGroup } from './pieceGroups.js';
import { shippingPriceOf } from './priceShipping.js';
import type { PricingCart, PricingItem } from './PricingCart.js';
import type { PricingInput } from './PricingInput.js';
import { staysFrozen } from './stalenessOf.js';
import { sumTaxedPrices } from './tax.js';

/** The members that the totals are computed from. */
type CartParts = Pick<PricingCart, 'lineItems' | 'customLineItems' | 'shippingInfo'>;

/** The total of the items without shipping. Discounts on the total reduce it, and shipping rates depend on it. */
export const itemsTotal = ({ lineItems, customLineItems }: CartParts, { totalPrice }: PricingCart): Money =>
  sum(
    totalPrice.currencyCode,
    [...lineItems, ...customLineItems].map(item => item.totalPrice),
  );

const totalDiscountOf = (
  value: Money,
  discounts: readonly ApplicableDiscount[],
  { priceRoundingMode: rounding }: PricingCart,
): DiscountOnTotalPrice | undefined => {
  const undiscounted: PieceGroup = { quantity: 1, value, portions: [] };
  const group = discounts
    .filter(({ target }) => target?.type === 'totalPrice')
    .reduce((all, each) => discountPieces(all, { ...each, rounding }), undiscounted);
  if (group.portions.length === 0 || group.value.type === 'highPrecision') return undefined;
  return { discountedAmount: subtract(value, group.value), includedDiscounts: [...group.portions] };
};

/** A discount on the total lowers the taxed amount of each item in proportion to its price. */
const taxedAfterDiscount = (
  items: readonly PricingItem[],
  discount: Money,
  cart: PricingCart,
): (TaxedPrice | undefined)[] => {
  const reductions = allocate(
    discount,
    items.map(({ totalPrice }) => Math.max(0, totalPrice.centAmount)),
  );
  return items.map(({ totalPrice, taxRate, taxedPrice }, at) => {
    const reduction = reductions[at];
    return taxedPrice && reduction && taxAmount(subtract(totalPrice, reduction), taxRate, cart);
  });
};

/** Undefined as long as the tax of any part is not known. */
const taxedTotal = (parts: CartParts, discount: Money | undefined, cart: PricingCart): TaxedPrice | undefined => {
  const items: readonly PricingItem[] = [...parts.lineItems, ...parts.customLineItems];
  const { shippingInfo } = parts;
  if (items.length === 0 && shippingInfo === undefined) return undefined;
  const ofItems =
    discount === undefined || items.length === 0
      ? items.map(({ taxedPrice }) => taxedPrice)
      : taxedAfterDiscount(items, discount, cart);
  const all = [...ofItems, ...(shippingInfo === undefined ? [] : [shippingInfo.taxedPrice])];
  const known = all.filter(taxed => taxed !== undefined);
  return known.length < all.length ? undefined : sumTaxedPrices(cart.totalPrice.currencyCode, known);
};

export const cartTotals = (
  parts: CartParts,
  discounts: readonly ApplicableDiscount[],
  { cart, before }: PricingInput,
) => {
  const { lineItems, shippingInfo } = parts;
  const items = itemsTotal(parts, cart);
  const discountOnTotalPrice = staysFrozen(cart, before)
    ? cart.discountOnTotalPrice
    : totalDiscountOf(items, discounts, cart);
  const discounted =
    discountOnTotalPrice === undefined ? items : subtract(items, discountOnTotalPrice.discountedAmount);
  return {
    totalLineItemQuantity:
      lineItems.length === 0 ? undefined : lineItems.reduce((all, { quantity }) => all + quantity, 0),
    totalPrice: shippingInfo === undefined ? discounted : add(discounted, shippingPriceOf(shippingInfo)),
    discountOnTotalPrice,
    taxedPrice: taxedTotal(parts, discountOnTotalPrice?.discountedAmount, cart),
    taxedShippingPrice: shippingInfo?.taxedPrice,
  };
};
