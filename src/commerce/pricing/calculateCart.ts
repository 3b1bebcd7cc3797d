import { collectErrors } from '../../base/errors/PhaseErrors.js';
import { boundedWork, spendWork, stepsOfWalk } from '../../base/shedding/boundedWork.js';
import type {
  DiscountCodeInfo,
  DiscountedPrice,
  DiscountOnTotalPrice,
  DiscountTypeCombination,
} from '../values/discount.js';
import type { Money } from '../values/money.js';
import { toPlainValue } from './cartPredicate.js';
import { cartTotals, totalDiscountOf } from './cartTotals.js';
import {
  type DiscountableLine,
  discountableLines,
  discountAmount,
  type DiscountedLines,
  discountedMembers,
  discountIdsOf,
} from './discountLines.js';
import {
  type ApplicableDiscount,
  type ApplicableDiscounts,
  discountCodesAfter,
  findApplicableDiscounts,
  noDiscounts,
  type PredicateFields,
} from './findApplicableDiscounts.js';
import { discountLines } from './groupDeals.js';
import { giftDiscountOf, giftItems } from './giftItems.js';
import {
  chargedItems,
  itemsTotal,
  priceCustomLineItem,
  priceLineItem,
  totalRoundingOf,
  unitPriceOf,
  withoutProductDiscount,
} from './itemPrices.js';
import { taxCustomLineItem, taxLineItem } from './itemTaxes.js';
import { add, exactCents } from './moneyArithmetic.js';
import { predicateFields, type PredicateItems as Items, storedItemsWithoutDiscounts } from './predicateFields.js';
import { fullShippingPrice, priceShipping } from './priceShipping.js';
import type { PricingCart, PricingCustomLineItem, PricingLineItem, PricingInput } from './PricingCart.js';
import { staysFrozen } from './stalenessOf.js';

const withDiscounts = <I extends PricingLineItem | PricingCustomLineItem>(
  item: I,
  lines: ReadonlyMap<string, DiscountableLine>,
  cart: PricingCart,
): I => {
  const line = lines.get(item.id);
  return line === undefined
    ? item
    : { ...item, ...discountedMembers(line, cart.totalPrice.currencyCode, totalRoundingOf(item, cart)) };
};

interface ItemPricing {
  readonly items: Items;
  readonly applicable: ApplicableDiscounts;
  readonly lines: readonly DiscountableLine[];
  readonly fields: () => PredicateFields;
}

/** Items with their prices before discounts. Gifts are left out. All items without a price are reported (ERR004). */
const undiscountedItems = (input: PricingInput): Items => ({
  lineItems: collectErrors(undefined, errors =>
    input.cart.lineItems
      .filter(({ lineItemMode }) => lineItemMode !== 'GiftLineItem')
      .map(item => {
        spendWork(stepsOfWalk);
        if (input.staleness.hasSameAmounts(item)) return item;
        return errors.run(() => priceLineItem({ ...item, discountedPricePerQuantity: [] }, input), item);
      }),
  ),
  customLineItems: input.cart.customLineItems.map(item =>
    priceCustomLineItem({ ...item, discountedPricePerQuantity: [] }, input.cart),
  ),
});

const itemsWithDiscounts = (
  { lineItems, customLineItems }: Items,
  lines: readonly DiscountableLine[],
  cart: PricingCart,
): Items => {
  const lineById = new Map(lines.map(line => [line.id, line]));
  return {
    lineItems: lineItems.map(item => withDiscounts(item, lineById, cart)),
    customLineItems: customLineItems.map(item => withDiscounts(item, lineById, cart)),
  };
};

type UndiscountedItems = Items;

/** The totals of a cart whose lines have been discounted. */
const totalsAfter = (
  { lines, discounts }: DiscountedLines,
  items: UndiscountedItems,
  input: PricingInput,
): Readonly<{ full: Money; shipping?: DiscountedPrice; onTotal?: DiscountOnTotalPrice }> => {
  const { cart } = input;
  const total = itemsTotal(itemsWithDiscounts(items, lines, cart), cart);
  const price = fullShippingPrice(total, input);
  const shipping = price && discountAmount(price, 'shipping', discounts, cart.priceRoundingMode);
  const shippingPrice = shipping?.value ?? price;
  const full = shippingPrice === undefined ? total : add(total, shippingPrice);
  return { full, shipping, onTotal: totalDiscountOf(full, discounts, cart) };
};

/** Tells whether the latest discount has an effect on the cart, which has all discounts up to this one. */
const hasEffect = (
  { discount, target, value }: ApplicableDiscount,
  discounted: DiscountedLines,
  items: UndiscountedItems,
  input: PricingInput,
): boolean => {
  if (value.type === 'giftLineItem')
    return giftItems(discounted.discounts, input).some(item => giftDiscountOf(item)?.id === discount.id);
  if (target?.type !== 'shipping' && target?.type !== 'totalPrice')
    return discountIdsOf(discounted.lines).has(discount.id);
  const { shipping, onTotal } = totalsAfter(discounted, items, input);
  const lowered = target.type === 'shipping' ? shipping : onTotal;
  return lowered?.includedDiscounts.some(portion => portion.discount.id === discount.id) === true;
};

const giftPrices = (gifts: readonly PricingLineItem[]): number =>
  gifts.reduce((sum, item) => sum + exactCents(unitPriceOf(item)).toNumber(), 0);

/** Returns the total after discounts, less the price of the gifts, which the buyer would have paid otherwise. */
const costAfter = (discounted: DiscountedLines, items: UndiscountedItems, input: PricingInput): number => {
  const { full, onTotal } = totalsAfter(discounted, items, input);
  const left = full.centAmount - (onTotal?.discountedAmount.centAmount ?? 0);
  return left - giftPrices(giftItems(discounted.discounts, input));
};

/** Items with their prices, gifts and discounts. A cart that stays frozen keeps them. */
const priceItems = (input: PricingInput): ItemPricing => {
  const { cart, before, catalogue } = input;
  if (staysFrozen(cart, before)) {
    const { lineItems, customLineItems } = cart;
    return {
      items: { lineItems, customLineItems },
      applicable: noDiscounts,
      lines: [],
      fields: () => predicateFields(cart, storedItemsWithoutDiscounts(cart), input),
    };
  }
  const items = undiscountedItems(input);
  const mayHaveDiscounts =
    catalogue.discounts.length > 0 || cart.directDiscounts.length > 0 || cart.discountCodes.length > 0;
  if (!mayHaveDiscounts)
    return { items, applicable: noDiscounts, lines: [], fields: () => predicateFields(cart, items, input) };
  const fields = predicateFields(cart, items, input);
  const applicable = findApplicableDiscounts(fields, input);
  const { lines, discounts, surpassedIds } = discountLines(
    discountableLines(items.lineItems, items.customLineItems),
    applicable.discounts,
    cart.priceRoundingMode,
    {
      hasEffect: (latest, discounted) => hasEffect(latest, discounted, items, input),
      cost: discounted => costAfter(discounted, items, input),
    },
  );
  const { lineItems, customLineItems } = itemsWithDiscounts(items, lines, cart);
  return {
    items: { lineItems: [...lineItems, ...giftItems(discounts, input)], customLineItems },
    applicable: { ...applicable, discounts, surpassedIds },
    lines,
    fields: () => fields,
  };
};

/** Tells whether a discount changed anything in the cart. */
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
const taxItems = ({ lineItems, customLineItems }: Items, input: PricingInput) =>
  collectErrors(undefined, errors => ({
    lineItems: lineItems.map(item => errors.run(() => taxLineItem(item, input), item)),
    customLineItems: customLineItems.map(item => errors.run(() => taxCustomLineItem(item, input), item)),
  }));

const computeAmounts = (input: PricingInput) => {
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
  return {
    amounts: { lineItems, customLineItems, shippingInfo, discountCodes, ...totals },
    hasCartDiscounts: effectiveIds.size > 0,
  };
};

/* Discounts on products and on carts both apply, or only the kind with which the cart costs less. */

const hasProductDiscount = ({ price, priceMode, lineItemMode }: PricingLineItem): boolean =>
  priceMode === 'Platform' && lineItemMode === 'Standard' && price.discounted !== undefined;

const withCart = (input: PricingInput, lineItems: readonly PricingLineItem[]): PricingInput => ({
  ...input,
  cart: { ...toPlainValue(input.cart), lineItems },
});

/** The input with the current prices of all items, so that they are selected once. */
const withSelectedPrices = (input: PricingInput): PricingInput => {
  const priced = new Map(undiscountedItems(input).lineItems.map(item => [item.id, item]));
  const staleness = { ...input.staleness, isPriceStale: () => false, updatesProductData: false };
  return {
    ...withCart(
      input,
      input.cart.lineItems.map(item => priced.get(item.id) ?? item),
    ),
    staleness,
  };
};

/** The amounts with discounts on carts only. Items still show the discounts on their products, which do not count. */
const computeWithoutProductDiscounts = (input: PricingInput) => {
  const { cart, before } = input;
  const prices = new Map(cart.lineItems.filter(hasProductDiscount).map(({ id, price }) => [id, price]));
  const { amounts, hasCartDiscounts } = computeAmounts({
    ...withCart(input, cart.lineItems.map(withoutProductDiscount)),
    before: before && { ...toPlainValue(before), lineItems: chargedItems(before) },
  });
  const lineItems = amounts.lineItems.map(item => {
    const price = prices.get(item.id);
    return price === undefined ? item : { ...item, price };
  });
  return { amounts: { ...amounts, lineItems }, hasCartDiscounts };
};

const bestDeal = (chosenDiscountType: 'CartDiscount' | 'ProductDiscount'): DiscountTypeCombination => ({
  type: 'BestDeal',
  chosenDiscountType,
});

/** The codes that would apply if the discounts on products were not the better deal. */
const surpassedCodes = (codes: readonly DiscountCodeInfo[]): DiscountCodeInfo[] =>
  codes.map(code =>
    code.state === 'MatchesCart' ? { ...code, state: 'ApplicationStoppedByGroupBestDeal' as const } : code,
  );

const costOf = ({ lineItems, totalPrice }: Pick<PricingCart, 'lineItems' | 'totalPrice'>): number =>
  totalPrice.centAmount - giftPrices(lineItems.filter(({ lineItemMode }) => lineItemMode === 'GiftLineItem'));

const computeBestDeal = (given: PricingInput) => {
  const input = withSelectedPrices(given);
  if (!input.cart.lineItems.some(hasProductDiscount)) {
    const { amounts, hasCartDiscounts } = computeAmounts(input);
    return { ...amounts, discountTypeCombination: hasCartDiscounts ? bestDeal('CartDiscount') : undefined };
  }
  const byCarts = computeWithoutProductDiscounts(input);
  const withoutCartDiscounts = { ...input, catalogue: { ...input.catalogue, discounts: [] } };
  const { amounts } = computeAmounts(withoutCartDiscounts);
  if (byCarts.hasCartDiscounts && costOf(byCarts.amounts) < costOf(amounts))
    return { ...byCarts.amounts, discountTypeCombination: bestDeal('CartDiscount') };
  return {
    ...amounts,
    discountCodes: surpassedCodes(byCarts.amounts.discountCodes),
    discountTypeCombination: bestDeal('ProductDiscount'),
  };
};

const computeStacking = (input: PricingInput) => {
  const { amounts, hasCartDiscounts } = computeAmounts(input);
  const isStacked = hasCartDiscounts && amounts.lineItems.some(hasProductDiscount);
  return { ...amounts, discountTypeCombination: isStacked ? { type: 'Stacking' as const } : undefined };
};

const computeFrozen = (input: PricingInput) => {
  const { discountTypeCombination } = input.cart;
  const compute =
    discountTypeCombination?.chosenDiscountType === 'CartDiscount' ? computeWithoutProductDiscounts : computeAmounts;
  return { ...compute(input).amounts, discountTypeCombination };
};

/** A merchant gives direct discounts on the prices that a cart has, so no best deal is chosen in their place. */
const combinationOf = ({ cart, before, context }: PricingInput) => {
  if (staysFrozen(cart, before)) return computeFrozen;
  return context.project.discounts?.discountCombinationMode === 'BestDeal' && cart.directDiscounts.length === 0
    ? computeBestDeal
    : computeStacking;
};

/** Computes all amounts of a cart: prices, discounts, shipping, taxes and totals. It reads nothing but its input. */
export const calculateCart = (input: PricingInput) => boundedWork('change', () => combinationOf(input)(input));
