/** Operations on customers: sign-up, sign-in, passwords, emails. */
import { limits } from '../../base/config/limits.js';
import {
  confirmEmail,
  createEmailToken,
  CustomerEmailVerify,
  CustomerCreateEmailToken,
} from '../../commerce/resources/customer/commands/email.js';
import {
  changePassword,
  createPasswordToken,
  resetPassword,
  CustomerChangePassword,
  MyCustomerChangePassword,
  CustomerCreatePasswordResetToken,
  CustomerResetPassword,
} from '../../commerce/resources/customer/commands/password.js';
import { signIn, signUp, CustomerSignin, MyCustomerSignin } from '../../commerce/resources/customer/commands/signIn.js';
import { removeCustomer, updateCustomer } from '../../commerce/resources/customer/commands/updateCustomer.js';
import type { CustomerCommand } from '../../commerce/resources/customer/CustomerCall.js';
import { readCustomerByToken } from '../../commerce/resources/customer/tokens.js';
import { readJsonObject, valuesMaxOf } from '../../engine/document/json.js';
import { callValue, toCustomerCall } from '../callRequests.js';
import { customerRemovalParameters, resourceParameters } from '../schemas/parameterDescriptions.js';
import { draftBody, removal, resourceAnswer, throttled, update } from './descriptions.js';
import type { DescribeSchema, OperationDescription } from '../schemas/OperationDescription.js';
import { onResources } from './resources.js';
import { describeVerbs, uncached, type VerbRow } from './Verb.js';
import { BaseShape } from '../../engine/define/Base.js';
import { DateTime, Flag, Shape, Text } from '../../engine/schema/primitives.js';
import type { Components, Schema } from '../schemas/Components.js';

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
const customerBody =
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

const customerTokenSchema = (components: Components): Schema =>
  components.component('CustomerToken', 'CustomerToken', () => components.inlineSchema(CustomerToken));

/** The result of signing in: the customer, and the cart that became the customer's (CUST036). */
const signInResultSchema = (components: Components, customer: Schema, cart: Schema): Schema =>
  components.component('CustomerSignInResult', 'CustomerSignInResult', () => ({
    type: 'object',
    properties: { customer, cart },
    required: ['customer'],
    additionalProperties: false,
  }));

/** Runs a command on customers; its response must not be cached. */
const command = (runCommand: CustomerCommand): Pick<VerbRow, 'run' | 'runCommand'> => ({
  runCommand,
  run: async (services, call) => {
    const draft = readJsonObject(call.body, limits.bodyLevelsMax, valuesMaxOf(call));
    return { ...(await runCommand(services, toCustomerCall(call), draft)), headers: uncached };
  },
});

const signInAnswer: DescribeSchema = ({ components, resourceOf }) =>
  signInResultSchema(components, resourceOf('customer'), resourceOf('cart'));

const customerAnswer: Pick<OperationDescription, 'status' | 'answer' | 'parameters'> = {
  status: 200,
  answer: resourceAnswer,
  parameters: resourceParameters,
};

const tokenAnswer: Pick<OperationDescription, 'status' | 'answer'> = {
  status: 200,
  answer: ({ components }) => customerTokenSchema(components),
};

export const customerVerbs = describeVerbs({
  signUp: {
    kind: 'change',
    ...command(signUp),
    summary: 'Sign up; merges the anonymous cart.',
    body: draftBody,
    status: 201,
    answer: signInAnswer,
    parameters: resourceParameters,
  },
  signIn: {
    kind: 'command',
    ...command(signIn),
    summary: 'Sign in with email and password; merges the anonymous cart.',
    body: customerBody('CustomerSignin', 'MyCustomerSignin'),
    status: 200,
    answer: signInAnswer,
    parameters: resourceParameters,
    ...throttled,
  },
  changePassword: {
    kind: 'change',
    ...command(changePassword),
    summary: 'Changes the password. Requires the current password.',
    body: customerBody('CustomerChangePassword', 'MyCustomerChangePassword'),
    ...customerAnswer,
    ...throttled,
  },
  createPasswordToken: {
    kind: 'change',
    ...command(createPasswordToken),
    summary: 'Creates a token that resets a password.',
    body: customerBody('CustomerCreatePasswordResetToken'),
    ...tokenAnswer,
  },
  resetPassword: {
    kind: 'change',
    ...command(resetPassword),
    summary: 'Sets a new password. Requires a password token.',
    body: customerBody('CustomerResetPassword'),
    ...customerAnswer,
  },
  createEmailToken: {
    kind: 'change',
    ...command(createEmailToken),
    summary: 'Creates a token that verifies an email.',
    body: customerBody('CustomerCreateEmailToken'),
    ...tokenAnswer,
  },
  confirmEmail: {
    kind: 'change',
    ...command(confirmEmail),
    summary: 'Marks the email as verified. Requires an email token.',
    body: customerBody('CustomerEmailVerify'),
    ...customerAnswer,
  },
  readCustomerByToken: {
    kind: 'read',
    run: (services, call) =>
      readCustomerByToken(
        services,
        toCustomerCall(call),
        call.field === 'passwordToken' ? 'passwordToken' : 'emailToken',
        callValue(call),
      ),
    summary: 'Returns the customer of a password or email token.',
    ...customerAnswer,
  },
  updateCustomer: {
    kind: 'change',
    hasActions: true,
    ...onResources(updateCustomer),
    ...update,
  },
  removeCustomer: {
    kind: 'change',
    ...onResources(removeCustomer),
    ...removal,
    parameters: customerRemovalParameters,
  },
});
