import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { NonEmptyText, Optional } from '../../../schema/primitives.js';
import type { Basket } from '../basketMembers.js';

export const setCustomerEmail: Action<Basket> = action(
  { email: Optional(NonEmptyText) },
  (basket: Basket, { email }) => {
    if (email === basket.customerEmail) return unchanged;
    return {
      set: { customerEmail: email },
      messages: [{ type: 'OrderCustomerEmailSet', email, oldEmail: basket.customerEmail }],
    };
  },
);
