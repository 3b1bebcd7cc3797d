import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import {
  Flag,
  Key,
  List,
  LocalizedString,
  NonEmptyText,
  Optional,
  Shape,
  Text,
} from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { type Identifier, KeyReference, Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { toStoreReferences } from '../shared/references.js';
import { assertClassifications, ShippingRateDraft, toShippingRate } from './shippingRate.js';
import { CartPredicate } from '../../values/discount.js';
import { ShippingRate } from '../../values/shippingRate.js';

const zonesMax = 500;
const ratesMax = 200;
const storesMax = 500;

const named = {
  key: Optional(Key),
  name: NonEmptyText,
  localizedName: Optional(LocalizedString),
  description: Optional(Text),
  localizedDescription: Optional(LocalizedString),
  carrier: Optional(NonEmptyText),
};

const ZoneRate = Named('ZoneRate', Shape({ zone: Reference('zone'), shippingRates: List(ShippingRate, ratesMax) }));
const ZoneRateDraft = Named(
  'ZoneRateDraft',
  Shape({ zone: ResourceIdentifier('zone'), shippingRates: List(ShippingRateDraft, ratesMax) }),
);
const ZoneRates = List(ZoneRate, zonesMax);

export const StoreIdentifier = ResourceIdentifier('store', { load: true });
export const StoreIdentifiers = List(StoreIdentifier);

export const ShippingMethodMembers = Shape({
  ...named,
  taxCategory: Reference('tax-category'),
  zoneRates: ZoneRates,
  active: Flag,
  isDefault: Flag,
  predicate: Optional(CartPredicate),
  stores: Optional(List(KeyReference('store'))),
  custom: Optional(CustomFields),
});

export const ShippingMethodDraft = Shape({
  ...named,
  taxCategory: ResourceIdentifier('tax-category'),
  zoneRates: List(ZoneRateDraft, zonesMax),
  active: Optional(Flag),
  isDefault: Flag,
  predicate: Optional(CartPredicate),
  stores: Optional(StoreIdentifiers),
  custom: Optional(CustomFieldsDraft),
});

export type ShippingMethod = Base & Static<typeof ShippingMethodMembers>;
export type ZoneRate = Static<typeof ZoneRate>;

/** Refuses duplicate zones, and two rates of one currency in a zone, since the price would be ambiguous. */
export const assertZoneRates = (zoneRates: readonly ZoneRate[]): void => {
  const zones = new Set<string>();
  for (const { zone, shippingRates } of zoneRates) {
    if (zones.has(zone.id)) throw invalidOperation(`The shipping method already has the zone '${zone.id}'.`);
    zones.add(zone.id);
    const currencies = shippingRates.map(({ price }) => price.currencyCode);
    const twice = currencies.find((currency, at) => currencies.indexOf(currency) !== at);
    if (twice !== undefined) throw invalidOperation(`The zone '${zone.id}' already has a shipping rate in ${twice}.`);
  }
};

/** The stores whose carts can have the method; without any, all carts can. */
export const storesOf = (identifiers: readonly Identifier[], context: Context): ShippingMethod['stores'] => {
  const stores = toStoreReferences(identifiers, context);
  if (stores.length > storesMax)
    throw invalidOperation(`A shipping method has at most ${storesMax} stores; got ${stores.length}.`);
  return stores;
};

export const toZoneRates = (drafts: readonly Static<typeof ZoneRateDraft>[], context: Context): ZoneRate[] => {
  for (const rate of drafts.flatMap(each => each.shippingRates)) assertClassifications(rate, context);
  const zoneRates = drafts.map(({ zone, shippingRates }) => ({
    zone: context.reference('zone', zone),
    shippingRates: shippingRates.map(toShippingRate),
  }));
  assertZoneRates(zoneRates);
  return zoneRates;
};
