import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { Flag, Key, List, LocalizedString, NonEmptyText, Optional, Shape, Text } from '../../schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { Reference, ResourceIdentifier } from '../../schema/reference.js';
import { ShippingRateDraft, toShippingRate } from './shippingRate.js';
import { CartPredicate } from '../../schema/CartPredicate.js';
import { ShippingRate } from '../../schema/shippingRate.js';

const zonesMax = 500;
const ratesMax = 200;

const named = {
  key: Optional(Key),
  name: NonEmptyText,
  localizedName: Optional(LocalizedString),
  description: Optional(Text),
  localizedDescription: Optional(LocalizedString),
};

const ZoneRate = Shape({ zone: Reference('zone'), shippingRates: List(ShippingRate, ratesMax) });
const ZoneRateDraft = Shape({ zone: ResourceIdentifier('zone'), shippingRates: List(ShippingRateDraft, ratesMax) });
const ZoneRates = List(ZoneRate, zonesMax);

export const ShippingMethodMembers = Shape({
  ...named,
  taxCategory: Reference('tax-category'),
  zoneRates: ZoneRates,
  active: Flag,
  isDefault: Flag,
  predicate: Optional(CartPredicate),
  custom: Optional(CustomFields),
});

export const ShippingMethodDraft = Shape({
  ...named,
  taxCategory: ResourceIdentifier('tax-category'),
  zoneRates: List(ZoneRateDraft, zonesMax),
  active: Optional(Flag),
  isDefault: Flag,
  predicate: Optional(CartPredicate),
  custom: Optional(CustomFieldsDraft),
});

export type ShippingMethod = Base & Static<typeof ShippingMethodMembers>;
export type ZoneRate = Static<typeof ZoneRate>;

/** Refuses duplicate zones, and two rates of one currency in a zone, since the price would be ambiguous. */
export const assertZoneRates = (zoneRates: readonly ZoneRate[]): void => {
  const zones = new Set<string>();
  for (const { zone, shippingRates } of zoneRates) {
    if (zones.has(zone.id))
      throw fail('InvalidOperation', { message: `The shipping method already has the zone '${zone.id}'.` });
    zones.add(zone.id);
    const currencies = shippingRates.map(({ price }) => price.currencyCode);
    const twice = currencies.find((currency, at) => currencies.indexOf(currency) !== at);
    if (twice !== undefined)
      throw fail('InvalidOperation', { message: `The zone '${zone.id}' already has a shipping rate in ${twice}.` });
  }
};

export const toZoneRates = (drafts: readonly Static<typeof ZoneRateDraft>[], context: Context): ZoneRate[] => {
  const zoneRates = drafts.map(({ zone, shippingRates }) => ({
    zone: context.reference('zone', zone),
    shippingRates: shippingRates.map(toShippingRate),
  }));
  assertZoneRates(zoneRates);
  return zoneRates;
};
