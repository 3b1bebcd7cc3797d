import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { replaceElement } from '../../shared/listElements.js';
import type { ShippingMethod } from '../members.js';
import { ShippingRateDraft, toShippingRate } from '../shippingRate.js';
import { findZoneRate, withZoneRates, ZoneIdentifier } from '../zoneRates.js';

export const addShippingRate: Action<ShippingMethod> = action(
  { zone: ZoneIdentifier, shippingRate: ShippingRateDraft },
  (method: ShippingMethod, { zone, shippingRate }, context) => {
    const old = findZoneRate(method, context.reference('zone', zone));
    return withZoneRates(
      replaceElement(method.zoneRates, old, {
        ...old,
        shippingRates: [...old.shippingRates, toShippingRate(shippingRate)],
      }),
    );
  },
);
