import { buildClientSchema, execute, getIntrospectionQuery, parse } from 'graphql';
import { test } from '../support/tap.js';
import { createGraphqlContext } from '../../src/graphql/createGraphqlEndpoint.js';
import { apiSchema } from '../support/apiSchema.js';
import { QueryCompiler } from '../../src/graphql/QueryCompiler.js';
import { newKey, orderDraft } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { sdkOf } from '../support/sdk.js';
import { startCustomerShop, storeSampleCustomer } from './customerShop.js';

const shop = await startCustomerShop();
const { quayside, credentials, projectKey, data, createIn } = shop;
const { id: customerId } = await storeSampleCustomer(shop);

test('returns orders, carts and states', async t => {
  const next = await createIn('states', { key: newKey('state'), type: 'OrderState', name: { en: 'Next' } });
  const first = await createIn('states', {
    key: newKey('state'),
    type: 'OrderState',
    transitions: [{ typeId: 'state', id: next.id }],
    roles: [],
  });
  const order = await createIn(
    'orders/import',
    orderDraft({ orderNumber: newKey('order'), state: { typeId: 'state', id: first.id } } as never),
  );
  const got = await data(
    `query Order($number: String!) { order(orderNumber: $number) {
    id version orderNumber orderState totalPrice { type currencyCode centAmount fractionDigits }
    lineItems {
      id name(locale: "en") nameAllLocales { locale value } quantity price { value { __typename centAmount } }
      variant { id sku attributesRaw { name value } } state { quantity state { key } }
    }
    state { key transitions { key nameAllLocales { value } } transitionsRef { id } } stateRef { id }
    createdBy { clientId isPlatformClient } syncInfo { externalId } returnInfo { items { id } }
  } }`,
    { number: order.orderNumber },
  );
  const [item] = order.lineItems as { id: string; name: { en: string }; quantity: number }[];
  matchWhole(t, got.order, {
    id: order.id,
    orderNumber: order.orderNumber,
    orderState: order.orderState,
    totalPrice: order.totalPrice,
    stateRef: { id: first.id },
    createdBy: { clientId: credentials.clientId, isPlatformClient: false },
    lineItems: [
      {
        id: item!.id,
        name: item!.name.en,
        quantity: item!.quantity,
        price: { value: { __typename: 'Money' } },
        state: [{ state: { key: 'Initial' } }],
      },
    ],
    state: {
      key: first.key,
      transitions: [{ key: next.key, nameAllLocales: [{ value: 'Next' }] }],
      transitionsRef: [{ id: next.id }],
    },
    syncInfo: [],
    returnInfo: [],
  });
  const cart = await createIn('carts', { currency: 'EUR', key: newKey('cart') });
  matchWhole(
    t,
    await data(
      `query Rest($cart: String!, $where: String!, $order: String!) {
        cart(key: $cart) { id cartState totalPrice { centAmount } lineItems { id } } carts(limit: 1) { count }
        orders(where: $order) { total results { id } } states(where: $where) { results { key } }
        state(id: "nowhere") { key }
      }`,
      {
        cart: cart.key,
        where: `key = "${first.key as string}"`,
        order: `orderNumber = "${order.orderNumber as string}"`,
      },
    ),
    {
      cart: { id: cart.id, cartState: 'Active', totalPrice: { centAmount: 0 }, lineItems: [] },
      carts: { count: 1 },
      orders: { total: 1, results: [{ id: order.id }] },
      states: { results: [{ key: first.key }] },
      state: null,
    },
  );
});

test('answers the GraphQL request of the SDK, without errors where it succeeded (graph-ql.3460d)', async t => {
  const { body } = await sdkOf(quayside, credentials)
    .graphql()
    .post({ body: { query: 'query C($id: String) { customer(id: $id) { id } }', variables: { id: customerId } } })
    .execute();
  t.same(body, { data: { customer: { id: customerId } } });
});

test('returns the same for a compiled query as for an interpreted one', async t => {
  const schema = apiSchema();
  const compiler = new QueryCompiler(schema, {
    graphqlDepthMax: 20,
    graphqlCostMax: 100_000,
    graphqlIntrospection: true,
  });
  const order = await createIn('orders/import', orderDraft({ customerId, orderNumber: newKey('order') } as never));
  const request = {
    projectKey,
    client: {},
    scope: `view_customers:${projectKey} view_orders:${projectKey}`,
    correlationId: 'compiled',
  };
  const documents: [text: string, variables: Record<string, unknown>][] = [
    [getIntrospectionQuery(), {}],
    [
      `query Q($with: Boolean!, $id: String) {
        customer(id: $id) { ...F password @skip(if: $with) } missing: customer(id: "x") { id }
      }
      fragment F on Customer {
        id addresses @include(if: $with) { id city contactInfo { phone } }
        customerGroup { name createdBy { clientId } }
      }`,
      { with: true, id: customerId },
    ],
    [
      `query Q($constructor: String) {
        constructor: customer(id: $constructor) {
          toString: id valueOf: email hasOwnProperty: __typename customerGroup { constructor: name }
        }
        prototype: states(limit: 1) { __typename }
      }`,
      { constructor: customerId },
    ],
    [
      'query Q($with: Boolean!, $id: String) { customer(id: $id) { id password @skip(if: $with) } }',
      { with: false, id: customerId },
    ],
    [
      `{
        order(orderNumber: "${String(order.orderNumber)}") {
          ... on Versioned { id version }
          lineItems { name quantity price { value { __typename centAmount } } state { state { key type } } }
          customer { email }
        }
        carts { count }
      }`,
      {},
    ],
  ];
  for (const [text, variables] of documents) {
    const compiled = await compiler
      .prepare(text, undefined)
      .execute(undefined, createGraphqlContext(quayside.services, request), variables);
    const interpreted = await execute({
      schema,
      document: parse(text),
      contextValue: createGraphqlContext(quayside.services, request),
      variableValues: variables,
    });
    const plain = ({ data: answered, errors = [] }: typeof interpreted) =>
      JSON.stringify({ answered, errors: errors.map(({ message, path }) => ({ message, path })) });
    t.equal(plain(compiled), plain(interpreted));
  }
});

test('lets a client build the whole schema from introspection', async t => {
  const received = buildClientSchema((await data(getIntrospectionQuery())) as never);
  t.same(Object.keys(received.getTypeMap()).sort(), Object.keys(apiSchema().getTypeMap()).sort());
});
