/** Resolvers of the mutations, which use the functions of the REST paths; each requires one of its scopes. */
import {
  type CustomerCall,
  customerRequest,
  type CustomerResponse,
  type CustomerServices,
  ownCustomerRequest,
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
import { type Arguments, assertScope, type GraphqlContext, readSingleArgument } from '../GraphqlContext.js';
import { locateInput } from '../locateInput.js';
import { toCustomFieldsDraft } from './customFieldResolvers.js';
import { parseResponseBody } from './queryResolvers.js';
import type { Resolver } from './Resolver.js';
import { toRestActions } from './toRestActions.js';
import type { JsonObject } from '../JsonObject.js';

interface Mutation {
  readonly scopes: readonly string[];
  readonly run: (args: Arguments, context: GraphqlContext) => Promise<JsonObject>;
}

const merchant = ['manage_customers'];
const own = ['manage_my_profile'];
/** Scopes of sign-up at `/me`, which needs no customer yet (AUTH071). */
const signUpScopes = [...own, 'create_anonymous_token'];

const customerCall = (
  { projectKey, storeKey, client, correlationId }: GraphqlContext,
  isOwn: boolean,
  query?: URLSearchParams,
): CustomerCall => ({ projectKey, storeKey, client, correlationId, query, own: isOwn ? true : undefined });

/** Returns the response of a customer command; the revoked token subjects go out with the GraphQL response. */
const takeResponse = (context: GraphqlContext, { body, revokedTokenSubjects = [] }: CustomerResponse): JsonObject => {
  context.revokedTokenSubjects.push(...revokedTokenSubjects);
  context.loaders.clear();
  return parseResponseBody(body);
};

/** Copies a value as a REST body: without nulls and prototypes. */
const toRestBody = (value: object): JsonObject => readJsonObject(Buffer.from(JSON.stringify(value)));

type CustomerCommand = (services: CustomerServices, call: CustomerCall, draft: object) => Promise<CustomerResponse>;

/** Runs a command whose draft is the arguments. */
const runWithArguments =
  (run: CustomerCommand, isOwn: boolean): Mutation['run'] =>
  async (args, context) =>
    takeResponse(context, await run(context.services, customerCall(context, isOwn), toRestBody(args)));

/** Runs a command whose draft is the argument `draft`. */
const runWithDraft =
  (run: CustomerCommand, isOwn: boolean): Mutation['run'] =>
  async (args, context) => {
    const draft = args.draft as Arguments;
    const custom =
      draft.custom === undefined || draft.custom === null ? undefined : toCustomFieldsDraft(draft.custom as Arguments);
    return takeResponse(
      context,
      await run(context.services, customerCall(context, isOwn), toRestBody({ ...draft, custom })),
    );
  };

/**
 * Addresses the customer that the arguments identify, or, without the name of a mutation, the customer of the token.
 */
const addressCustomer = (
  name: string | undefined,
  args: Arguments,
  context: GraphqlContext,
  query?: URLSearchParams,
): ResourceRequest => {
  const { services } = context;
  return name === undefined
    ? ownCustomerRequest(services, customerCall(context, true, query))
    : customerRequest(services, customerCall(context, false, query), readSingleArgument(name, ['id', 'key'], args));
};

const runUpdate =
  (name?: string): Mutation['run'] =>
  async (args, context) => {
    const body = Buffer.from(
      JSON.stringify({ version: args.version, actions: toRestActions(args.actions as readonly Arguments[]) }),
    );
    return takeResponse(
      context,
      await updateCustomer(context.services, { ...addressCustomer(name, args, context), body }),
    );
  };

const runRemoval =
  (name?: string): Mutation['run'] =>
  async (args, context) => {
    const query = new URLSearchParams({
      version: String(args.version),
      dataErasure: String((args.personalDataErasure as boolean | null | undefined) ?? false),
    });
    return takeResponse(context, await removeCustomer(context.services, addressCustomer(name, args, context, query)));
  };

const mutations: Readonly<Record<string, Mutation>> = {
  customerSignUp: { scopes: merchant, run: runWithDraft(signUp, false) },
  customerSignMeUp: { scopes: signUpScopes, run: runWithDraft(signUp, true) },
  customerSignIn: { scopes: merchant, run: runWithDraft(signIn, false) },
  customerSignMeIn: { scopes: own, run: runWithDraft(signIn, true) },
  customerChangePassword: { scopes: merchant, run: runWithArguments(changePassword, false) },
  customerChangeMyPassword: { scopes: own, run: runWithArguments(changePassword, true) },
  customerCreatePasswordResetToken: { scopes: merchant, run: runWithArguments(createPasswordToken, false) },
  customerResetPassword: { scopes: merchant, run: runWithArguments(resetPassword, false) },
  customerResetMyPassword: { scopes: own, run: runWithArguments(resetPassword, true) },
  customerCreateEmailVerificationToken: { scopes: merchant, run: runWithArguments(createEmailToken, false) },
  customerConfirmEmail: { scopes: merchant, run: runWithArguments(confirmEmail, false) },
  customerConfirmMyEmail: { scopes: own, run: runWithArguments(confirmEmail, true) },
  updateCustomer: { scopes: merchant, run: runUpdate('updateCustomer') },
  updateMyCustomer: { scopes: own, run: runUpdate() },
  deleteCustomer: { scopes: merchant, run: runRemoval('deleteCustomer') },
  deleteMyCustomer: { scopes: own, run: runRemoval() },
};

const mutationResolver =
  ({ scopes, run }: Mutation): Resolver =>
  async (_, args, context, info) => {
    assertScope(context, scopes);
    try {
      return await run(args, context);
    } catch (error) {
      throw locateInput(error, args, info);
    }
  };

export const mutationResolvers: Readonly<Record<string, Resolver>> = Object.fromEntries(
  Object.entries(mutations).map(([name, mutation]) => [name, mutationResolver(mutation)]),
);
