/** Resolvers of the mutations of customers that resource types do not declare; each requires one of its scopes. */
import { readJsonObject } from '../../engine/document/json.js';
import type {
  CustomerCall,
  CustomerResponse,
  CustomerServices,
} from '../../commerce/resources/customer/CustomerCall.js';
import {
  changePassword,
  createPasswordToken,
  resetPassword,
} from '../../commerce/resources/customer/commands/password.js';
import { confirmEmail, createEmailToken } from '../../commerce/resources/customer/commands/email.js';
import { CustomerSignin, MyCustomerSignin, signIn, signUp } from '../../commerce/resources/customer/commands/signIn.js';
import { CustomerDraft, MyCustomerDraft } from '../../commerce/resources/customer/members.js';
import type { Input } from '../derive/inputMembers.js';
import type { InputTypes } from '../derive/InputTypes.js';
import { type Arguments, assertScope, type GraphqlContext } from '../GraphqlContext.js';
import type { JsonObject } from '../readRequest.js';
import { locateInput } from '../locateInput.js';
import { parseResponseBody } from './resourceQueries.js';
import type { Resolver } from './Resolver.js';

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
): CustomerCall => ({ projectKey, storeKey, client, correlationId, own: isOwn ? true : undefined });

/** Returns the response of a customer command; the GraphQL response takes over its revoked token subjects. */
const takeResponse = (context: GraphqlContext, { body, revokedTokenSubjects = [] }: CustomerResponse): JsonObject => {
  context.revokedTokenSubjects.push(...revokedTokenSubjects);
  context.loaders.clear();
  return parseResponseBody(body);
};

/** Copies a value as a REST body: without nulls and prototypes. */
const toRestBody = (value: object): JsonObject => readJsonObject(Buffer.from(JSON.stringify(value)));

type CustomerCommand = (services: CustomerServices, call: CustomerCall, draft: object) => Promise<CustomerResponse>;

/** Runs a command whose draft consists of the arguments. */
const runWithArguments =
  (run: CustomerCommand, isOwn: boolean): Mutation['run'] =>
  async (args, context) =>
    takeResponse(context, await run(context.services, customerCall(context, isOwn), toRestBody(args)));

/** Runs a command whose draft is the argument `draft`. */
const runWithDraft =
  (run: CustomerCommand, isOwn: boolean, { convert }: Input): Mutation['run'] =>
  async ({ draft }, context) => {
    const body = convert === undefined ? draft : convert(draft as never);
    return takeResponse(context, await run(context.services, customerCall(context, isOwn), toRestBody(body as object)));
  };

/** The declared bodies of sign-up and sign-in, by their names in GraphQL. */
const declaredDrafts = {
  CustomerSignUpDraft: CustomerDraft,
  CustomerSignMeUpDraft: MyCustomerDraft,
  CustomerSignInDraft: CustomerSignin,
  CustomerSignMeInDraft: MyCustomerSignin,
};

type CustomerDrafts = Readonly<Record<keyof typeof declaredDrafts, Input>>;

const mutations = (drafts: CustomerDrafts): Readonly<Record<string, Mutation>> => ({
  customerSignUp: { scopes: merchant, run: runWithDraft(signUp, false, drafts.CustomerSignUpDraft) },
  customerSignMeUp: { scopes: signUpScopes, run: runWithDraft(signUp, true, drafts.CustomerSignMeUpDraft) },
  customerSignIn: { scopes: merchant, run: runWithDraft(signIn, false, drafts.CustomerSignInDraft) },
  customerSignMeIn: { scopes: own, run: runWithDraft(signIn, true, drafts.CustomerSignMeInDraft) },
  customerChangePassword: { scopes: merchant, run: runWithArguments(changePassword, false) },
  customerChangeMyPassword: { scopes: own, run: runWithArguments(changePassword, true) },
  customerCreatePasswordResetToken: { scopes: merchant, run: runWithArguments(createPasswordToken, false) },
  customerResetPassword: { scopes: merchant, run: runWithArguments(resetPassword, false) },
  customerResetMyPassword: { scopes: own, run: runWithArguments(resetPassword, true) },
  customerCreateEmailVerificationToken: { scopes: merchant, run: runWithArguments(createEmailToken, false) },
  customerConfirmEmail: { scopes: merchant, run: runWithArguments(confirmEmail, false) },
  customerConfirmMyEmail: { scopes: own, run: runWithArguments(confirmEmail, true) },
});

const mutationResolver =
  ({ scopes, run }: Mutation): Resolver =>
  async (_, { storeKey = null, ...args }, context, info) => {
    const scoped = storeKey === null ? context : { ...context, storeKey: storeKey as string };
    assertScope(scoped, scopes);
    try {
      return await run(args, scoped);
    } catch (error) {
      throw locateInput(error, args, info);
    }
  };

export const customerMutations = (inputs: InputTypes): Readonly<Record<string, Resolver>> => {
  const drafts = Object.fromEntries(
    Object.entries(declaredDrafts).map(([name, declared]) => [name, inputs.object(name, declared)]),
  ) as CustomerDrafts;
  return Object.fromEntries(
    Object.entries(mutations(drafts)).map(([name, mutation]) => [name, mutationResolver(mutation)]),
  );
};
