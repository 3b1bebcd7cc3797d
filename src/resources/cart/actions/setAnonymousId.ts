import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { NonEmptyText, Optional } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';

export const setAnonymousId: Action<Cart> = action(
  { anonymousId: Optional(NonEmptyText) },
  (cart: Cart, { anonymousId }) => {
    if (anonymousId !== undefined && cart.customerId !== undefined)
      throw fail('InvalidOperation', {
        message: 'The cart belongs to a customer and cannot belong to an anonymous session as well.',
      });
    return cart.anonymousId === anonymousId ? unchanged : { set: { anonymousId } };
  },
);
