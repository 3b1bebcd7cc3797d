import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { removeElement } from '../../shared/listElements.js';
import type { ShippingMethod } from '../members.js';
import { findZoneRate, withZoneRates, ZoneIdentifier } from '../zoneRates.js';

export const removeZone: Action<ShippingMethod> = action(
  { zone: ZoneIdentifier },
  (method: ShippingMethod, { zone }, context) =>
    withZoneRates(removeElement(method.zoneRates, findZoneRate(method, context.reference('zone', zone)))),
);
