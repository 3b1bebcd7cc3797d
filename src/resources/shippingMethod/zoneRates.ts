import { fail } from '../../errors/ApiError.js';
import { type ReferenceValue, ResourceIdentifier } from '../../schema/reference.js';
import { assertZoneRates, type ShippingMethod, type ZoneRate } from './members.js';

export const ZoneIdentifier = ResourceIdentifier('zone');

export const findZoneRate = ({ zoneRates }: ShippingMethod, { id }: ReferenceValue): ZoneRate => {
  const found = zoneRates.find(({ zone }) => zone.id === id);
  if (found === undefined) throw fail('InvalidOperation', { message: `The shipping method has no zone '${id}'.` });
  return found;
};

export const withZoneRates = (zoneRates: ZoneRate[]) => {
  assertZoneRates(zoneRates);
  return { set: { zoneRates } };
};
