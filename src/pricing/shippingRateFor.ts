import type { Zone } from '../resources/zone/index.js';
import type { ShippingMethod } from '../resources/shippingMethod/members.js';
import type { ShippingRate } from '../schema/shippingRate.js';

/** Where a cart is sent, and what it is paid in. */
export interface ShippedTo {
  readonly country: string;
  readonly state?: string;
  readonly currencyCode: string;
}

type Locations = Pick<Zone, 'locations'>;

/** 2 for the state itself, 1 for its whole country, 0 for elsewhere. */
const closeness = (zone: Locations | undefined, { country, state }: ShippedTo): number => {
  const there = (zone?.locations ?? []).filter(location => location.country === country);
  if (state !== undefined && there.some(location => location.state === state)) return 2;
  return there.some(location => location.state === undefined) ? 1 : 0;
};

/** The rate in the currency from the zone that a place lies in: one that names its state goes before one of its whole country. `zones` are by id. */
export const shippingRateFor = (
  { zoneRates }: Pick<ShippingMethod, 'zoneRates'>,
  zones: ReadonlyMap<string, Locations>,
  place: ShippedTo,
): ShippingRate | undefined => {
  const near = zoneRates.map(({ zone, shippingRates }) => ({
    shippingRates,
    rank: closeness(zones.get(zone.id), place),
  }));
  const [nearest] = near
    .flatMap(({ shippingRates, rank }) =>
      rank === 0
        ? []
        : shippingRates.filter(({ price }) => price.currencyCode === place.currencyCode).map(rate => ({ rate, rank })),
    )
    .sort((a, b) => b.rank - a.rank);
  return nearest?.rate;
};
