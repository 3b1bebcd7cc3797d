/** What shipping costs: the rate of the place that goods are sent to, by what they are worth. */
import { sameValue } from '../engine/document/sameValue.js';
import { fail } from '../errors/ApiError.js';
import { type RateInput, shippingRatePrice } from './shippingRatePrice.js';
import { shippingRateFor } from './shippingRateFor.js';
import { compileCartPredicate } from './cartPredicate.js';
import type { Money } from '../schema/money.js';
import type { Cart } from '../resources/cart/members.js';
import { type AppliedTax, retainExternalTax } from './externalTax.js';
import type { ApplicableDiscount, PredicateFields } from './findApplicableDiscounts.js';
import { staysFrozen } from './staleness.js';
import { currentTaxRate, isSwitched, rateUnlessSwitched, taxAmount } from './itemTaxes.js';
import { discountPieces } from './pieceGroups.js';
import type { ShippingInfo } from '../resources/shared/shippingInfo.js';
import type { PricingInput } from './PricingInput.js';
import type { ShippingRate } from '../schema/shippingRate.js';

type Info = ShippingInfo;

/** The rate as it was found, unless it has to be looked for again; undefined where there is none for the place. */
const rateOf = (info: Info, { cart, stale, catalogue }: PricingInput): ShippingRate | undefined => {
  const { shippingMethod } = info;
  if (shippingMethod === undefined || !stale.shipping) return info.shippingRate as ShippingRate;
  const method = catalogue.shippingMethod;
  if (method === undefined || cart.shippingAddress === undefined) return undefined;
  const { country, state } = cart.shippingAddress;
  return shippingRateFor(method, catalogue.zones, { country, state, currencyCode: cart.totalPrice.currencyCode });
};

/** Whether the method may be used for the cart as it is. */
const stateOf = (
  info: Info,
  fields: PredicateFields,
  { cart, before, catalogue: { shippingMethod: method } }: PricingInput,
): Info['shippingMethodState'] => {
  if (info.shippingMethod === undefined || (staysFrozen(cart, before) && cart.freezeStrategy === 'HardFreeze'))
    return info.shippingMethodState;
  const matches =
    method !== undefined &&
    method.active &&
    (method.predicate === undefined || compileCartPredicate(method.predicate)(fields));
  return matches ? 'MatchesCart' : 'DoesNotMatchCart';
};

/** A frozen cart keeps the discount on a price that stays as it is. */
const discounted = (
  price: Money,
  offers: readonly ApplicableDiscount[],
  cart: Cart,
  before: Cart | undefined,
): Info['discountedPrice'] => {
  if (staysFrozen(cart, before))
    return sameValue(price, before?.shippingInfo?.price) ? before?.shippingInfo?.discountedPrice : undefined;
  const { priceRoundingMode } = cart;
  const units = offers
    .filter(({ target }) => target?.type === 'shipping')
    .reduce((all, { value, discount }) => discountPieces(all, value, discount, priceRoundingMode), {
      quantity: 1,
      value: price,
      portions: [],
    } as Parameters<typeof discountPieces>[0]);
  return units.portions.length === 0
    ? undefined
    : { value: units.value as Money, includedDiscounts: [...units.portions] };
};

/** What is paid for shipping. */
export const shippingPriceOf = ({ price, discountedPrice }: Info): Money => discountedPrice?.value ?? price;

const amountFromOutside = (info: Info, taxing: PricingInput): AppliedTax => {
  const old = taxing.before?.shippingInfo;
  return retainExternalTax(
    shippingPriceOf(info),
    info,
    old && { ...old, price: shippingPriceOf(old) },
    isSwitched(taxing),
  );
};

/**
 * The shipping of a cart whose items are worth `value`. A method that was just chosen must have a rate for the place;
 * one that has none any more, since the address changed, is taken off.
 */
export const priceShipping = (
  offers: readonly ApplicableDiscount[],
  value: Money,
  fields: PredicateFields,
  taxing: PricingInput,
): Info | undefined => {
  const { cart, before, stale, catalogue, context } = taxing;
  const info = cart.shippingInfo;
  if (info === undefined || cart.shippingAddress === undefined) return undefined;
  const shippingRate = rateOf(info, taxing);
  // One that was chosen again has no name yet.
  const isNew = info.shippingMethodName === '' || before?.shippingInfo?.shippingMethod?.id !== info.shippingMethod?.id;
  if (shippingRate === undefined) {
    if (!isNew) return undefined;
    if (catalogue.shippingMethod === undefined)
      throw fail('ReferencedResourceNotFound', {
        typeId: 'shipping-method',
        id: info.shippingMethod!.id,
        identifier: info.shippingMethod!.id,
      });
    throw fail('InvalidOperation', {
      message: `The shipping method '${info.shippingMethod!.id}' has no rate in ${cart.totalPrice.currencyCode} for ${cart.shippingAddress.country}${cart.shippingAddress.state === undefined ? '' : `, ${cart.shippingAddress.state}`}.`,
    });
  }
  const shippingMethodState = stateOf(info, fields, taxing);
  if (isNew && shippingMethodState === 'DoesNotMatchCart')
    throw fail('InvalidOperation', {
      message: `The shipping method '${info.shippingMethod!.id}' is not active, or its predicate does not match the cart.`,
    });
  const price = shippingRatePrice(shippingRate, value, cart.shippingRateInput as RateInput | undefined);
  const method = stale.shipping ? catalogue.shippingMethod : undefined;
  const taxCategory = method?.taxCategory ?? info.taxCategory;
  const isStale = stale.shipping || isSwitched(taxing);
  const taxRate =
    cart.taxMode === 'Platform' && taxCategory === undefined
      ? info.taxRate
      : currentTaxRate(
          rateUnlessSwitched(info, before?.shippingInfo, taxing),
          taxCategory?.id,
          isStale,
          cart,
          catalogue,
          context,
        );
  const shipped: Info = {
    ...info,
    shippingMethodName: method?.name ?? info.shippingMethodName,
    price,
    shippingRate,
    taxCategory,
    shippingMethodState,
    taxRate,
    discountedPrice: discounted(price, offers, cart, before),
  };
  if (cart.taxMode === 'ExternalAmount')
    return { ...shipped, taxedPrice: undefined, ...amountFromOutside({ ...shipped, taxRate: info.taxRate }, taxing) };
  return { ...shipped, taxedPrice: taxAmount(shippingPriceOf(shipped), taxRate, cart) };
};
