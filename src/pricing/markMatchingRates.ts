/** Marks the rates of a shipping method that a cart or a place gets. */
import type { ShippingRate } from '../schema/shippingRate.js';
import { itemsTotal } from './cartTotals.js';
import type { CatalogueShippingMethod, CatalogueZone } from './Catalogue.js';
import type { PricingCart } from './PricingCart.js';
import { type ShippingDestination, shippingRateFor } from './shippingRateFor.js';
import { rateInputOf, tierFor } from './shippingRatePrice.js';

export interface RateTarget extends Omit<ShippingDestination, 'currencyCode'> {
  /** Absent: the rates of all currencies match. */
  readonly currencyCode?: string;
  /** The cart whose tiers are marked. */
  readonly cart?: PricingCart;
}

type ZoneRates = CatalogueShippingMethod['zoneRates'];

const currenciesOf = (zoneRates: ZoneRates, { currencyCode }: RateTarget): ReadonlySet<string> =>
  new Set(
    currencyCode === undefined
      ? zoneRates.flatMap(({ shippingRates }) => shippingRates.map(({ price }) => price.currencyCode))
      : [currencyCode],
  );

const markTiers = (rate: ShippingRate, isMatching: boolean, { cart }: RateTarget): ShippingRate['tiers'] => {
  if (cart === undefined) return rate.tiers;
  const matching = isMatching ? tierFor(rate, itemsTotal(cart, cart), rateInputOf(cart.shippingRateInput)) : undefined;
  return rate.tiers.map(tier => ({ ...tier, isMatching: tier === matching }));
};

/** The method with `isMatching` at each of its rates; undefined where none matches. */
export const markMatchingRates = <M extends Pick<CatalogueShippingMethod, 'zoneRates'>>(
  method: M,
  zones: ReadonlyMap<string, CatalogueZone>,
  target: RateTarget,
): M | undefined => {
  const { zoneRates } = method;
  const matching = new Set(
    [...currenciesOf(zoneRates, target)]
      .map(currencyCode => shippingRateFor(method, zones, { ...target, currencyCode }))
      .filter(rate => rate !== undefined),
  );
  if (matching.size === 0) return undefined;
  const mark = (rate: ShippingRate): ShippingRate => {
    const isMatching = matching.has(rate);
    return { ...rate, tiers: markTiers(rate, isMatching, target), isMatching };
  };
  return {
    ...method,
    zoneRates: zoneRates.map(each => ({ ...each, shippingRates: each.shippingRates.map(mark) })),
  };
};
