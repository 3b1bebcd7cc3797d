/** Resolvers of the mutations of customers that resource types do not declare; each requires one of its scopes. */
import { required } from '../../base/errors/ApiError.js';
import { readJsonObject } from '../../engine/document/json.js';
import type {
  CustomerCall,
  CustomerResponse,
  CustomerCommand,
} from '../../commerce/resources/customer/CustomerCall.js';
import { CustomerSignin, MyCustomerSignin } from '../../commerce/resources/customer/commands/signIn.js';
import { CustomerDraft, MyCustomerDraft } from '../../commerce/resources/customer/members.js';
import type { Input } from '../derive/inputMembers.js';
import type { InputTypes } from '../derive/InputTypes.js';
import { assertScope, type GraphqlContext } from '../GraphqlContext.js';
import type { JsonObject } from '../readRequest.js';
import { locateInput } from '../locateInput.js';
import { parseResponseBody } from './resourceQueries.js';
import type { Resolver } from './Resolver.js';

const customerCall = (
  { projectKey, storeKey, client, correlationId }: GraphqlContext,
  own: true | undefined,
): CustomerCall => ({ projectKey, storeKey, client, correlationId, own });

/** Returns the response of a customer command; the GraphQL response takes over its revoked token subjects. */
const takeResponse = (context: GraphqlContext, { body, revokedTokenSubjects = [] }: CustomerResponse): JsonObject => {
  context.revokedTokenSubjects.push(...revokedTokenSubjects);
  context.loaders.clear();
  return parseResponseBody(body);
};

/** Copies a value as a REST body: without nulls and prototypes. */
const toRestBody = (value: object): JsonObject => readJsonObject(Buffer.from(JSON.stringify(value)));

/** The declared bodies of sign-up and sign-in, by their names in GraphQL. */
const declaredDrafts = {
  CustomerSignUpDraft: CustomerDraft,
  CustomerSignMeUpDraft: MyCustomerDraft,
  CustomerSignInDraft: CustomerSignin,
  CustomerSignMeInDraft: MyCustomerSignin,
};

type CustomerVerb =
  | 'signUp'
  | 'signIn'
  | 'changePassword'
  | 'createPasswordToken'
  | 'resetPassword'
  | 'createEmailToken'
  | 'confirmEmail';

/** The commands on customers, by the names of their verbs in operations/verbs. */
export type CustomerVerbs = Readonly<Record<CustomerVerb, { readonly runCommand?: CustomerCommand }>>;

interface Mutation {
  readonly verb: CustomerVerb;
  /** The scopes of which one is needed. */
  readonly scopes: readonly string[];
  /** True if the mutation is that of `/me`. */
  readonly own?: true;
  /** The type of the argument `draft`; absent: the arguments are the draft. */
  readonly draft?: keyof typeof declaredDrafts;
}

const merchant = { scopes: ['manage_customers'] } as const;
const own = { scopes: ['manage_my_profile'], own: true } as const;
/** Sign-up at `/me` needs no customer yet (AUTH071). */
const ownSignUp = { scopes: [...own.scopes, 'create_anonymous_token'], own: true } as const;

const mutations: Readonly<Record<string, Mutation>> = {
  customerSignUp: { verb: 'signUp', ...merchant, draft: 'CustomerSignUpDraft' },
  customerSignMeUp: { verb: 'signUp', ...ownSignUp, draft: 'CustomerSignMeUpDraft' },
  customerSignIn: { verb: 'signIn', ...merchant, draft: 'CustomerSignInDraft' },
  customerSignMeIn: { verb: 'signIn', ...own, draft: 'CustomerSignMeInDraft' },
  customerChangePassword: { verb: 'changePassword', ...merchant },
  customerChangeMyPassword: { verb: 'changePassword', ...own },
  customerCreatePasswordResetToken: { verb: 'createPasswordToken', ...merchant },
  customerResetPassword: { verb: 'resetPassword', ...merchant },
  customerResetMyPassword: { verb: 'resetPassword', ...own },
  customerCreateEmailVerificationToken: { verb: 'createEmailToken', ...merchant },
  customerConfirmEmail: { verb: 'confirmEmail', ...merchant },
  customerConfirmMyEmail: { verb: 'confirmEmail', ...own },
};

const mutationResolver =
  ({ scopes, own: isOwn }: Mutation, run: CustomerCommand, draft: Input | undefined): Resolver =>
  async (_, { storeKey = null, ...args }, context, info) => {
    const scoped = storeKey === null ? context : { ...context, storeKey: storeKey as string };
    assertScope(scoped, scopes);
    try {
      const given = draft === undefined ? args : (draft.convert?.(args.draft as never) ?? args.draft);
      return takeResponse(scoped, await run(scoped.services, customerCall(scoped, isOwn), toRestBody(given as object)));
    } catch (error) {
      throw locateInput(error, args, info);
    }
  };

export const customerMutations = (inputs: InputTypes, verbs: CustomerVerbs): Readonly<Record<string, Resolver>> =>
  Object.fromEntries(
    Object.entries(mutations).map(([name, mutation]) => {
      const { verb, draft } = mutation;
      const run = required(verbs[verb].runCommand, `the command ${verb}`);
      return [name, mutationResolver(mutation, run, draft && inputs.object(draft, declaredDrafts[draft]))];
    }),
  );
