import type { Store } from '@commercetools/platform-sdk';
import { test } from '../support/tap.js';
import { newKey } from '../support/drafts.js';
import { createGraphqlClient, storeMany } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';
import {
  newEmail,
  password,
  refusedAs,
  signUpMutation,
  startCustomerShop,
  storeSampleCustomer,
} from './customerShop.js';

const shop = await startCustomerShop();
const { quayside, credentials, projectKey, data, createIn, storeCustomers } = shop;
const { id: customerId } = await storeSampleCustomer(shop);

test('returns only the customers of a store on its endpoint and requires scopes of the store', async t => {
  const store = await createIn<Store>('stores', { key: newKey('store') });
  const inStore = (token: string) =>
    createGraphqlClient(quayside, credentials, token, `in-store/key=${store.key}/graphql`);
  const ofStore = inStore(await quayside.token(credentials, `manage_customers:${projectKey}:${store.key}`));
  const made = await ofStore(signUpMutation, { draft: { email: newEmail(), password } });
  matchWhole(t, made, { status: 200, errors: undefined });
  const { id } = made.data!.customerSignUp.customer;
  matchWhole(t, await ofStore('{ customers { total results { id } } }'), {
    data: { customers: { total: 1, results: [{ id }] } },
  });
  t.same(
    (await ofStore(`{ customer(id: "${customerId}") { id } }`)).data,
    { customer: null },
    'a customer of no store is not found',
  );
  matchWhole(
    t,
    await inStore(await quayside.token(credentials, `manage_customers:${projectKey}:elsewhere`))(
      '{ customers { total } }',
    ),
    refusedAs('insufficient_scope'),
  );
});

test('does not return customers and carts of other stores through carts and orders (ORD098)', async t => {
  const [a, b] = [
    await createIn<Store>('stores', { key: newKey('store') }),
    await createIn<Store>('stores', { key: newKey('store') }),
  ];
  const [mine, foreign] = (await storeCustomers(
    [a, b].map(({ key: storeKey }) => ({ email: newEmail(), stores: [{ typeId: 'store', key: storeKey }] })),
  )) as [string, string];
  const carts = await storeMany(
    quayside,
    projectKey,
    'cart',
    [
      [a, mine],
      [a, foreign],
      [b, mine],
    ].map(([store, owner]) => ({
      store: { typeId: 'store', key: (store as Store).key },
      customerId: owner,
      cartState: 'Active',
      lineItems: [],
      customLineItems: [],
    })),
  );
  const orders = await storeMany(
    quayside,
    projectKey,
    'order',
    [
      [mine, 0],
      [foreign, 2],
    ].map(([owner, at]) => ({
      store: { typeId: 'store', key: a.key },
      customerId: owner,
      cart: { typeId: 'cart', id: carts[at as number] },
      orderState: 'Open',
      lineItems: [],
      customLineItems: [],
    })),
  );
  const ofStore = createGraphqlClient(
    quayside,
    credentials,
    await quayside.token(credentials, `manage_orders:${projectKey}:${a.key} view_customers:${projectKey}:${a.key}`),
    `in-store/key=${a.key}/graphql`,
  );
  t.same(
    (
      await ofStore(
        `{
          mine: cart(id: "${carts[0]!}") { customer { id } }
          foreign: cart(id: "${carts[1]!}") { customerId customer { id email } }
        }`,
      )
    ).data,
    { mine: { customer: { id: mine } }, foreign: { customerId: foreign, customer: null } },
  );
  const orderFields = (id: string) => `order(id: "${id}") { customer { id } cart { id } }`;
  t.same((await ofStore(`{ mine: ${orderFields(orders[0]!)} foreign: ${orderFields(orders[1]!)} }`)).data, {
    mine: { customer: { id: mine }, cart: { id: carts[0] } },
    foreign: { customer: null, cart: null },
  });
  t.same(
    await data(`{ cart(id: "${carts[1]!}") { customer { id } } order(id: "${orders[1]!}") { cart { id } } }`),
    { cart: { customer: { id: foreign } }, order: { cart: { id: carts[2] } } },
    'the endpoint of the project returns them',
  );
});
