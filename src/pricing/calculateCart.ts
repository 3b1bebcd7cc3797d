import { collectErrors } from '../errors/PhaseErrors.js';
import type { DiscountOnTotalPrice } from '../schema/discount.js';
import { boundedWork, spendWork, stepsOfWalk } from '../shedding/boundedWork.js';
import { cartTotals, itemsTotal } from './cartTotals.js';
import {
  type DiscountableLine,
  discountableLines,
  discountedMembers,
  discountIdsOf,
  discountLines,
} from './discountLines.js';
import {
  type ApplicableDiscount,
  type ApplicableDiscounts,
  discountCodesAfter,
  findApplicableDiscounts,
  noDiscounts,
  type PredicateFields,
} from './findApplicableDiscounts.js';
import { type GiftLineItem, giftDiscountOf, giftItems } from './giftItems.js';
import { priceCustomLineItem, priceLineItem } from './itemPrices.js';
import { taxCustomLineItem, taxLineItem } from './itemTaxes.js';
import { type PredicateItems as Items, predicateFields } from './predicateFields.js';
import { priceShipping } from './priceShipping.js';
import type {
  PricingCart,
  PricingCustomLineItem,
  PricingItem,
  PricingLineItem,
  PricingShippingInfo,
} from './PricingCart.js';
import type { PricingInput } from './PricingInput.js';
import { staysFrozen } from './stalenessOf.js';

const withDiscounts = <I extends PricingItem>(
  item: I,
  lines: ReadonlyMap<string, DiscountableLine>,
  { totalPrice, priceRoundingMode }: PricingCart,
): I => {
  const line = lines.get(item.id);
  return line === undefined
    ? item
    : { ...item, ...discountedMembers(line, totalPrice.currencyCode, priceRoundingMode) };
};

interface ItemPricing<L extends PricingLineItem, C extends PricingCustomLineItem> {
  readonly items: Items<L, C>;
  readonly applicable: ApplicableDiscounts;
  readonly lines: readonly DiscountableLine[];
  readonly fields: PredicateFields;
}

/** Items with their prices before discounts. Gifts are left out. All items without a price are reported (ERR004). */
const undiscountedItems = <L extends PricingLineItem, C extends PricingCustomLineItem>(
  input: PricingInput<L, C>,
): Items<L, C> => ({
  lineItems: collectErrors(undefined, errors =>
    input.cart.lineItems
      .filter(({ lineItemMode }) => lineItemMode !== 'GiftLineItem')
      .map(item => {
        spendWork(stepsOfWalk);
        return errors.run(() => priceLineItem({ ...item, discountedPricePerQuantity: [] }, input), item);
      }),
  ),
  customLineItems: input.cart.customLineItems.map(item =>
    priceCustomLineItem({ ...item, discountedPricePerQuantity: [] }, input.cart),
  ),
});

/** Items with their prices, gifts and discounts. A cart that stays frozen keeps them. */
const priceItems = <L extends PricingLineItem, C extends PricingCustomLineItem>(
  input: PricingInput<L, C>,
): ItemPricing<L | GiftLineItem, C> => {
  const { cart, before, catalogue } = input;
  if (staysFrozen(cart, before)) {
    const { lineItems, customLineItems } = cart;
    return {
      items: { lineItems, customLineItems },
      applicable: noDiscounts,
      lines: [],
      fields: predicateFields(cart, cart),
    };
  }
  const items = undiscountedItems(input);
  const mayHaveDiscounts =
    catalogue.discounts.length > 0 || cart.directDiscounts.length > 0 || cart.discountCodes.length > 0;
  if (!mayHaveDiscounts) {
    // Without discounts only the predicate of a shipping method reads the fields.
    const fields = cart.shippingInfo === undefined ? {} : predicateFields(cart, items);
    return { items, applicable: noDiscounts, lines: [], fields };
  }
  const fields = predicateFields(cart, items);
  const applicable = findApplicableDiscounts(fields, input);
  const { discounts } = applicable;
  const { lineItems, customLineItems } = items;
  const lines = discountLines(discountableLines(lineItems, customLineItems), discounts, cart.priceRoundingMode);
  const lineById = new Map(lines.map(line => [line.id, line]));
  return {
    items: {
      lineItems: [...lineItems.map(item => withDiscounts(item, lineById, cart)), ...giftItems(discounts, input)],
      customLineItems: customLineItems.map(item => withDiscounts(item, lineById, cart)),
    },
    applicable,
    lines,
    fields,
  };
};

/** Whether a discount changed anything in the cart. */
const hadEffect = (
  { discount, target, value }: ApplicableDiscount,
  { lineItems, shippingInfo }: Pick<PricingCart, 'lineItems' | 'shippingInfo'>,
  lineDiscountIds: ReadonlySet<string>,
  discountOnTotalPrice: DiscountOnTotalPrice | undefined,
): boolean => {
  if (target?.type === 'shipping' || target?.type === 'totalPrice') {
    const price = target.type === 'shipping' ? shippingInfo?.discountedPrice : discountOnTotalPrice;
    return price?.includedDiscounts.some(portion => portion.discount.id === discount.id) === true;
  }
  if (value.type === 'giftLineItem') return lineItems.some(item => giftDiscountOf(item)?.id === discount.id);
  return lineDiscountIds.has(discount.id);
};

/** The items with their taxes; all tax categories without a rate are reported (ERR004). */
const taxItems = <L extends PricingLineItem, C extends PricingCustomLineItem>(
  { lineItems, customLineItems }: Items<L, C>,
  input: PricingInput,
) =>
  collectErrors(undefined, errors => ({
    lineItems: lineItems.map(item => errors.run(() => taxLineItem(item, input), item)),
    customLineItems: customLineItems.map(item => errors.run(() => taxCustomLineItem(item, input), item)),
  }));

const computeAmounts = <L extends PricingLineItem, C extends PricingCustomLineItem, S extends PricingShippingInfo>(
  input: PricingInput<L, C, S>,
) => {
  const { cart, before } = input;
  const { items, applicable, lines, fields } = priceItems(input);
  const { discounts } = applicable;
  const { lineItems, customLineItems } = taxItems(items, input);
  const shippingInfo = priceShipping(discounts, itemsTotal(items, cart), fields, input);
  const totals = cartTotals({ lineItems, customLineItems, shippingInfo }, discounts, input);
  const lineDiscountIds = discountIdsOf(lines);
  const effectiveIds = new Set(
    discounts
      .filter(each => hadEffect(each, { lineItems, shippingInfo }, lineDiscountIds, totals.discountOnTotalPrice))
      .map(({ discount }) => discount.id),
  );
  const discountCodes = staysFrozen(cart, before)
    ? [...cart.discountCodes]
    : discountCodesAfter(applicable, effectiveIds);
  return { lineItems, customLineItems, shippingInfo, discountCodes, ...totals };
};

/** Computes all amounts of a cart: prices, discounts, shipping, taxes and totals. It reads nothing but its input. */
export const calculateCart = <
  L extends PricingLineItem,
  C extends PricingCustomLineItem,
  S extends PricingShippingInfo,
>(
  input: PricingInput<L, C, S>,
) => boundedWork('change', () => computeAmounts(input));
