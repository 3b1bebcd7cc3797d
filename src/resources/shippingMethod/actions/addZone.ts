import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import type { ShippingMethod } from '../members.js';
import { withZoneRates, ZoneIdentifier } from '../zoneRates.js';

export const addZone: Action<ShippingMethod> = action(
  { zone: ZoneIdentifier },
  ({ zoneRates }: ShippingMethod, { zone }, context) =>
    withZoneRates([...zoneRates, { zone: context.reference('zone', zone), shippingRates: [] }]),
);
