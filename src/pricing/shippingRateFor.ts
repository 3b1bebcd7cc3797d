import type { ShippingRate } from '../schema/shippingRate.js';
import type { CatalogueShippingMethod, CatalogueZone } from './Catalogue.js';

/** The place that goods are shipped to, and the currency of the cart. */
export interface ShippingDestination {
  readonly country: string;
  readonly state?: string;
  readonly currencyCode: string;
}

/** 2 where a zone names the state, 1 where it names the whole country, 0 elsewhere. */
const zoneRank = (zone: CatalogueZone | undefined, { country, state }: ShippingDestination): number => {
  const inCountry = (zone?.locations ?? []).filter(location => location.country === country);
  if (state !== undefined && inCountry.some(location => location.state === state)) return 2;
  return inCountry.some(location => location.state === undefined) ? 1 : 0;
};

/**
 * The rate in the currency from the zone of a place; a zone with its state precedes a zone with its whole country.
 * `zones` are by id.
 */
export const shippingRateFor = (
  { zoneRates }: Pick<CatalogueShippingMethod, 'zoneRates'>,
  zones: ReadonlyMap<string, CatalogueZone>,
  destination: ShippingDestination,
): ShippingRate | undefined => {
  const candidates = zoneRates.flatMap(({ zone, shippingRates }) => {
    const rank = zoneRank(zones.get(zone.id), destination);
    return rank === 0
      ? []
      : shippingRates
          .filter(({ price }) => price.currencyCode === destination.currencyCode)
          .map(rate => ({ rate, rank }));
  });
  const [best] = candidates.sort((a, b) => b.rank - a.rank);
  return best?.rate;
};
