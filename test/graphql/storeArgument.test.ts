/** The argument storeKey of mutations of customers and at me, and the resources of a store at inStore.me. */
import { test } from '../support/tap.js';
import { newKey } from '../support/drafts.js';
import { createGraphqlClient, type GraphqlClient, startGraphql } from '../support/graphql.js';
import { customerToken } from '../support/oauth.js';

const { quayside, credentials, projectKey, createIn, ask, data } = await startGraphql();
const [here, there] = [newKey('here'), newKey('there')];
for (const key of [here, there]) await createIn('stores', { key });

const password = 'secret-123';
const clientWith = async (scope: string): Promise<GraphqlClient> =>
  createGraphqlClient(quayside, credentials, await quayside.token(credentials, scope));
const codesOf = ({ errors = [] }: Awaited<ReturnType<GraphqlClient>>): string[] =>
  errors.map(({ extensions }) => extensions.code);

const signUp = `mutation ($draft: CustomerSignUpDraft!, $storeKey: KeyReferenceInput) {
  customerSignUp(draft: $draft, storeKey: $storeKey) { customer { id storesRef { key } } }
}`;
const signIn = `mutation ($draft: CustomerSignInDraft!, $storeKey: KeyReferenceInput) {
  customerSignIn(draft: $draft, storeKey: $storeKey) { customer { id } }
}`;

const customerIn = async (storeKey: string): Promise<{ id: string; email: string }> => {
  const email = `${newKey('jo')}@example.com`;
  const { customerSignUp } = await data(signUp, { draft: { email, password }, storeKey });
  return { id: customerSignUp.customer.id, email };
};

const tokenOf = (email: string, scopes: readonly string[], storeKey: string): Promise<string> => {
  const scope = scopes.map(name => `${name}:${projectKey}:${storeKey}`).join(' ');
  return customerToken(quayside, credentials, { email, password }, { scope, storeKey });
};

test('a customer signs up and in for a store, with the scope of the store', async t => {
  const ofStore = await clientWith(`manage_customers:${projectKey}:${here}`);
  const draft = { email: `${newKey('jo')}@example.com`, password };
  const made = await ofStore(signUp, { draft, storeKey: here });
  t.same(made.data.customerSignUp.customer.storesRef, [{ key: here }]);
  const { id } = made.data.customerSignUp.customer;
  t.same(codesOf(await ofStore(signUp, { draft })), ['insufficient_scope']);
  t.same(codesOf(await ofStore(signUp, { draft, storeKey: there })), ['insufficient_scope']);
  t.same((await ofStore(signIn, { draft, storeKey: here })).data, { customerSignIn: { customer: { id } } });
  t.same(codesOf(await ask(signIn, { draft, storeKey: there })), ['InvalidCredentials']);
  t.same(codesOf(await ask(signIn, { draft })), ['InvalidCredentials'], 'no global customer has the email');
});

test('a token of a store reads its customer, carts and orders at inStore.me', async t => {
  const { id, email } = await customerIn(here);
  const own = createGraphqlClient(
    quayside,
    credentials,
    await tokenOf(email, ['manage_my_profile', 'manage_my_orders'], here),
  );
  const made = await own(
    `mutation { createMyCart(draft: { currency: "EUR" }, storeKey: "${here}") { id version storeRef { key } } }`,
  );
  t.same(made.errors, undefined);
  const { id: cartId, version, storeRef } = made.data.createMyCart;
  t.same(storeRef, { key: here });
  const me = `me { __typename customer { id } activeCart { id } carts { total results { id } } orders { total } }`;
  t.same((await own(`{ inStore(key: "${here}") { ${me} } }`)).data, {
    inStore: {
      me: {
        __typename: 'InStoreMe',
        customer: { id },
        activeCart: { id: cartId },
        carts: { total: 1, results: [{ id: cartId }] },
        orders: { total: 0 },
      },
    },
  });
  t.same(codesOf(await own(`{ inStore(key: "${there}") { ${me} } }`)), ['insufficient_scope']);
  t.same(codesOf(await own(`{ me { customer { id } } }`)), ['insufficient_scope']);
  const update = (storeKey: string) =>
    own(
      `mutation { updateMyCart(id: "${cartId}", version: ${version}, storeKey: "${storeKey}", ` +
        'actions: [{ setCountry: { country: "DE" } }]) { country } }',
    );
  t.same(codesOf(await update(there)), ['insufficient_scope']);
  t.same((await update(here)).data, { updateMyCart: { country: 'DE' } });
  const removal = `mutation { deleteMyCart(id: "${cartId}", version: ${version + 1}, storeKey: "${here}") { id } }`;
  t.same((await own(removal)).data, { deleteMyCart: { id: cartId } });
});

test('inStores shows pages of several stores, and a resource of the first that has it', async t => {
  const elsewhere = newKey('elsewhere');
  await createIn('stores', { key: elsewhere });
  const cartIn = async (key: string, customerId?: string): Promise<{ id: string }> =>
    createIn('carts', { currency: 'EUR', customerId, store: { typeId: 'store', key } });
  const { id: customerId } = await customerIn(there);
  const carts = [await cartIn(here), await cartIn(there, customerId)];
  const other = await cartIn(elsewhere);
  const document = `query ($keys: [KeyReferenceInput!]!, $id: String!, $other: String!, $customerId: String!, $where: String!) {
    inStores(keys: $keys) {
      carts(where: $where, sort: ["createdAt asc"]) { total results { id } }
      cart(id: $id) { id storeRef { key } }
      other: cart(id: $other) { id }
      customerActiveCart(customerId: $customerId) { id }
      customer(id: $customerId) { id }
      productSelectionAssignments { total }
    }
  }`;
  const where = `id in (${[...carts, other].map(({ id }) => `"${id}"`).join(', ')})`;
  const variables = { id: carts[1]!.id, other: other.id, customerId, where };
  const { inStores } = await data(document, { ...variables, keys: [here, there, here] });
  t.same(inStores, {
    carts: { total: 2, results: carts.map(({ id }) => ({ id })) },
    cart: { id: carts[1]!.id, storeRef: { key: there } },
    other: null,
    customerActiveCart: { id: carts[1]!.id },
    customer: { id: customerId },
    productSelectionAssignments: { total: 0 },
  });
  const ofStore = await clientWith(`view_orders:${projectKey}:${here} view_orders:${projectKey}:${there}`);
  const page = '{ carts { total } }';
  const codes = async (client: GraphqlClient, keys: readonly string[]): Promise<string[]> =>
    codesOf(await client(`query ($keys: [KeyReferenceInput!]!) { inStores(keys: $keys) ${page} }`, { keys }));
  t.same(await codes(ofStore, [here, there]), []);
  t.same(await codes(ofStore, [here, elsewhere]), ['insufficient_scope']);
  t.same(await codes(ask, []), ['InvalidInput']);
  const keys = Array.from({ length: 21 }, (_, at) => `unknown-${at}`);
  t.same(await codes(ask, keys.slice(0, 20)), [], 'at most 20 stores');
  t.same(await codes(ask, keys), ['InvalidInput'], 'not 21');
});

test('shows the limits of the project, and their current use', async t => {
  const before = (await data('{ limits { zones { total { current } } } }')).limits.zones.total.current as number;
  await createIn('zones', { name: 'north', locations: [] });
  await createIn('discount-groups', { key: newKey('group'), sortOrder: `0.${Date.now()}7`, isActive: true });
  const { limits } = await data(`{ limits {
    zones { total { current limit } }
    discountGroups { totalActive { current limit } }
    cartDiscounts { totalActiveWithoutDiscountCodes { current limit } }
    productType { total { current limit } }
    query { offset { limit } } category { maxCategories { limit } } products { variants { limit } }
  } }`);
  t.same(limits, {
    zones: { total: { current: before + 1, limit: null } },
    discountGroups: { totalActive: { current: 1, limit: 100 } },
    cartDiscounts: { totalActiveWithoutDiscountCodes: { current: 0, limit: 500 } },
    productType: { total: { current: 0, limit: 1_000 } },
    query: { offset: { limit: 10_000 } },
    category: { maxCategories: { limit: null } },
    products: { variants: { limit: 1_001 } },
  });
  const shop = await clientWith(`view_published_products:${projectKey}`);
  t.same(codesOf(await shop('{ limits { query { offset { limit } } } }')), ['insufficient_scope']);
});
