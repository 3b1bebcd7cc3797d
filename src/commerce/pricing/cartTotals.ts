import { BigNumber } from 'bignumber.js';
import type { DiscountOnTotalPrice } from '../values/discount.js';
import type { Money } from '../values/money.js';
import type { TaxedPrice } from '../values/tax.js';
import { discountAmount } from './discountLines.js';
import type { ApplicableDiscount } from './findApplicableDiscounts.js';
import { itemsTotal } from './itemPrices.js';
import { add, divideAndRound, exactCents, moneyOfCents, subtract } from './moneyArithmetic.js';
import { shippingPriceOf } from './priceShipping.js';
import type { PricingCart, PricingInput } from './PricingCart.js';
import { staysFrozen } from './stalenessOf.js';
import { sumTaxedPrices } from './taxedPrices.js';

/** The members that the totals are computed from. */
type CartParts = Pick<PricingCart, 'lineItems' | 'customLineItems' | 'shippingInfo'>;

export const totalDiscountOf = (
  value: Money,
  discounts: readonly ApplicableDiscount[],
  { priceRoundingMode }: PricingCart,
): DiscountOnTotalPrice | undefined => {
  const price = discountAmount(value, 'totalPrice', discounts, priceRoundingMode);
  return price && { discountedAmount: subtract(value, price.value), includedDiscounts: price.includedDiscounts };
};

/** The discount of a frozen cart, whose shipping may have become cheaper. */
const keptDiscount = (discount: DiscountOnTotalPrice | undefined, full: Money): DiscountOnTotalPrice | undefined =>
  discount === undefined || discount.discountedAmount.centAmount <= full.centAmount
    ? discount
    : { ...discount, discountedAmount: full };

/** The taxed price of the cart before a discount on the total; undefined while the tax of any part is not known. */
const fullTaxedPrice = ({ lineItems, customLineItems, shippingInfo }: CartParts, cart: PricingCart) => {
  if (cart.taxMode === 'External' && cart.shippingAddress === undefined) return undefined;
  const parts = [...lineItems, ...customLineItems, ...(shippingInfo === undefined ? [] : [shippingInfo])];
  const known = parts.map(({ taxedPrice }) => taxedPrice).filter(taxed => taxed !== undefined);
  return parts.length === 0 || known.length < parts.length
    ? undefined
    : sumTaxedPrices(cart.totalPrice.currencyCode, known);
};

/** The total before and after a discount. */
interface Share {
  readonly full: Money;
  readonly left: Money;
}

/**
 * Amounts of any sign in proportion to `parts`, which sum up to `to` as the parts sum up to `from`. Parts that cancel
 * each other out have no such proportion: they take the share of the total.
 */
const scalePortions = (parts: readonly Money[], to: Money, from: Money, { full, left }: Share): Money[] => {
  const [numerator, denominator] = from.centAmount === 0 ? [left, full] : [to, from];
  const exact = parts.map(part => exactCents(part).times(numerator.centAmount).dividedBy(denominator.centAmount));
  const cents = exact.map(amount => amount.integerValue(BigNumber.ROUND_FLOOR));
  const missing = cents.reduce((rest, amount) => rest.minus(amount), exactCents(to)).toNumber();
  const byRemainder = exact
    .map((amount, at) => ({ at, remainder: amount.minus(cents[at] ?? 0).toNumber() }))
    .sort((a, b) => b.remainder - a.remainder);
  const more = new Set(byRemainder.slice(0, missing).map(({ at }) => at));
  return cents.map((amount, at) => moneyOfCents(to.currencyCode, more.has(at) ? amount.plus(1) : amount));
};

/** Takes the share off the net and the gross of a taxed price that a discount takes off the total. */
const taxedShare = (
  taxed: TaxedPrice | undefined,
  { full, left }: Share,
  { taxRoundingMode }: PricingCart,
): TaxedPrice | undefined => {
  if (taxed === undefined || full.centAmount === left.centAmount) return taxed;
  const share = (amount: Money): Money =>
    moneyOfCents(
      amount.currencyCode,
      divideAndRound(exactCents(amount).times(left.centAmount), exactCents(full), taxRoundingMode),
    );
  const [totalNet, totalGross] = [share(taxed.totalNet), share(taxed.totalGross)];
  const totalTax = subtract(totalGross, totalNet);
  const amounts = scalePortions(
    taxed.taxPortions.map(({ amount }) => amount),
    totalTax,
    taxed.totalTax ?? subtract(taxed.totalGross, taxed.totalNet),
    { full, left },
  );
  return {
    totalNet,
    totalGross,
    taxPortions: taxed.taxPortions.map((portion, at) => ({ ...portion, amount: amounts[at] ?? portion.amount })),
    totalTax,
  };
};

/** The discount with its share of the net and of the gross total, where these are known. */
const withTaxedAmounts = (
  discount: DiscountOnTotalPrice | undefined,
  before: TaxedPrice | undefined,
  after: TaxedPrice | undefined,
): DiscountOnTotalPrice | undefined =>
  discount === undefined || before === undefined || after === undefined
    ? discount
    : {
        ...discount,
        discountedNetAmount: subtract(before.totalNet, after.totalNet),
        discountedGrossAmount: subtract(before.totalGross, after.totalGross),
      };

export const cartTotals = (
  parts: CartParts,
  discounts: readonly ApplicableDiscount[],
  { cart, before }: PricingInput,
) => {
  const { lineItems, shippingInfo } = parts;
  const items = itemsTotal(parts, cart);
  const full = shippingInfo === undefined ? items : add(items, shippingPriceOf(shippingInfo));
  const discount = staysFrozen(cart, before)
    ? keptDiscount(cart.discountOnTotalPrice, full)
    : totalDiscountOf(full, discounts, cart);
  const left = discount === undefined ? full : subtract(full, discount.discountedAmount);
  const fullTaxed = fullTaxedPrice(parts, cart);
  const taxedPrice = taxedShare(fullTaxed, { full, left }, cart);
  return {
    totalLineItemQuantity:
      lineItems.length === 0 ? undefined : lineItems.reduce((all, { quantity }) => all + quantity, 0),
    totalPrice: left,
    discountOnTotalPrice: withTaxedAmounts(discount, fullTaxed, taxedPrice),
    taxedPrice,
    taxedShippingPrice: taxedShare(shippingInfo?.taxedPrice, { full, left }, cart),
  };
};
