/** Requests that make a worker compute for long, as a client may send them by mistake or on purpose. */
import { createMany, openShop, post, skuOf } from '../shop.js';
import { ordersPath } from '../cases/ordersPath.js';
import type { BenchWorld } from '../world/BenchWorld.js';

export interface HeavyAnswer {
  readonly status: number;
  readonly ms: number;
}

/** Sends the request once more. */
export type SendHeavy = () => Promise<HeavyAnswer>;

export interface HeavyRequest {
  readonly name: string;
  /** Creates what the request works on. */
  readonly prepare: (world: BenchWorld) => Promise<SendHeavy>;
}

const range = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const send = async (
  { server, projectKey, token }: BenchWorld,
  path: string,
  body?: object,
): Promise<HeavyAnswer & { readonly text: string }> => {
  const sent = performance.now();
  const answer = await fetch(new URL(path.startsWith('/') ? path : `/${projectKey}/${path}`, server.address), {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const text = await answer.text();
  return { status: answer.status, ms: performance.now() - sent, text };
};

/** Sends update actions to a resource again and again, with the version that it has by then. */
const updating = (world: BenchWorld, path: string, version: number, actionsOf: () => object[]): SendHeavy => {
  let current = version;
  return async () => {
    const { text, ...answer } = await send(world, path, { version: current, actions: actionsOf() });
    if (answer.status === 200) current = Number(/"version":(\d+)/.exec(text)?.[1]);
    return answer;
  };
};

const createProduct = async (world: BenchWorld): Promise<{ path: string; version: number }> => {
  const productType = await post(world, 'product-types', {
    name: 'Many variants',
    description: 'Anything',
    attributes: [{ name: 'colour', type: { name: 'text' }, label: { en: 'Colour' }, isRequired: false }],
  });
  const { id, version } = await post(world, 'products', {
    productType: { typeId: 'product-type', id: productType.id },
    name: { en: 'Many variants' },
    slug: { en: 'many-variants' },
    masterVariant: { sku: 'many' },
    variants: range(990, at => ({ sku: `many-${at}`, attributes: [{ name: 'colour', value: `colour ${at}` }] })),
  });
  return { path: `products/${id}`, version };
};

const largeOrder = (items: number, attributes: number, state?: object): object => ({
  totalPrice: { currencyCode: 'EUR', centAmount: 1 },
  lineItems: range(items, item => ({
    name: { en: `Item ${item}` },
    quantity: 1,
    variant: {
      sku: `SKU-${item}`,
      attributes: range(attributes, at => ({ name: `name${at}`, value: `value ${at}` })),
    },
    price: { value: { currencyCode: 'EUR', centAmount: 1_000 } },
    ...(state !== undefined && { state: [{ quantity: 1, state }] }),
  })),
});

const importLargeOrders = (world: BenchWorld, count: number, items: number, attributes: number, state?: object) =>
  createMany(count, () => post(world, 'orders/import', largeOrder(items, attributes, state)));

const imports: HeavyRequest = {
  name: '20 imports of orders with 500 lines at once',
  prepare: world => {
    const order = largeOrder(500, 2);
    return Promise.resolve(async () => {
      const answers = await Promise.all(range(20, () => send(world, 'orders/import', order)));
      const status = answers.find(each => each.status !== 201)?.status ?? 201;
      return { status, ms: Math.max(...answers.map(({ ms }) => ms)) };
    });
  },
};

const changeOfAllVariants: HeavyRequest = {
  name: '500 × setAttributeInAllVariants, 991 variants',
  prepare: async world => {
    const { path, version } = await createProduct(world);
    const setColour = (at: number) => ({ action: 'setAttributeInAllVariants', name: 'colour', value: `new ${at}` });
    return updating(world, path, version, () => range(500, setColour));
  },
};

const publications: HeavyRequest = {
  name: '250 × changeName and publish, 991 variants',
  prepare: async world => {
    const { path, version } = await createProduct(world);
    const actions = (at: number) => [{ action: 'changeName', name: { en: `Name ${at}` } }, { action: 'publish' }];
    return updating(world, path, version, () => range(250, actions).flat());
  },
};

const predicate: HeavyRequest = {
  name: 'GraphQL where with 3,900 parts, 10 orders with 10,000 attributes',
  prepare: async world => {
    await importLargeOrders(world, 10, 100, 100);
    const conditions = range(3_900, at => `value="v${at}"`).join(' or ');
    const body = {
      query: 'query($where: String) { orders(where: $where) { total results { id } } }',
      variables: { where: `lineItems(variant(attributes(${conditions})))` },
    };
    return () => send(world, 'graphql', body);
  },
};

const expansion: HeavyRequest = {
  name: 'expand of 500 states in each of 20 orders',
  prepare: async world => {
    const { id } = await post(world, 'states', { key: 'expanded', type: 'LineItemState' });
    await importLargeOrders(world, 20, 500, 0, { typeId: 'state', id });
    const path = ordersPath(world.projectKey, { expand: 'lineItems[*].state[*].state', sort: 'createdAt desc' });
    return () => send(world, path);
  },
};

const largePage: HeavyRequest = {
  name: 'GraphQL page of 20 orders with 500 lines',
  prepare: async world => {
    await importLargeOrders(world, 20, 500, 2);
    const query =
      '{ orders(limit: 20, sort: "createdAt desc") { results { id version lineItems { id name(locale: "en") quantity price { value { centAmount currencyCode } } variant { sku attributesRaw { name value } } state { quantity } } } } }';
    return () => send(world, 'graphql', { query });
  },
};

const discountedCart: HeavyRequest = {
  name: 'cart of 100 lines, 50 discounts with 30 functions',
  prepare: async world => {
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
    const { id, version } = await post(world, 'carts', {
      currency: 'EUR',
      country: 'DE',
      shippingAddress: { country: 'DE' },
      lineItems: range(100, at => ({ sku: skuOf(at), quantity: 2 })),
    });
    let quantity = 1;
    return updating(world, `carts/${id}`, version, () => [
      { action: 'addLineItem', sku: skuOf(0), quantity: (quantity = (quantity % 9) + 1) },
    ]);
  },
};

export const heavyRequests: readonly HeavyRequest[] = [
  changeOfAllVariants,
  publications,
  predicate,
  expansion,
  largePage,
  imports,
  discountedCart,
];
