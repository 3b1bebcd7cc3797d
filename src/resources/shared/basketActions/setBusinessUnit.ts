import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Order } from '../../order/members.js';

/** ORD009; the message spells the old one as the SDK does. */
export const setBusinessUnit: Action<Order> = action(
  { businessUnit: Optional(ResourceIdentifier('business-unit', { load: true })) },
  (order: Order, { businessUnit: identifier }, context) => {
    const businessUnit = identifier && context.keyReference('business-unit', identifier);
    if (sameValue(order.businessUnit, businessUnit)) return unchanged;
    return {
      set: { businessUnit },
      messages: [{ type: 'OrderBusinessUnitSet', businessUnit, oldbusinessUnit: order.businessUnit }],
    };
  },
);
