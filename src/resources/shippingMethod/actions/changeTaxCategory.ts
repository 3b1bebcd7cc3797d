import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { ShippingMethod } from '../members.js';

export const changeTaxCategory: Action<ShippingMethod> = action(
  { taxCategory: ResourceIdentifier('tax-category') },
  (method: ShippingMethod, { taxCategory: identifier }, context) => {
    const taxCategory = context.reference('tax-category', identifier);
    return sameValue(method.taxCategory, taxCategory) ? unchanged : { set: { taxCategory } };
  },
);
