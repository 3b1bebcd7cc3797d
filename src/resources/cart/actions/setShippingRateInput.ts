import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Optional } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';
import { ShippingRateInputDraft, shippingRateInputOf } from '../../shared/shippingRateInput.js';

export const setShippingRateInput: Action<Cart> = action(
  { shippingRateInput: Optional(ShippingRateInputDraft) },
  (cart: Cart, { shippingRateInput: draft }) => {
    const shippingRateInput = shippingRateInputOf(draft);
    return sameValue(cart.shippingRateInput, shippingRateInput) ? unchanged : { set: { shippingRateInput } };
  },
);
