/** Measures how long one project waits while another one sends requests that make a worker compute for long. */
import type { BenchWorld } from '../world/BenchWorld.js';
import { createMany, oncePer, ordersQuery, post, type Resource } from '../world/prepare.js';
import type { BenchCase } from './BenchCase.js';
import { lineItem, orderUpdate } from './orders.js';
import { queryByOrderNumber } from './queries.js';
import { openShop, skuOf } from './shop.js';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends the heavy request once more; returns its status. */
type SendHeavy = () => Promise<number>;

const range = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const send = async ({ server, projectKey, token }: BenchWorld, path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${server.address}/${projectKey}/${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  return { status: answer.status, text: await answer.text() };
};

const sending = (world: BenchWorld, path: string, body?: object): SendHeavy => {
  return async () => (await send(world, path, body)).status;
};

/** Sends update actions to a resource repeatedly, each time with its current version. */
const updating = (world: BenchWorld, path: string, { version }: Resource, actionsOf: () => object[]): SendHeavy => {
  let current = version;
  return async () => {
    const { status, text } = await send(world, path, { version: current, actions: actionsOf() });
    if (status === 200) current = Number(/"version":(\d+)/.exec(text)?.[1]);
    return status;
  };
};

const colour = { name: 'colour', type: { name: 'text' }, label: { en: 'Colour' }, isRequired: false };

/** Updates a product with 991 variants. */
const updatingProduct =
  (actionsOf: () => object[]) =>
  async (world: BenchWorld): Promise<SendHeavy> => {
    const attributes = [colour];
    const { id: typeId } = await post(world, 'product-types', { name: 'Many', description: 'Anything', attributes });
    const product = await post(world, 'products', {
      productType: { typeId: 'product-type', id: typeId },
      name: { en: 'Many variants' },
      slug: { en: 'many-variants' },
      masterVariant: { sku: 'many' },
      variants: range(990, at => ({ sku: `many-${at}`, attributes: [{ name: 'colour', value: `colour ${at}` }] })),
    });
    return updating(world, `products/${product.id}`, product, actionsOf);
  };

const largeOrder = (items: number, attributes: number, state?: object): object => ({
  totalPrice: { currencyCode: 'EUR', centAmount: 1 },
  lineItems: range(items, at => ({
    ...lineItem(undefined, at),
    variant: {
      id: 1,
      sku: `SKU-${at}`,
      attributes: range(attributes, name => ({ name: `name${name}`, value: `v ${name}` })),
    },
    ...(state !== undefined && { state: [{ quantity: 1 + (at % 3), state }] }),
  })),
});

const importOrders = (world: BenchWorld, count: number, order: object) =>
  createMany(count, () => post(world, 'orders/import', order));

const pageText =
  '{ orders(limit: 20, sort: "createdAt desc") { results { id version ' +
  'lineItems { id name(locale: "en") quantity price { value { centAmount currencyCode } } ' +
  'variant { sku attributesRaw { name value } } state { quantity } } } } }';

const discountedCart = async (world: BenchWorld): Promise<SendHeavy> => {
  await openShop(world);
  const functions = range(30, at => `lineItemExists(sku = "${skuOf(at)}" and quantity > ${at % 3})`).join(' or ');
  await createMany(50, number =>
    post(world, 'cart-discounts', {
      name: { en: `Discount ${number}` },
      value: { type: 'relative', permyriad: 10 },
      cartPredicate: functions,
      target: { type: 'lineItems', predicate: '1 = 1' },
      sortOrder: `0.${number + 11}1`,
      isActive: true,
    }),
  );
  const lineItems = range(100, at => ({ sku: skuOf(at), quantity: 2 }));
  const shippingAddress = { country: 'DE' };
  const cart = await post(world, 'carts', { currency: 'EUR', country: 'DE', shippingAddress, lineItems });
  return updating(world, `carts/${cart.id}`, cart, () => [{ action: 'addLineItem', sku: skuOf(0), quantity: 1 }]);
};

const heavyRequests: Readonly<Record<string, (world: BenchWorld) => Promise<SendHeavy>>> = {
  '500 × setAttributeInAllVariants, 991 variants': updatingProduct(() =>
    range(500, at => ({ action: 'setAttributeInAllVariants', name: 'colour', value: `new ${at}` })),
  ),
  '250 × changeName and publish, 991 variants': updatingProduct(() =>
    range(250, at => [{ action: 'changeName', name: { en: `Name ${at}` } }, { action: 'publish' }]).flat(),
  ),
  'GraphQL where with 3,900 parts, 10 orders with 10,000 attributes': async world => {
    await importOrders(world, 10, largeOrder(100, 100));
    const where = `lineItems(variant(attributes(${range(3_900, at => `value="v${at}"`).join(' or ')})))`;
    const query = 'query($where: String) { orders(where: $where) { total results { id } } }';
    return sending(world, 'graphql', { query, variables: { where } });
  },
  'expand of 500 states in each of 20 orders': async world => {
    const { id } = await post(world, 'states', { key: 'expanded', type: 'LineItemState' });
    await importOrders(world, 20, largeOrder(500, 0, { typeId: 'state', id }));
    return sending(world, ordersQuery({ expand: 'lineItems[*].state[*].state', sort: 'createdAt desc' }));
  },
  'GraphQL page of 20 orders with 500 lines': async world => {
    await importOrders(world, 20, largeOrder(500, 2));
    return sending(world, 'graphql', { query: pageText });
  },
  '20 imports of orders with 500 lines at once': async world => {
    const sendOne = sending(world, 'orders/import', largeOrder(500, 2));
    return async () => Math.max(...(await Promise.all(range(20, sendOne))));
  },
  'cart of 100 lines, 50 discounts with 30 functions': discountedCart,
};

const neighbour = { data: { orders: 2_000 }, connections: 32, perSecond: 100 } as const;

/** Updates and queries in turn, which both go through the workers. */
const requests: BenchCase['requests'] = async world => {
  const [updates, queries] = await Promise.all([orderUpdate.requests(world), queryByOrderNumber.requests(world)]);
  return updates.flatMap((update, at) => [update, queries[at] ?? update]);
};

const besideCase = (name: string, prepare: (world: BenchWorld) => Promise<SendHeavy>): BenchCase => {
  const heavy = oncePer(async (world: BenchWorld) => prepare(await world.openWorld({ orders: 0 })));
  return {
    ...neighbour,
    name: `neighbour: ${name}`,
    description: 'updates and queries of one project, while another one sends this one after the other',
    requests,
    setup: async world => {
      await heavy(world);
      return undefined;
    },
    runAlongside: async (world, seconds) => {
      const [sendHeavy, endMs] = [await heavy(world), performance.now() + seconds * 1_000];
      const statuses: number[] = [];
      while (performance.now() < endMs) statuses.push(await sendHeavy());
      return `${statuses.length} heavy requests, status ${[...new Set(statuses)].join(', ')}`;
    },
  };
};

export const neighbourCases: readonly BenchCase[] = [
  { ...neighbour, name: 'neighbour: none', description: 'updates and queries of one project alone', requests },
  ...Object.entries(heavyRequests).map(([name, prepare]) => besideCase(name, prepare)),
];
