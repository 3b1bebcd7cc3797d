/** What a cart costs in all. */
import { allocate } from './allocate.js';
import type { Money } from '../schema/money.js';
import type { TaxedPrice } from '../schema/tax.js';
import type { Cart } from '../resources/cart/members.js';
import type { ApplicableDiscount } from './findApplicableDiscounts.js';
import { shippingPriceOf } from './priceShipping.js';
import { staysFrozen } from './staleness.js';
import { taxAmount } from './itemTaxes.js';
import { discountPieces, type PieceGroup } from './pieceGroups.js';
import { add, subtract, sum } from './money.js';
import { sumTaxedPrices } from './tax.js';
import type { LineItem } from '../resources/shared/lineItem.js';
import type { CustomLineItem } from '../resources/shared/customLineItem.js';
import type { ShippingInfo } from '../resources/shared/shippingInfo.js';

type Item = LineItem | CustomLineItem;

export interface CartParts {
  readonly lineItems: readonly LineItem[];
  readonly customLineItems: readonly CustomLineItem[];
  readonly shippingInfo?: ShippingInfo;
}

/** Items without shipping: what discounts on the total are taken off, and what shipping rates go by. */
export const itemsTotal = ({ lineItems, customLineItems }: CartParts, { totalPrice }: Cart): Money =>
  sum(
    totalPrice.currencyCode,
    [...lineItems, ...customLineItems].map(item => item.totalPrice),
  );

const discountOf = (
  value: Money,
  offers: readonly ApplicableDiscount[],
  { priceRoundingMode }: Cart,
): Cart['discountOnTotalPrice'] => {
  const whole: PieceGroup = { quantity: 1, value, portions: [] };
  const units = offers
    .filter(({ target }) => target?.type === 'totalPrice')
    .reduce((all, offer) => discountPieces(all, offer.value, offer.discount, priceRoundingMode), whole);
  return units.portions.length === 0
    ? undefined
    : { discountedAmount: subtract(value, units.value as Money), includedDiscounts: [...units.portions] };
};

/** A discount on the total lowers what is taxed at each item's rate, in proportion to what the items cost. */
const taxedAfterDiscount = (items: readonly Item[], discount: Money, cart: Cart): (TaxedPrice | undefined)[] => {
  const cuts = allocate(
    discount,
    items.map(({ totalPrice }) => Math.max(0, totalPrice.centAmount)),
  );
  return items.map(
    ({ totalPrice, taxRate, taxedPrice }, at) =>
      taxedPrice && taxAmount(subtract(totalPrice, cuts[at]!), taxRate, cart),
  );
};

/** Undefined as long as the tax of anything is not known. */
const taxedTotal = (parts: CartParts, discount: Money | undefined, cart: Cart): TaxedPrice | undefined => {
  const items: readonly Item[] = [...parts.lineItems, ...parts.customLineItems];
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
  offers: readonly ApplicableDiscount[],
  cart: Cart,
  before: Cart | undefined,
) => {
  const items = itemsTotal(parts, cart);
  const discountOnTotalPrice = staysFrozen(cart, before) ? cart.discountOnTotalPrice : discountOf(items, offers, cart);
  const paid = discountOnTotalPrice === undefined ? items : subtract(items, discountOnTotalPrice.discountedAmount);
  return {
    totalLineItemQuantity:
      parts.lineItems.length === 0 ? undefined : parts.lineItems.reduce((all, { quantity }) => all + quantity, 0),
    totalPrice: parts.shippingInfo === undefined ? paid : add(paid, shippingPriceOf(parts.shippingInfo)),
    discountOnTotalPrice,
    taxedPrice: taxedTotal(parts, discountOnTotalPrice?.discountedAmount, cart),
    taxedShippingPrice: parts.shippingInfo?.taxedPrice,
  };
};
