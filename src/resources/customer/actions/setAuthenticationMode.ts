import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { fail } from '../../../errors/ApiError.js';
import { Optional, Text } from '../../../schema/primitives.js';
import { AuthenticationMode, type Customer } from '../members.js';
import { assertPassword, maskedPassword } from '../password.js';

/** Requests a new password or none; beforeCommit.ts hashes it and revokes the tokens. */
export const setAuthenticationMode: Action<Customer> = action(
  { authMode: AuthenticationMode, password: Optional(Text) },
  (customer: Customer, { authMode, password }) => {
    if (authMode === 'ExternalAuth')
      return customer.authenticationMode === authMode
        ? unchanged
        : { set: { authenticationMode: authMode, password: undefined }, requestedEffects: { newPassword: {} } };
    if (password === undefined)
      throw fail('RequiredField', { field: 'password', expected: 'a password for the authMode Password' });
    assertPassword(password);
    return {
      set: { authenticationMode: authMode, password: maskedPassword },
      requestedEffects: { newPassword: { password } },
    };
  },
);
