/** Locked carts: only clients with a scope of their own may change them, such as the support of a shop. */
import { fail } from '../../../base/errors/ApiError.js';
import { type Action, action, unchanged } from '../../../engine/define/actions.js';
import type { Cart } from '../shared/cartAndOrder/members.js';

/** The scopes that lock, unlock and change a locked cart. */
export const lockScopes = ['manage_locked_carts'];

/** Locks a cart. A cart that is locked already keeps its lock. */
export const lockCart: Action<Cart> = {
  ...action({}, (cart: Cart, _payload, { now, clientId }) => {
    if (cart.lock !== undefined) return unchanged;
    if (clientId === undefined)
      throw fail('InvalidOperation', { message: 'The lock names an API client; the token is of none.' });
    return { set: { lock: { createdAt: now, clientId } } };
  }),
  scopes: lockScopes,
};

/** Unlocks a cart. */
export const unlockCart: Action<Cart> = {
  ...action({}, (cart: Cart) => (cart.lock === undefined ? unchanged : { set: { lock: undefined } })),
  scopes: lockScopes,
};
