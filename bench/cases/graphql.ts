/** GraphQL: a page of customers as a back office requests it, and orders compared with the same orders over HTTP. */
import { required } from '../../src/base/errors/ApiError.js';
import type { LoadRequest } from '../load/runLoad.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { createMany, oncePer, post, type Resource } from '../world/prepare.js';
import { type BenchCase, emptyData } from './BenchCase.js';
import { lineItem, readsOf } from './orders.js';
import { query } from './queries.js';

const customersCount = 100;
const groupsCount = 10;
const ordersCount = 64;
const lineItemsCount = 20;

const customersText = `query Customers($limit: Int!) {
  customers(limit: $limit, sort: "createdAt asc") {
    offset
    count
    results {
      id version email firstName lastName createdAt lastModifiedAt isEmailVerified customerNumber
      addresses { id country city streetName contactInfo { phone email } }
      defaultShippingAddress { id city }
      customerGroup { id name }
    }
  }
}`;

/** The members of an order page, with prices, taxes and addresses. */
const orderFields = `id version createdAt lastModifiedAt orderNumber orderState paymentState shipmentState customerEmail
  totalPrice { centAmount currencyCode fractionDigits }
  taxedPrice { totalNet { centAmount currencyCode } totalGross { centAmount currencyCode } }
  shippingAddress { firstName lastName streetName postalCode city country }
  lineItems {
    id productId name(locale: "en") quantity
    variant { sku attributesRaw { name value } }
    price { value { centAmount currencyCode } }
    totalPrice { centAmount currencyCode }
  }`;

const orderText = `query Order($id: String!) {
  order(id: $id) {
    ${orderFields}
    customer { id email firstName lastName }
    customerGroup { id name }
    store { id key name(locale: "en") }
    state { id key type }
    paymentInfo { payments { id interfaceId amountPlanned { centAmount currencyCode } } }
  }
}`;

const pageText = `query Orders($limit: Int!) {
  orders(limit: $limit, sort: "createdAt desc") { offset count total results { ${orderFields} } }
}`;

const graphql = ({ projectKey }: BenchWorld, text: string, variables: object): LoadRequest => ({
  method: 'POST',
  path: `/${projectKey}/graphql`,
  body: JSON.stringify({ query: text, variables }),
});

/** Creates a customer without password: hashing a hundred passwords would take longer than the measurement. */
const createCustomer = (world: BenchWorld, name: string, number: number, more: object = {}) =>
  post<{ readonly customer: Resource }>(world, 'customers', {
    email: `${name}-${number}@example.com`,
    authenticationMode: 'ExternalAuth',
    firstName: 'Ana',
    lastName: `No ${number}`,
    ...more,
  });

const createCustomers = oncePer(async (world: BenchWorld): Promise<undefined> => {
  const groups = await createMany(groupsCount, number =>
    post(world, 'customer-groups', { groupName: `Group ${number}` }),
  );
  await createMany(customersCount, number =>
    createCustomer(world, 'office', number, {
      customerGroup: { typeId: 'customer-group', id: required(groups[number % groupsCount], 'a customer group').id },
      addresses: ['Bremen', 'Kiel'].map(city => ({ country: 'DE', city, streetName: 'Am Wall', phone: '0421 1' })),
      defaultShippingAddress: 0,
    }),
  );
});

const customers: readonly BenchCase[] = [
  {
    name: 'graphql, 20 customers',
    description: 'with addresses and groups, the same document repeatedly',
    data: emptyData,
    timesOfReadMax: 8,
    setup: createCustomers,
    requests: async world => [graphql(world, customersText, { limit: 20 })],
  },
  {
    name: 'graphql, different documents',
    description: 'the same, but each request has another text, which is parsed, validated and compiled',
    data: emptyData,
    setup: createCustomers,
    requests: async world => [graphql(world, `${customersText} # @unique@`, { limit: 20 })],
  },
];

/** Imports orders that refer to a customer, a customer group, a store, a state and a payment. */
const importOrders = oncePer(async (world: BenchWorld): Promise<string[]> => {
  const group = await post(world, 'customer-groups', { groupName: 'Regulars' });
  await post(world, 'stores', { key: 'shop', name: { en: 'Shop' } });
  const state = await post(world, 'states', { key: 'paid', type: 'OrderState', initial: true });
  const orders = await createMany(ordersCount, async number => {
    const amountPlanned = { currencyCode: 'EUR', centAmount: 100 };
    const payment = await post(world, 'payments', { interfaceId: `payment-${number}`, amountPlanned });
    const { customer } = await createCustomer(world, 'buyer', number);
    return post(world, 'orders/import', {
      orderNumber: `ORDER-${number}`,
      customerId: customer.id,
      customerEmail: `buyer-${number}@example.com`,
      customerGroup: { typeId: 'customer-group', id: group.id },
      store: { typeId: 'store', key: 'shop' },
      state: { typeId: 'state', id: state.id },
      paymentInfo: { payments: [{ typeId: 'payment', id: payment.id }] },
      shippingAddress: { firstName: 'Ana', streetName: 'Am Wall', city: 'Bremen', country: 'DE' },
      totalPrice: { currencyCode: 'EUR', centAmount: 30_000 },
      lineItems: Array.from({ length: lineItemsCount }, lineItem),
    });
  });
  return orders.map(({ id }) => id);
});

const expansion = ['customerGroup', 'state', 'paymentInfo.payments[*]'].map(
  path => `expand=${encodeURIComponent(path)}`,
);

const order: BenchCase = {
  name: 'graphql, one order',
  description: 'an order of 20 line items with 5 references',
  data: emptyData,
  timesOfReadMax: 8,
  comparedRead: { name: 'the order by id', requests: async world => readsOf(world, await importOrders(world)) },
  setup: async world => {
    await importOrders(world);
    return `${lineItemsCount} line items and 5 references each`;
  },
  requests: async world => (await importOrders(world)).map(id => graphql(world, orderText, { id })),
};

const orders: readonly BenchCase[] = [
  order,
  {
    ...order,
    name: 'graphql, one order against expand',
    comparedRead: {
      name: 'the order with expand',
      requests: async world => readsOf(world, await importOrders(world), `?${expansion.join('&')}`),
    },
  },
  {
    name: 'graphql, page of orders',
    description: 'a page of 20 orders with their total, newest first',
    timesOfReadMax: 6,
    comparedRead: {
      name: 'the page over HTTP',
      requests: async world => [query(world, { limit: '20', sort: 'createdAt desc' })],
    },
    requests: async world => [graphql(world, pageText, { limit: 20 })],
  },
];

export const graphqlCases: readonly BenchCase[] = [...customers, ...orders];
