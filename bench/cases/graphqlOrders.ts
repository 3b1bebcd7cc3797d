/** GraphQL against the same orders over HTTP: an order with its references, and a page of orders. */
import type { LoadRequest } from '../load/plan.js';
import { createMany, post } from '../shop.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { oncePer } from '../world/once.js';
import type { BenchCase } from './BenchCase.js';
import { emptyData } from './caseData.js';
import { ordersPath } from './ordersPath.js';

const ordersCount = 64;
const lineItemsCount = 20;

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

const graphqlRequest = ({ projectKey }: BenchWorld, query: string, variables: object): LoadRequest => ({
  method: 'POST',
  path: `/${projectKey}/graphql`,
  body: JSON.stringify({ query, variables }),
});

const lineItem = (_: unknown, at: number) => ({
  name: { en: `Item ${at}`, de: `Ware ${at}` },
  productId: `product-${at}`,
  quantity: 1 + (at % 3),
  variant: { sku: `SKU-${at}`, attributes: [{ name: 'colour', value: 'blue' }] },
  price: { value: { currencyCode: 'EUR', centAmount: 1_000 + at } },
});

/** Orders that refer to a customer, a customer group, a store, a state and a payment. */
const importOrders = oncePer(async (world: BenchWorld): Promise<string[]> => {
  const group = await post(world, 'customer-groups', { groupName: 'Regulars' });
  await post(world, 'stores', { key: 'shop', name: { en: 'Shop' } });
  const state = await post(world, 'states', { key: 'paid', type: 'OrderState', initial: true });
  const orders = await createMany(ordersCount, async number => {
    const payment = await post(world, 'payments', {
      interfaceId: `payment-${number}`,
      amountPlanned: { currencyCode: 'EUR', centAmount: 100 },
    });
    const { customer } = (await post(world, 'customers', {
      email: `buyer-${number}@example.com`,
      authenticationMode: 'ExternalAuth',
      firstName: 'Ana',
      lastName: `No ${number}`,
    })) as unknown as { readonly customer: { readonly id: string } };
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

const prepareOrders = async (world: BenchWorld): Promise<string> => {
  await importOrders(world);
  return `${lineItemsCount} line items and 5 references each`;
};

const orderReads = async (world: BenchWorld, parameters = ''): Promise<LoadRequest[]> =>
  (await importOrders(world)).map(id => ({ method: 'GET', path: `/${world.projectKey}/orders/${id}${parameters}` }));

const expansion = `?${['customerGroup', 'state', 'paymentInfo.payments[*]'].map(path => `expand=${encodeURIComponent(path)}`).join('&')}`;

export const graphqlOrder: BenchCase = {
  name: 'graphql, one order',
  description: 'an order of 20 line items with 5 references',
  data: emptyData,
  timesOfReadMax: 8,
  comparedRead: { name: 'the order by id', requests: orderReads },
  setup: prepareOrders,
  requests: async world => (await importOrders(world)).map(id => graphqlRequest(world, orderText, { id })),
};

export const graphqlOrderExpanded: BenchCase = {
  ...graphqlOrder,
  name: 'graphql, one order against expand',
  comparedRead: { name: 'the order with expand', requests: world => orderReads(world, expansion) },
};

export const graphqlOrdersPage: BenchCase = {
  name: 'graphql, page of orders',
  description: 'a page of 20 orders with their total, newest first',
  timesOfReadMax: 6,
  comparedRead: {
    name: 'the page over HTTP',
    requests: async ({ projectKey }) => [
      { method: 'GET', path: ordersPath(projectKey, { limit: '20', sort: 'createdAt desc' }) },
    ],
  },
  requests: async world => [graphqlRequest(world, pageText, { limit: 20 })],
};
