import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { toCartDiscountReferences } from '../toCartDiscountReferences.js';
import { CartDiscountIdentifiers, type DiscountCode } from '../members.js';

export const changeCartDiscounts: Action<DiscountCode> = action(
  { cartDiscounts: CartDiscountIdentifiers },
  (code: DiscountCode, { cartDiscounts: identifiers }, context) => {
    const cartDiscounts = toCartDiscountReferences(identifiers, context);
    return sameValue(code.cartDiscounts, cartDiscounts) ? unchanged : { set: { cartDiscounts } };
  },
);
