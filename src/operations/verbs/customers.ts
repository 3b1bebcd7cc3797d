/** Operations on customers: sign-up, sign-in, passwords, emails. */
import { limits } from '../../base/config/limits.js';
import { confirmEmail, createEmailToken } from '../../commerce/resources/customer/commands/email.js';
import {
  changePassword,
  createPasswordToken,
  resetPassword,
} from '../../commerce/resources/customer/commands/password.js';
import { signIn, signUp } from '../../commerce/resources/customer/commands/signIn.js';
import { removeCustomer, updateCustomer } from '../../commerce/resources/customer/commands/updateCustomer.js';
import type {
  CustomerCall,
  CustomerResponse,
  CustomerServices,
} from '../../commerce/resources/customer/CustomerCall.js';
import { readCustomerByToken } from '../../commerce/resources/customer/tokens.js';
import { readJsonObject, valuesMaxOf } from '../../engine/document/json.js';
import { callValue, toCustomerCall } from '../callRequests.js';
import { customerBody, customerTokenSchema, signInResultSchema } from '../schemas/customerSchemas.js';
import { customerRemovalParameters, resourceParameters } from '../schemas/parameterDescriptions.js';
import { draftBody, removal, resourceAnswer, throttled, update } from './descriptions.js';
import type { DescribeSchema, OperationDescription } from '../schemas/OperationDescription.js';
import { onResources } from './resources.js';
import { describeVerbs, type RunVerb, uncached } from './Verb.js';

/** A command on customers beyond the engine's verbs; its response must not be cached. */
const command =
  (run: (services: CustomerServices, call: CustomerCall, draft: object) => Promise<CustomerResponse>): RunVerb =>
  async (services, call) => ({
    ...(await run(services, toCustomerCall(call), readJsonObject(call.body, limits.bodyLevelsMax, valuesMaxOf(call)))),
    headers: uncached,
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
    run: command(signUp),
    summary: 'Sign up; merges the anonymous cart.',
    body: draftBody,
    status: 201,
    answer: signInAnswer,
    parameters: resourceParameters,
  },
  signIn: {
    kind: 'command',
    run: command(signIn),
    summary: 'Sign in with email and password; merges the anonymous cart.',
    body: customerBody('CustomerSignin', 'MyCustomerSignin'),
    status: 200,
    answer: signInAnswer,
    parameters: resourceParameters,
    ...throttled,
  },
  changePassword: {
    kind: 'change',
    run: command(changePassword),
    summary: 'Changes the password. Requires the current password.',
    body: customerBody('CustomerChangePassword', 'MyCustomerChangePassword'),
    ...customerAnswer,
    ...throttled,
  },
  createPasswordToken: {
    kind: 'change',
    run: command(createPasswordToken),
    summary: 'Creates a token that resets a password.',
    body: customerBody('CustomerCreatePasswordResetToken'),
    ...tokenAnswer,
  },
  resetPassword: {
    kind: 'change',
    run: command(resetPassword),
    summary: 'Sets a new password. Requires a password token.',
    body: customerBody('CustomerResetPassword'),
    ...customerAnswer,
  },
  createEmailToken: {
    kind: 'change',
    run: command(createEmailToken),
    summary: 'Creates a token that verifies an email.',
    body: customerBody('CustomerCreateEmailToken'),
    ...tokenAnswer,
  },
  confirmEmail: {
    kind: 'change',
    run: command(confirmEmail),
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
