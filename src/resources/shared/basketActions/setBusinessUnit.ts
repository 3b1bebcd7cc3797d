import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Basket } from '../basketMembers.js';

/** ORD009; the message spells the old one as the SDK does. */
export const setBusinessUnit: Action<Basket> = action(
  { businessUnit: Optional(ResourceIdentifier('business-unit', { load: true })) },
  (basket: Basket, { businessUnit: identifier }, context) => {
    const businessUnit = identifier && context.keyReference('business-unit', identifier);
    if (sameValue(basket.businessUnit, businessUnit)) return unchanged;
    return {
      set: { businessUnit },
      messages: [{ type: 'OrderBusinessUnitSet', businessUnit, oldbusinessUnit: basket.businessUnit }],
    };
  },
);
