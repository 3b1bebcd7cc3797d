import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Basket } from '../basketMembers.js';

/** Sets or removes the business unit (ORD009). The member `oldbusinessUnit` of the message is spelled as in the SDK. */
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
