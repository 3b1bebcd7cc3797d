import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { Flag, Optional } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';

export const recalculate: Action<Cart> = action(
  { updateProductData: Optional(Flag) },
  (_cart: Cart, { updateProductData = false }) => ({
    set: {},
    requestedEffects: { recalculate: { updateProductData } },
  }),
);
