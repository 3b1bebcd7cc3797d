/** Schemas of requests and responses that sign customers in, change passwords and verify emails. */
import {
  CustomerChangePassword,
  MyCustomerChangePassword,
  CustomerCreatePasswordResetToken,
  CustomerResetPassword,
} from '../../commerce/resources/customer/commands/password.js';
import { CustomerEmailVerify, CustomerCreateEmailToken } from '../../commerce/resources/customer/commands/email.js';
import { CustomerSignin, MyCustomerSignin } from '../../commerce/resources/customer/commands/signIn.js';
import { BaseShape } from '../../engine/define/Base.js';
import { DateTime, Flag, Shape, Text } from '../../engine/schema/primitives.js';
import type { DescribeSchema } from './OperationDescription.js';
import type { Components, Schema } from './Components.js';

const bodies = {
  CustomerSignin,
  MyCustomerSignin,
  CustomerChangePassword,
  MyCustomerChangePassword,
  CustomerCreatePasswordResetToken,
  CustomerResetPassword,
  CustomerCreateEmailToken,
  CustomerEmailVerify,
};

type BodyName = keyof typeof bodies;

/** Describes the body of a customer command; `own` is that below `/me`, where it differs. */
export const customerBody =
  (name: BodyName, own: BodyName = name): DescribeSchema =>
  ({ components, route }) => {
    const bodyName = route.own === true ? own : name;
    return components.component(bodyName, bodyName, () => components.inlineSchema(bodies[bodyName]));
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
