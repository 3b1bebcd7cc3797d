/** The mutations: each is the scopes that it needs, any one of them, and what it does; REST's paths do the same by the same functions. */
import {
  type CustomerCall,
  type CustomerServices,
  type CustomerResponse,
  ownCustomerRequest,
  customerRequest,
} from '../../resources/customer/CustomerCall.js';
import { changePassword } from '../../resources/customer/commands/changePassword.js';
import { confirmEmail } from '../../resources/customer/commands/confirmEmail.js';
import { createEmailToken } from '../../resources/customer/commands/createEmailToken.js';
import { createPasswordToken } from '../../resources/customer/commands/createPasswordToken.js';
import { removeCustomer } from '../../resources/customer/commands/removeCustomer.js';
import { resetPassword } from '../../resources/customer/commands/resetPassword.js';
import { signIn } from '../../resources/customer/commands/signIn.js';
import { signUp } from '../../resources/customer/commands/signUp.js';
import { updateCustomer } from '../../resources/customer/commands/updateCustomer.js';
import { readJsonObject } from '../../engine/document/json.js';
import type { ResourceRequest } from '../../engine/ResourceRequest.js';
import {
  type Arguments,
  assertScope,
  type GraphqlContext,
  type JsonObject,
  readSingleArgument,
} from '../GraphqlContext.js';
import { toCustomFieldsDraft } from './customFieldResolvers.js';
import { parseResponseBody } from './queryResolvers.js';
import type { Resolver } from './Resolver.js';
import { toRestActions } from './toRestActions.js';

interface Mutation {
  readonly scopes: readonly string[];
  readonly run: (args: Arguments, context: GraphqlContext) => Promise<JsonObject>;
}

const merchant = ['manage_customers'];
const own = ['manage_my_profile'];
/** AUTH071 */
const entering = [...own, 'create_anonymous_token'];

const callOf = (
  { projectKey, storeKey, client, correlationId }: GraphqlContext,
  isOwn: boolean,
  query?: URLSearchParams,
): CustomerCall => ({ projectKey, storeKey, client, correlationId, query, own: isOwn ? true : undefined });

/** What a function of the customers' answered; whose tokens it ended the front hears with the response. */
const told = (context: GraphqlContext, { body, revokedTokenSubjects = [] }: CustomerResponse): JsonObject => {
  context.revokedTokenSubjects.push(...revokedTokenSubjects);
  context.loaders.clear();
  return parseResponseBody(body);
};

/** As a body of REST's: without nulls, and without whatever else a variable may bring along. */
const plain = (value: object): JsonObject => readJsonObject(Buffer.from(JSON.stringify(value)));

type Does = (services: CustomerServices, call: CustomerCall, draft: object) => Promise<CustomerResponse>;

/** The arguments are the draft. */
const doing =
  (does: Does, isOwn: boolean): Mutation['run'] =>
  async (args, context) =>
    told(context, await does(context.services, callOf(context, isOwn), plain(args)));

/** The argument `draft` is. */
const entry =
  (does: Does, isOwn: boolean): Mutation['run'] =>
  async (args, context) => {
    const draft = args.draft as Arguments;
    const custom =
      draft.custom === undefined || draft.custom === null ? undefined : toCustomFieldsDraft(draft.custom as Arguments);
    return told(context, await does(context.services, callOf(context, isOwn), plain({ ...draft, custom })));
  };

/** The customer that the arguments name, or, without a name of the mutation, whoever asks. */
const addressed = (
  name: string | undefined,
  args: Arguments,
  context: GraphqlContext,
  query?: URLSearchParams,
): ResourceRequest => {
  const { services } = context;
  return name === undefined
    ? ownCustomerRequest(services, callOf(context, true, query))
    : customerRequest(services, callOf(context, false, query), readSingleArgument(name, ['id', 'key'], args));
};

const updating =
  (name?: string): Mutation['run'] =>
  async (args, context) => {
    const body = Buffer.from(
      JSON.stringify({ version: args.version, actions: toRestActions(args.actions as readonly Arguments[]) }),
    );
    return told(context, await updateCustomer(context.services, { ...addressed(name, args, context), body }));
  };

const removing =
  (name?: string): Mutation['run'] =>
  async (args, context) => {
    const query = new URLSearchParams({
      version: String(args.version),
      dataErasure: String(args.personalDataErasure ?? false),
    });
    return told(context, await removeCustomer(context.services, addressed(name, args, context, query)));
  };

const table: Readonly<Record<string, Mutation>> = {
  customerSignUp: { scopes: merchant, run: entry(signUp, false) },
  customerSignMeUp: { scopes: entering, run: entry(signUp, true) },
  customerSignIn: { scopes: merchant, run: entry(signIn, false) },
  customerSignMeIn: { scopes: own, run: entry(signIn, true) },
  customerChangePassword: { scopes: merchant, run: doing(changePassword, false) },
  customerChangeMyPassword: { scopes: own, run: doing(changePassword, true) },
  customerCreatePasswordResetToken: { scopes: merchant, run: doing(createPasswordToken, false) },
  customerResetPassword: { scopes: merchant, run: doing(resetPassword, false) },
  customerResetMyPassword: { scopes: own, run: doing(resetPassword, true) },
  customerCreateEmailVerificationToken: { scopes: merchant, run: doing(createEmailToken, false) },
  customerConfirmEmail: { scopes: merchant, run: doing(confirmEmail, false) },
  customerConfirmMyEmail: { scopes: own, run: doing(confirmEmail, true) },
  updateCustomer: { scopes: merchant, run: updating('updateCustomer') },
  updateMyCustomer: { scopes: own, run: updating() },
  deleteCustomer: { scopes: merchant, run: removing('deleteCustomer') },
  deleteMyCustomer: { scopes: own, run: removing() },
};

const resolveWith =
  ({ scopes, run }: Mutation): Resolver =>
  (_, args, context) => {
    assertScope(context, scopes);
    return run(args, context);
  };

export const mutationResolvers: Readonly<Record<string, Resolver>> = Object.fromEntries(
  Object.entries(table).map(([name, mutation]) => [name, resolveWith(mutation)]),
);
