/** Schemas of requests and responses that sign customers in, change passwords and verify emails. */
import type { TSchema } from '@sinclair/typebox';
import {
  CustomerChangePassword,
  MyCustomerChangePassword,
  CustomerCreatePasswordResetToken,
  CustomerResetPassword,
} from '../../commerce/resources/customer/commands/password.js';
import { CustomerEmailVerify, CustomerCreateEmailToken } from '../../commerce/resources/customer/commands/email.js';
import { CustomerSignin, MyCustomerSignin } from '../../commerce/resources/customer/commands/signIn.js';
import { required } from '../../base/errors/ApiError.js';
import { BaseShape } from '../../engine/define/Base.js';
import { DateTime, Flag, Shape, Text } from '../../engine/schema/primitives.js';
import type { Components, Schema } from './Components.js';

const bodies: Readonly<Record<string, TSchema>> = {
  CustomerSignin,
  MyCustomerSignin,
  CustomerChangePassword,
  MyCustomerChangePassword,
  CustomerCreatePasswordResetToken,
  CustomerResetPassword,
  CustomerCreateEmailToken,
  CustomerEmailVerify,
};

/** The names of request bodies by verb; `own` is that of the verb below `/me`, where it differs. */
const bodyNames: ReadonlyMap<string, { readonly name: string; readonly own?: string }> = new Map([
  ['signIn', { name: 'CustomerSignin', own: 'MyCustomerSignin' }],
  ['changePassword', { name: 'CustomerChangePassword', own: 'MyCustomerChangePassword' }],
  ['createPasswordToken', { name: 'CustomerCreatePasswordResetToken' }],
  ['resetPassword', { name: 'CustomerResetPassword' }],
  ['createEmailToken', { name: 'CustomerCreateEmailToken' }],
  ['confirmEmail', { name: 'CustomerEmailVerify' }],
]);

/** Returns the request body of a customer command. */
export const customerBodySchema = (components: Components, verb: string, isOwn: boolean | undefined): Schema => {
  const { name, own } = required(bodyNames.get(verb), `the body of ${verb}`);
  const bodyName = isOwn === true && own !== undefined ? own : name;
  const body = required(bodies[bodyName], `the shape ${bodyName}`);
  return components.component(bodyName, bodyName, () => components.inlineSchema(body));
};

const { lastMessageSequenceNumber: _tokensSendNone, ...base } = BaseShape.properties;
const CustomerToken = Shape({
  ...base,
  customerId: Text,
  value: Text,
  expiresAt: DateTime,
  invalidateOlderTokens: Flag,
});

export const customerTokenSchema = (components: Components): Schema =>
  components.component('CustomerToken', 'CustomerToken', () => components.inlineSchema(CustomerToken));

/** The result of signing in: the customer, and the cart that became the customer's (CUST036). */
export const signInResultSchema = (components: Components, customer: Schema, cart: Schema): Schema =>
  components.component('CustomerSignInResult', 'CustomerSignInResult', () => ({
    type: 'object',
    properties: { customer, cart },
    required: ['customer'],
    additionalProperties: false,
  }));
