/** What is sent and answered where customers sign in, and where their passwords and emails are proven. */
import type { TSchema } from '@sinclair/typebox';
import { CustomerChangePassword, MyCustomerChangePassword } from '../resources/customer/commands/changePassword.js';
import { CustomerEmailVerify } from '../resources/customer/commands/confirmEmail.js';
import { CustomerCreateEmailToken } from '../resources/customer/commands/createEmailToken.js';
import { CustomerCreatePasswordResetToken } from '../resources/customer/commands/createPasswordToken.js';
import { CustomerResetPassword } from '../resources/customer/commands/resetPassword.js';
import { CustomerSignin, MyCustomerSignin } from '../resources/customer/commands/signIn.js';
import { DateTime, Flag, Shape, Text } from '../schema/primitives.js';
import type { Components, Schema } from './Components.js';

const shapes: Readonly<Record<string, TSchema>> = {
  CustomerSignin,
  MyCustomerSignin,
  CustomerChangePassword,
  MyCustomerChangePassword,
  CustomerCreatePasswordResetToken,
  CustomerResetPassword,
  CustomerCreateEmailToken,
  CustomerEmailVerify,
};

const names: ReadonlyMap<string, { readonly name: string; readonly own?: string }> = new Map([
  ['signIn', { name: 'CustomerSignin', own: 'MyCustomerSignin' }],
  ['changePassword', { name: 'CustomerChangePassword', own: 'MyCustomerChangePassword' }],
  ['createPasswordToken', { name: 'CustomerCreatePasswordResetToken' }],
  ['resetPassword', { name: 'CustomerResetPassword' }],
  ['createEmailToken', { name: 'CustomerCreateEmailToken' }],
  ['confirmEmail', { name: 'CustomerEmailVerify' }],
]);

/** The body of a verb of src/customers. */
export const customerBodySchema = (components: Components, verb: string, isOwn: boolean | undefined): Schema => {
  const { name, own } = names.get(verb)!;
  const called = isOwn === true && own !== undefined ? own : name;
  return components.component(called, called, () => components.written(shapes[called]!));
};

const CustomerToken = Shape({
  id: Text,
  customerId: Text,
  value: Text,
  expiresAt: DateTime,
  invalidateOlderTokens: Flag,
  createdAt: DateTime,
  lastModifiedAt: DateTime,
});

export const customerTokenSchema = (components: Components): Schema =>
  components.component('CustomerToken', 'CustomerToken', () => components.written(CustomerToken));

/** CUST036 */
export const signInResultSchema = (components: Components, customer: Schema, cart: Schema): Schema =>
  components.component('CustomerSignInResult', 'CustomerSignInResult', () => ({
    type: 'object',
    properties: { customer, cart },
    required: ['customer'],
    additionalProperties: false,
  }));
