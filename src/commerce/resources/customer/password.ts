import { limits } from '../../../base/config/limits.js';
import { fail, invalidInput, invalidOperation, requiredField } from '../../../base/errors/ApiError.js';
import { type Action, unchanged, action } from '../../../engine/define/actions.js';
import { Optional, Text } from '../../../engine/schema/primitives.js';
import { AuthenticationMode, type Customer } from './members.js';

/** Requests a new password or none; beforeCommit.ts hashes it and revokes the tokens. */
export const setAuthenticationMode: Action<Customer> = action(
  { authMode: AuthenticationMode, password: Optional(Text) },
  (customer: Customer, { authMode, password }) => {
    if (authMode === 'ExternalAuth')
      return customer.authenticationMode === authMode
        ? unchanged
        : { set: { authenticationMode: authMode, password: undefined }, requestedEffects: { newPassword: {} } };
    if (password === undefined) throw requiredField('password', 'a password for the authMode Password');
    assertPassword(password);
    return {
      set: { authenticationMode: authMode, password: maskedPassword },
      requestedEffects: { newPassword: { password } },
    };
  },
);

/** The `password` in every response, whatever the password is (CUST005). */
export const maskedPassword = '****************';

const lengthMin = 8;

/** Refuses passwords that are too long or too weak (CUST131, LIM024). */
export const assertPassword = (password: string): void => {
  if (password.length > limits.passwordLengthMax)
    throw invalidInput(
      `A password has at most ${limits.passwordLengthMax} characters; this one has ${password.length}.`,
    );
  if (Array.from(password).length < lengthMin || !/\p{L}/u.test(password) || !/\p{Nd}/u.test(password))
    throw fail('WeakPassword', {});
};

/** Refuses to change the password of a customer that an external service authenticates. */
export const assertHasPassword = ({ authenticationMode }: Customer): void => {
  if (authenticationMode !== 'Password')
    throw invalidOperation(`The customer has no password: the authenticationMode is ${authenticationMode}.`);
};

/** The hidden part of a stored customer, which no response shows. */
export interface StoredCredentials {
  readonly passwordHash?: string;
}
