import type { Context } from '../engine/define/Context.js';
import type { Cart } from '../resources/cart/members.js';
import { giftItems } from './giftItems.js';
import { priceCustomLineItem, priceLineItem } from './itemPrices.js';
import {
  type DiscountableLine,
  discountableLines,
  discountedMembers,
  discountLines,
  hasDiscount,
} from './discountLines.js';
import {
  type ApplicableDiscount,
  type ApplicableDiscounts,
  findApplicableDiscounts,
} from './findApplicableDiscounts.js';
import { priceShipping } from './priceShipping.js';
import { type Staleness, staysFrozen } from './staleness.js';
import { taxCustomLineItem, taxLineItem } from './itemTaxes.js';
import { type CartParts, cartTotals, itemsTotal } from './cartTotals.js';
import type { LineItem } from '../resources/shared/lineItem.js';
import type { CustomLineItem } from '../resources/shared/customLineItem.js';
import type { Catalogue } from './Catalogue.js';
import type { PricingInput } from './PricingInput.js';

/** Discounts on items, one after the other; what of the cart they look at is told before any of them. */
const discounted = (
  offers: readonly ApplicableDiscount[],
  lines: readonly DiscountableLine[],
  { priceRoundingMode }: Cart,
): readonly DiscountableLine[] =>
  offers.reduce(
    (all, { value, target, discount }) =>
      target === undefined ? all : discountLines(all, value, target, discount, priceRoundingMode),
    lines,
  );

const withDiscount = <I extends LineItem | CustomLineItem>(
  item: I,
  lines: ReadonlyMap<string, DiscountableLine>,
  { totalPrice, priceRoundingMode }: Cart,
): I => {
  const line = lines.get(item.id);
  return line === undefined
    ? item
    : { ...item, ...discountedMembers(line, totalPrice.currencyCode, priceRoundingMode) };
};

/** The cart's members as plain values, for predicates. */
const fieldsOf = (cart: Cart, parts: CartParts): Readonly<Record<string, unknown>> => {
  const { customerId, customerEmail, customerGroup } = cart;
  return {
    ...(JSON.parse(JSON.stringify(cart)) as Record<string, unknown>),
    ...parts,
    totalPrice: itemsTotal(parts, cart),
    customer: { id: customerId, email: customerEmail, customerGroup },
  };
};

const hadEffect =
  (parts: CartParts, lines: readonly DiscountableLine[], totals: Pick<Cart, 'discountOnTotalPrice'>) =>
  ({ discount, target, value }: ApplicableDiscount): boolean => {
    const portions =
      target?.type === 'shipping'
        ? parts.shippingInfo?.discountedPrice?.includedDiscounts
        : totals.discountOnTotalPrice?.includedDiscounts;
    if (target?.type === 'shipping' || target?.type === 'totalPrice')
      return portions?.some(portion => portion.discount.id === discount.id) === true;
    if (value.type === 'giftLineItem')
      return parts.lineItems.some(
        ({ discountedPricePerQuantity }) =>
          discountedPricePerQuantity[0]?.discountedPrice.includedDiscounts[0]?.discount.id === discount.id,
      );
    return lines.some(line => hasDiscount(line, discount));
  };

interface Itemised {
  readonly parts: CartParts;
  readonly offers: ApplicableDiscounts;
  readonly lines: readonly DiscountableLine[];
  readonly fields: Readonly<Record<string, unknown>>;
}

const none: ApplicableDiscounts = { offers: [], codesAfter: () => [] };

/** Items with their prices, gifts and discounts. A frozen cart keeps what it has of them. */
const priceItems = (
  cart: Cart,
  before: Cart | undefined,
  stale: Staleness,
  catalogue: Catalogue,
  context: Context,
): Itemised => {
  if (staysFrozen(cart, before)) return { parts: cart, offers: none, lines: [], fields: fieldsOf(cart, cart) };
  const bought = cart.lineItems
    .filter(({ lineItemMode }) => lineItemMode !== 'GiftLineItem')
    .map(item => priceLineItem({ ...item, discountedPricePerQuantity: [] }, cart, stale, catalogue, context));
  const custom = cart.customLineItems.map(item =>
    priceCustomLineItem({ ...item, discountedPricePerQuantity: [] }, cart),
  );
  const undiscounted: CartParts = { lineItems: bought, customLineItems: custom };
  const hasDiscounts =
    catalogue.discounts.length > 0 || cart.directDiscounts.length > 0 || cart.discountCodes.length > 0;
  if (!hasDiscounts)
    return {
      parts: undiscounted,
      offers: none,
      lines: [],
      fields: cart.shippingInfo === undefined ? {} : fieldsOf(cart, undiscounted),
    };
  const fields = fieldsOf(cart, undiscounted);
  const offers = findApplicableDiscounts(cart, fields, catalogue, context.now);
  const lines = discounted(offers.offers, discountableLines(bought, custom), cart);
  const byId = new Map(lines.map(line => [line.id, line]));
  const parts: CartParts = {
    lineItems: [
      ...bought.map(item => withDiscount(item, byId, cart)),
      ...giftItems(cart.lineItems, offers.offers, cart, catalogue, context),
    ],
    customLineItems: custom.map(item => withDiscount(item, byId, cart)),
  };
  return { parts, offers, lines, fields };
};

/** Pure: everything it needs was read before. */
export const calculateCart = (
  cart: Cart,
  before: Cart | undefined,
  stale: Staleness,
  catalogue: Catalogue,
  context: Context,
): Partial<Cart> => {
  const { parts, offers, lines, fields } = priceItems(cart, before, stale, catalogue, context);
  const taxing: PricingInput = { cart, before, stale, catalogue, context };
  const taxed: CartParts = {
    lineItems: parts.lineItems.map(item => taxLineItem(item, taxing)),
    customLineItems: parts.customLineItems.map(item => taxCustomLineItem(item, taxing)),
    shippingInfo: priceShipping(offers.offers, itemsTotal(parts, cart), fields, taxing),
  };
  const totals = cartTotals(taxed, offers.offers, cart, before);
  const discountCodes = staysFrozen(cart, before)
    ? cart.discountCodes
    : offers.codesAfter(hadEffect(taxed, lines, totals));
  return {
    lineItems: [...taxed.lineItems],
    customLineItems: [...taxed.customLineItems],
    shippingInfo: taxed.shippingInfo,
    discountCodes,
    ...totals,
  };
};
