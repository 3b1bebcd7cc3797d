import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Email } from '../email.js';
import type { Customer } from '../members.js';

/** Changes the email, which then is unverified (CUST059). */
export const changeEmail: Action<Customer> = action({ email: Email }, ({ email: oldEmail }: Customer, { email }) =>
  email === oldEmail
    ? unchanged
    : { set: { email, isEmailVerified: false }, messages: [{ type: 'CustomerEmailChanged', email, oldEmail }] },
);
