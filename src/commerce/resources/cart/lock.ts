/** Only clients with a special scope may change locked carts, such as the client of a shop's support team. */
import { fail } from '../../../base/errors/ApiError.js';
import { type Action, action, unchanged } from '../../../engine/define/actions.js';
import type { Cart } from '../shared/cartAndOrder/members.js';

/** The scopes that are needed to lock and unlock carts and to change locked ones. */
export const lockScopes = ['manage_locked_carts'];

/** A cart that is locked already keeps its lock. */
export const lockCart: Action<Cart> = {
  ...action({}, (cart: Cart, _payload, { now, clientId }) => {
    if (cart.lock !== undefined) return unchanged;
    if (clientId === undefined)
      throw fail('InvalidOperation', { message: 'The lock names an API client; the token is of none.' });
    return { set: { lock: { createdAt: now, clientId } } };
  }),
  scopes: lockScopes,
};

export const unlockCart: Action<Cart> = {
  ...action({}, (cart: Cart) => (cart.lock === undefined ? unchanged : { set: { lock: undefined } })),
  scopes: lockScopes,
};
