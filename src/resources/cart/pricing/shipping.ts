/** What shipping costs: the rate of the place that goods are sent to, by what they are worth. */
import { sameValue } from '../../../engine/define/actions.js';
import { fail } from '../../../errors/ApiError.js';
import { type RateInput, shippingRatePrice } from '../../../pricing/shippingRatePrice.js';
import type { ShippingRate } from '../../shippingMethod/rate.js';
import { shippingRateFor } from '../../../pricing/shippingRateFor.js';
import { compileCartPredicate } from '../../../pricing/cartPredicate.js';
import type { Money } from '../../../schema/money.js';
import type { Cart } from '../members.js';
import { keptAmount, type Taxed } from './externalTax.js';
import type { Fields, Offer } from './offers.js';
import { isKept } from './stale.js';
import { isSwitched, rateBefore, taxAmount, type Taxing, taxRateOf } from './taxes.js';
import { discountEach } from './units.js';
import type { ShippingInfo } from '../../shared/shippingInfo.js';

type Info = ShippingInfo;

/** The rate as it was found, unless it has to be looked for again; undefined where there is none for the place. */
const rateOf = (info: Info, { cart, stale, catalogue }: Taxing): ShippingRate | undefined => {
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
  fields: Fields,
  { cart, before, catalogue: { shippingMethod: method } }: Taxing,
): Info['shippingMethodState'] => {
  if (info.shippingMethod === undefined || (isKept(cart, before) && cart.freezeStrategy === 'HardFreeze'))
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
  offers: readonly Offer[],
  cart: Cart,
  before: Cart | undefined,
): Info['discountedPrice'] => {
  if (isKept(cart, before))
    return sameValue(price, before?.shippingInfo?.price) ? before?.shippingInfo?.discountedPrice : undefined;
  const { priceRoundingMode } = cart;
  const units = offers
    .filter(({ target }) => target?.type === 'shipping')
    .reduce((all, { value, discount }) => discountEach(all, value, discount, priceRoundingMode), {
      quantity: 1,
      value: price,
      portions: [],
    } as Parameters<typeof discountEach>[0]);
  return units.portions.length === 0
    ? undefined
    : { value: units.value as Money, includedDiscounts: [...units.portions] };
};

/** What is paid for shipping. */
export const shippingPriceOf = ({ price, discountedPrice }: Info): Money => discountedPrice?.value ?? price;

const amountFromOutside = (info: Info, taxing: Taxing): Taxed => {
  const old = taxing.before?.shippingInfo;
  return keptAmount(shippingPriceOf(info), info, old && { ...old, price: shippingPriceOf(old) }, isSwitched(taxing));
};

/**
 * The shipping of a cart whose items are worth `value`. A method that was just chosen must have a rate for the place;
 * one that has none any more, since the address changed, is taken off.
 */
export const settleShipping = (
  offers: readonly Offer[],
  value: Money,
  fields: Fields,
  taxing: Taxing,
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
      : taxRateOf(rateBefore(info, before?.shippingInfo, taxing), taxCategory?.id, isStale, cart, catalogue, context);
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
