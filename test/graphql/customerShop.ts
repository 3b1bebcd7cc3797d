/** A project reached over GraphQL, with customers who sign up, sign in, or are written to the store directly. */
import { required } from '../../src/base/errors/ApiError.js';
import { createType, newKey } from '../support/drafts.js';
import { createGraphqlClient, startGraphql, storeMany } from '../support/graphql.js';
import { anonymousToken, basic, post, tokenIn } from '../support/oauth.js';

export const password = 'correct horse 1';

export const newEmail = (): string => `${newKey('p').toLowerCase()}@example.com`;

/** A GraphQL response with one error of this code. */
export const refusedAs = (code: string) => ({ status: 200, errors: [{ extensions: { code } }] });

export const customerFields = `id version email firstName lastName middleName title salutation customerNumber
  externalId key companyName vatId dateOfBirth locale isEmailVerified
  customerGroupRef { id } addresses { id key city contactInfo { phone } } defaultShippingAddressId
  defaultBillingAddressId shippingAddressIds billingAddressIds customFieldsRaw { name value }`;

export const signUpMutation = `mutation SignUp($draft: CustomerSignUpDraft!) {
  customerSignUp(draft: $draft) { customer { ${customerFields} } cart { id cartState customerId } }
}`;

export const startCustomerShop = async () => {
  const api = await startGraphql();
  const { quayside, credentials, projectKey, ask, data } = api;
  /** A GraphQL client whose token has only these scopes of the project. */
  const clientWithScopes = async (...names: string[]) =>
    createGraphqlClient(
      quayside,
      credentials,
      await quayside.token(credentials, names.map(name => `${name}:${projectKey}`).join(' ')),
    );
  const storeCustomers = (members: readonly Record<string, unknown>[]): Promise<string[]> =>
    storeMany(
      quayside,
      projectKey,
      'customer',
      members.map(each => ({ stores: [], addresses: [], ...each })),
    );
  const signUp = async (draft: object = {}): Promise<{ id: string; version: number; email: string }> =>
    (await data(signUpMutation, { draft: { email: newEmail(), password, ...draft } })).customerSignUp.customer;
  /** The access token of a new anonymous session. */
  const newAnonymousToken = (...scopeNames: string[]): Promise<string> =>
    anonymousToken(quayside, credentials, scopeNames.map(name => `${name}:${projectKey}`).join(' '));
  /** Requests a token of the customer with the password flow; `ask` uses it where it was issued. */
  const signIn = async ({ email }: { email: string }, secret = password) => {
    const form = {
      grant_type: 'password',
      username: email,
      password: secret,
      scope: `manage_my_profile:${projectKey}`,
    };
    const response = await post(quayside, `${projectKey}/customers/token`, basic(credentials), form);
    return {
      status: response.status,
      ask: response.status === 200 ? createGraphqlClient(quayside, credentials, tokenIn(response).access_token) : ask,
    };
  };
  return {
    ...api,
    clientWithScopes,
    storeCustomers,
    signUp,
    newAnonymousToken,
    signIn,
  };
};

export type CustomerShop = Awaited<ReturnType<typeof startCustomerShop>>;

export const createProfileType = ({ createIn }: CustomerShop) => createType(createIn, ['customer']);

/** Stores a customer with addresses in a customer group. */
export const storeSampleCustomer = async ({ createIn, storeCustomers }: CustomerShop) => {
  const group = await createIn('customer-groups', { groupName: newKey('group'), key: newKey('group') });
  const key = newKey('customer');
  const [id] = await storeCustomers([
    {
      key,
      email: 'jo@example.com',
      password: 'argon2-hash',
      firstName: 'Jo',
      dateOfBirth: '1990-02-28',
      locale: 'de-AT',
      lastMessageSequenceNumber: 3,
      isEmailVerified: true,
      addresses: [
        { id: 'a1', country: 'DE', city: 'Kiel', phone: '0431', email: 'a@example.com', pOBox: '7' },
        { id: 'a2', country: 'AT', city: 'Graz' },
      ],
      defaultShippingAddressId: 'a2',
      shippingAddressIds: ['a1', 'a2'],
      billingAddressIds: [],
      customerGroup: { typeId: 'customer-group', id: group.id },
    },
  ]);
  return { id: required(id, 'the id of the customer'), key, group };
};
