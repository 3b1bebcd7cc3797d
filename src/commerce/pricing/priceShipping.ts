/** The price of shipping: the rate for the shipping address, by the value of the goods. */
import { fail, invalidOperation } from '../../base/errors/ApiError.js';
import { sameValue } from '../../engine/document/sameValue.js';
import type { DiscountedPrice } from '../values/discount.js';
import type { Money } from '../values/money.js';
import type { ShippingRate } from '../values/shippingRate.js';
import type { TaxRate } from '../values/tax.js';
import { compileCartPredicate } from './cartPredicate.js';
import { discountAmount } from './discountLines.js';
import type { ApplicableDiscount, PredicateFields } from './findApplicableDiscounts.js';
import { isTaxModeSwitched, rateUnlessSwitched, taxAmount, taxRateInMode } from './itemTaxes.js';
import type { PricingShippingInfo, PricingInput } from './PricingCart.js';
import { isMethodOfStore, rateInputOf, shippingRateFor, shippingRatePrice } from './shippingRates.js';
import { staysFrozen } from './stalenessOf.js';
import { type AppliedTax, retainExternalTax } from './taxedPrices.js';

/**
 * The current rate, or where it is stale the rate of the method for the address; undefined where the method has none.
 */
const rateOf = (
  info: PricingShippingInfo,
  { cart, staleness, catalogue: { shippingMethod, zones } }: PricingInput,
): ShippingRate | undefined => {
  // The tiers were stored by `shippingRateOf`; orders import others, but an order is not priced again.
  if (info.shippingMethod === undefined || !staleness.isShippingStale) return info.shippingRate as ShippingRate;
  if (shippingMethod === undefined || cart.shippingAddress === undefined) return undefined;
  const { country, state } = cart.shippingAddress;
  return shippingRateFor(shippingMethod, zones, { country, state, currencyCode: cart.totalPrice.currencyCode });
};

/** Tells whether the method may be used for the cart. */
const methodStateOf = (
  info: PricingShippingInfo,
  fields: () => PredicateFields,
  { cart, before, catalogue: { shippingMethod: method } }: PricingInput,
): PricingShippingInfo['shippingMethodState'] => {
  const isKept = staysFrozen(cart, before) && cart.freezeStrategy === 'HardFreeze';
  if (info.shippingMethod === undefined || isKept) return info.shippingMethodState;
  const matches =
    method?.active === true &&
    isMethodOfStore(method, cart) &&
    (method.predicate === undefined || compileCartPredicate(method.predicate)(fields()));
  return matches ? 'MatchesCart' : 'DoesNotMatchCart';
};

/** The shipping with the method that was just selected or has changed, before discounts and taxes. */
export const currentShippingInfo = (input: PricingInput): PricingShippingInfo | undefined => {
  const { shippingInfo: info } = input.cart;
  if (info === undefined) return undefined;
  const method = input.staleness.isShippingStale ? input.catalogue.shippingMethod : undefined;
  return {
    ...info,
    shippingMethodName: method?.name ?? info.shippingMethodName,
    shippingRate: rateOf(info, input) ?? info.shippingRate,
    taxCategory: method?.taxCategory ?? info.taxCategory,
  };
};

/** The price of shipping goods worth `value`, before discounts; undefined where the cart is not shipped. */
export const fullShippingPrice = (value: Money, input: PricingInput): Money | undefined => {
  const { shippingInfo, shippingAddress, shippingRateInput } = input.cart;
  const rate = shippingInfo && shippingAddress && rateOf(shippingInfo, input);
  return rate && shippingRatePrice(rate, value, rateInputOf(shippingRateInput));
};

/** The tax on shipping before discounts. */
export const fullShippingTax = (price: Money, input: PricingInput): AppliedTax => {
  const { cart, staleness, catalogue } = input;
  if (cart.shippingInfo === undefined) return {};
  const method = staleness.isShippingStale ? catalogue.shippingMethod : undefined;
  const taxCategory = method?.taxCategory ?? cart.shippingInfo.taxCategory;
  const taxRate = shippingTaxRate(cart.shippingInfo, taxCategory?.id, input);
  return { taxRate, taxedPrice: taxAmount(price, taxRate, cart) };
};

/** A frozen cart keeps the discount on a price that does not change. */
const discountedPriceOf = (
  price: Money,
  discounts: readonly ApplicableDiscount[],
  { cart, before }: PricingInput,
): DiscountedPrice | undefined => {
  if (staysFrozen(cart, before))
    return sameValue(price, before?.shippingInfo?.price) ? before?.shippingInfo?.discountedPrice : undefined;
  return discountAmount(price, 'shipping', discounts, cart.priceRoundingMode);
};

/** The amount that is paid for shipping. */
export const shippingPriceOf = ({
  price,
  discountedPrice,
}: Pick<PricingShippingInfo, 'price' | 'discountedPrice'>): Money => discountedPrice?.value ?? price;

const externalShippingTax = (info: PricingShippingInfo, input: PricingInput): AppliedTax => {
  const old = input.before?.shippingInfo;
  const taxBefore = old && { ...old, price: shippingPriceOf(old) };
  return retainExternalTax(shippingPriceOf(info), info, taxBefore, isTaxModeSwitched(input));
};

/** A method that was selected again has no name yet. */
const isNewlySelected = (info: PricingShippingInfo, before: PricingShippingInfo | undefined): boolean =>
  info.shippingMethodName === '' || before?.shippingMethod?.id !== info.shippingMethod?.id;

const noRate = (info: PricingShippingInfo, { cart, catalogue }: PricingInput) => {
  const id = info.shippingMethod?.id;
  if (catalogue.shippingMethod === undefined)
    return fail('ReferencedResourceNotFound', { typeId: 'shipping-method', id, identifier: id });
  const { country, state } = cart.shippingAddress ?? {};
  return invalidOperation(
    `The shipping method '${id}' has no rate in ${cart.totalPrice.currencyCode} for ` +
      `${country}${state === undefined ? '' : `, ${state}`}.`,
  );
};

const shippingTaxRate = (
  info: PricingShippingInfo,
  taxCategoryId: string | undefined,
  input: PricingInput,
): TaxRate | undefined => {
  const { cart, before, staleness } = input;
  if (cart.taxMode === 'Platform' && taxCategoryId === undefined) return info.taxRate;
  const isStale = staleness.isShippingStale || isTaxModeSwitched(input);
  return taxRateInMode(rateUnlessSwitched(info, before?.shippingInfo, input), taxCategoryId, isStale, input);
};

/**
 * The shipping of a cart with items worth `value`; `fields` is called only for a method with a predicate. A method
 * that was just selected must have a rate for the address; a method without a rate after a change of the address is
 * removed.
 */
export const priceShipping = (
  discounts: readonly ApplicableDiscount[],
  value: Money,
  fields: () => PredicateFields,
  input: PricingInput,
): PricingShippingInfo | undefined => {
  const { cart, before, staleness, catalogue, removesUnavailable = false } = input;
  const info = cart.shippingInfo;
  if (info === undefined || cart.shippingAddress === undefined) return undefined;
  const shippingRate = rateOf(info, input);
  const isNew = isNewlySelected(info, before?.shippingInfo);
  if (shippingRate === undefined) {
    if (isNew && !removesUnavailable) throw noRate(info, input);
    return undefined;
  }
  const shippingMethodState = methodStateOf(info, fields, input);
  if (isNew && shippingMethodState === 'DoesNotMatchCart') {
    if (removesUnavailable) return undefined;
    throw invalidOperation(
      `The shipping method '${info.shippingMethod?.id}' is not active, not for the store of the cart, ` +
        'or its predicate does not match the cart.',
    );
  }
  const price = shippingRatePrice(shippingRate, value, rateInputOf(cart.shippingRateInput));
  const method = staleness.isShippingStale ? catalogue.shippingMethod : undefined;
  const taxCategory = method?.taxCategory ?? info.taxCategory;
  const taxRate = shippingTaxRate(info, taxCategory?.id, input);
  const shipped: PricingShippingInfo = {
    ...info,
    shippingMethodName: method?.name ?? info.shippingMethodName,
    price,
    shippingRate,
    taxCategory,
    shippingMethodState,
    taxRate,
    discountedPrice: discountedPriceOf(price, discounts, input),
  };
  if (cart.taxMode === 'ExternalAmount')
    return { ...shipped, taxedPrice: undefined, ...externalShippingTax({ ...shipped, taxRate: info.taxRate }, input) };
  return { ...shipped, taxedPrice: taxAmount(shippingPriceOf(shipped), taxRate, cart) };
};
