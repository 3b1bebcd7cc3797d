/**
 * Calculates the amounts of a cart as the documentation of the SDK describes: plain, slow and exact. It shares no code
 * with `src/commerce/pricing`. Where the documentation leaves a choice, docs/reference/behaviour.md decides.
 */
import { compare, difference, type Fraction, quotient, sum } from '../fraction.js';
import { cents, isPositive, least, total, zero } from './amounts.js';
import type { CartCase, DiscountCase, ShippingCase, ShippingTier } from './CartCase.js';
import type { PricedCart, PricedItem, PricedShipping, Taken } from './PricedCart.js';
import { discountPieces, type NamedDiscount, relativeRest } from './discountPieces.js';
import { evaluate } from './predicates.js';
import { type Charge, giftOf, type Line, linesOf, rateOf, totalOf } from './priceLines.js';
import { scaleTaxed, sumTaxed, type Taxed, taxLine, taxShipping } from './taxes.js';

type ScoreTier = Extract<ShippingTier, { readonly type: 'CartScore' }>;

/** Returns the price of a score tier: a fixed one, or a function of the score. */
const scorePrice = ({ price, factor = 0, offset = 0 }: ScoreTier, score: number): number =>
  price ?? factor * score + offset;

/** Returns the price of shipping for the sum of the items, "after any Cart Discounts have been applied". */
const shippingPrice = (
  { price, freeAbove, tiers }: ShippingCase,
  items: Fraction,
  input: CartCase['rateInput'],
): Fraction => {
  if (freeAbove !== undefined && compare(items, cents(freeAbove)) >= 0) return zero;
  const values = tiers.flatMap(tier =>
    tier.type === 'CartValue' && compare(items, cents(tier.minimumCentAmount)) >= 0 ? [tier] : [],
  );
  const [byValue] = values.toSorted((a, b) => b.minimumCentAmount - a.minimumCentAmount);
  if (byValue !== undefined) return cents(byValue.price);
  if (input?.type === 'Classification') {
    const tier = tiers.find(each => each.type === 'CartClassification' && each.value === input.key);
    return cents(tier?.price ?? price);
  }
  const score = input?.score ?? 0;
  const scores = tiers.flatMap(tier => (tier.type === 'CartScore' && tier.score <= score ? [tier] : []));
  const [byScore] = scores.toSorted((a, b) => b.score - a.score);
  return cents(byScore === undefined ? price : scorePrice(byScore, score));
};

/** Applies discounts to one amount, such as the price of shipping or the total; a negative amount stays. */
const reduce = (whole: Fraction, discounts: readonly NamedDiscount[], cart: CartCase) => {
  let left = whole;
  const taken: Taken[] = [];
  for (const { name, value } of discounts) {
    if (!isPositive(left)) break;
    const rest =
      value.type === 'relative'
        ? relativeRest(left, value.permyriad, cart.priceRoundingMode, 0)
        : value.type === 'absolute'
          ? difference(left, least(left, cents(value.amount)))
          : left;
    const amount = difference(left, rest);
    if (isPositive(amount)) taken.push({ discount: name, amount });
    left = rest;
  }
  return { left, taken };
};

const priceShipping = (cart: CartCase, items: Fraction, discounts: readonly NamedDiscount[]): PricedShipping => {
  const shipping = cart.shipping!;
  const price = shippingPrice(shipping, items, cart.rateInput);
  const { left, taken } = reduce(price, discounts, cart);
  const taxed = taxShipping(left, shipping.taxAmount, rateOf(shipping, cart), cart);
  return { price, left, taken, ...(taxed === undefined ? {} : { taxed }) };
};

const priceWith = (cart: CartCase, discounts: readonly NamedDiscount[], charge: Charge = 'discounted'): PricedCart => {
  const targeting = (type: string) => discounts.filter(({ target }) => target?.type === type);
  const discounted = discounts.reduce<readonly Line[]>(
    (all, each) => discountPieces(all, each, cart),
    linesOf(cart, charge),
  );
  const gifts = discounts.flatMap(({ value, name }) =>
    value.type === 'giftLineItem' ? [giftOf(value.product, name, cart)] : [],
  );
  const ofKind = (kind: Line['kind']) => discounted.filter(line => line.kind === kind);
  const items = [...ofKind('lineItems'), ...gifts, ...ofKind('customLineItems')].map((line): PricedItem => {
    const taxed = taxLine(line, cart);
    return { line, ...(taxed === undefined ? {} : { taxed }) };
  });
  const itemSum = total(items.map(({ line }) => totalOf(line)));
  const shipping = cart.shipping === undefined ? undefined : priceShipping(cart, itemSum, targeting('shipping'));
  const whole = sum(itemSum, shipping?.left ?? zero);
  const { left, taken } = reduce(whole, targeting('totalPrice'), cart);
  const parts = [...items, ...(shipping === undefined ? [] : [shipping])].map(each => each.taxed);
  // "In External, it is automatically set when `shippingAddress` and external Tax Rates […] are set."
  const isLocated = cart.address !== undefined || cart.taxMode === 'ExternalAmount';
  const isTaxed = parts.length > 0 && parts.every(each => each !== undefined) && isLocated;
  const taxed = isTaxed ? sumTaxed(parts) : undefined;
  const ratio = taken.length === 0 ? cents(1) : quotient(left, whole);
  const scaled = (each: Taxed | undefined) =>
    each === undefined || taken.length === 0 ? each : scaleTaxed(each, ratio, cart.taxRoundingMode);
  const taxedTotal = scaled(taxed);
  return {
    items,
    total: left,
    ...(shipping === undefined ? {} : { shipping }),
    ...(taxedTotal === undefined ? {} : { taxed: taxedTotal }),
    ...(shipping?.taxed === undefined ? {} : { taxedShipping: scaled(shipping.taxed)! }),
    ...(taken.length === 0
      ? {}
      : {
          onTotal: {
            taken,
            ...(taxed === undefined || taxedTotal === undefined
              ? {}
              : { net: difference(taxed.net, taxedTotal.net), gross: difference(taxed.gross, taxedTotal.gross) }),
          },
        }),
  };
};

/** Tells whether a discount lowered an amount or gave its gift: only an application of a discount can stop others. */
const isApplied = (name: string, { items, shipping, onTotal }: PricedCart): boolean =>
  [
    ...items.flatMap(({ line }) => line.pieces.flatMap(({ taken }) => taken)),
    ...(shipping?.taken ?? []),
    ...(onTotal?.taken ?? []),
  ].some(({ discount }) => discount === name);

/** Prices the cart without any discount, as the predicates of discounts see it. */
export const pricePlain = (cart: CartCase): PricedCart => priceWith(cart, []);

const isInForce = ({ isActive, period }: DiscountCase): boolean =>
  isActive && (period === undefined || period === 'present');

const isMatching = (discount: DiscountCase, cart: CartCase, plain: PricedCart): boolean => {
  const { predicate, code, inGroup, stores } = discount;
  const near = pricePlain(cart.made ?? cart);
  return (
    isInForce(discount) &&
    // "If not defined, the Cart Discount applies on all Carts, irrespective of a Store."
    (stores === undefined || (cart.store !== undefined && stores.includes(cart.store))) &&
    (!inGroup || cart.isGroupActive) &&
    evaluate(predicate, cart, plain, near) &&
    (code === undefined || (code.isAdded && evaluate(code.predicate, cart, plain, near)))
  );
};

export const nameOf = (at: number): string => `discount-${at}`;

type Candidate = NamedDiscount & Pick<DiscountCase, 'stops' | 'inGroup' | 'code'>;

/** Orders the discounts by their places; the discounts of a group come together, those without a code first. */
const inPlaces = (candidates: readonly Candidate[]): Candidate[][] => {
  const group = candidates.filter(({ inGroup }) => inGroup);
  const sorted = [...group.filter(({ code }) => code === undefined), ...group.filter(({ code }) => code !== undefined)];
  return candidates.flatMap(each => (each.inGroup ? (each === group[0] ? [sorted] : []) : [[each]]));
};

/** The place of the group is that of its first discount, even if that discount does not match. */
const groupedFirst = (candidates: readonly Candidate[], { discounts }: CartCase): readonly Candidate[] => {
  const place = nameOf(discounts.findIndex(({ inGroup }) => inGroup));
  const group = candidates.filter(({ inGroup }) => inGroup);
  const before = candidates.filter(({ inGroup, name }) => !inGroup && name < place);
  const after = candidates.filter(({ inGroup, name }) => !inGroup && name > place);
  return group.length === 0 ? candidates : [...before, ...group, ...after];
};

/** Returns the total that the buyer pays, minus the price of the gifts. */
const costOf = ({ total: left, items }: PricedCart): Fraction =>
  items.reduce((cost, { line }) => (line.place < 0 ? difference(cost, line.price) : cost), left);

const priceByCartDiscounts = (cart: CartCase, charge: Charge) => {
  const plain = priceWith(cart, [], charge);
  const candidates = cart.discounts.flatMap((discount, at): Candidate[] =>
    cart.isDirect || isMatching(discount, cart, plain)
      ? [{ ...discount, name: nameOf(at), inGroup: discount.inGroup && !cart.isDirect }]
      : [],
  );
  const stops = (applied: readonly Candidate[]): boolean => {
    const latest = applied.at(-1)!;
    return !cart.isDirect && latest.stops && isApplied(latest.name, priceWith(cart, applied, charge));
  };
  /** Applies that discount of a group with which the whole cart costs least, including the discounts after it. */
  const withPlaces = (applied: readonly Candidate[], places: readonly Candidate[][]): readonly Candidate[] => {
    const [place, ...rest] = places;
    if (place === undefined) return applied;
    const [best] = place
      .map(each => [...applied, each])
      .map(deal => (stops(deal) ? deal : withPlaces(deal, rest)))
      .map((deal, at) => ({ deal, at, cost: costOf(priceWith(cart, deal, charge)) }))
      .toSorted((a, b) => compare(a.cost, b.cost) || a.at - b.at);
    return best!.deal;
  };
  const applied = withPlaces([], inPlaces(groupedFirst(candidates, cart)));
  const priced = priceWith(cart, applied, charge);
  return { priced, hasEffect: applied.some(({ name }) => isApplied(name, priced)) };
};

const hasProductDiscount = ({ items }: PricedCart): boolean =>
  items.some(({ line }) => line.shown.discounted !== undefined);

/** "Either Product Discounts or Cart Discounts": applies those with which the cart costs less. */
const priceBestDeal = (cart: CartCase): PricedCart => {
  const byProducts = pricePlain(cart);
  const byCarts = priceByCartDiscounts(cart, 'full');
  const isBetter =
    byCarts.hasEffect && (!hasProductDiscount(byProducts) || compare(costOf(byCarts.priced), costOf(byProducts)) < 0);
  if (isBetter) return { ...byCarts.priced, combination: 'BestDeal CartDiscount' };
  return hasProductDiscount(byProducts) ? { ...byProducts, combination: 'BestDeal ProductDiscount' } : byProducts;
};

const priceWithDiscounts = (cart: CartCase): PricedCart => {
  if (cart.mode === 'BestDeal' && !cart.isDirect) return priceBestDeal(cart);
  const { priced, hasEffect } = priceByCartDiscounts(cart, 'discounted');
  return hasEffect && hasProductDiscount(priced) ? { ...priced, combination: 'Stacking' } : priced;
};

/** "It sets the `totalGross` amount", and the net amount is the total price. */
const withTotalTax = (priced: PricedCart, { totalTax }: CartCase): PricedCart => {
  if (totalTax === undefined) return priced;
  const portions = totalTax.portions.map(each => ({ ...each, amount: cents(each.amount) }));
  return { ...priced, taxed: { net: priced.total, gross: sum(priced.total, cents(totalTax.amount)), portions } };
};

export const priceCart = (cart: CartCase): PricedCart => withTotalTax(priceWithDiscounts(cart), cart);
