import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { fail } from '../../../errors/ApiError.js';
import { replaceElement } from '../../shared/listElements.js';
import type { ShippingMethod } from '../members.js';
import { ShippingRateDraft, toShippingRate } from '../shippingRate.js';
import { findZoneRate, withZoneRates, ZoneIdentifier } from '../zoneRates.js';

/** Removes the rate that equals the draft, since rates have no ids. */
export const removeShippingRate: Action<ShippingMethod> = action(
  { zone: ZoneIdentifier, shippingRate: ShippingRateDraft },
  (method: ShippingMethod, { zone, shippingRate }, context) => {
    const old = findZoneRate(method, context.reference('zone', zone));
    const removed = toShippingRate(shippingRate);
    const shippingRates = old.shippingRates.filter(rate => !sameValue(rate, removed));
    if (shippingRates.length === old.shippingRates.length)
      throw fail('InvalidOperation', {
        message: `The zone '${old.zone.id}' has no such shipping rate in ${removed.price.currencyCode}.`,
      });
    return withZoneRates(replaceElement(method.zoneRates, old, { ...old, shippingRates }));
  },
);
