/** The traffic of a shop: requests of all kinds at once, in the proportions that storefronts and back offices send. */
import type { LoadRequest } from '../load/runLoad.js';
import { activateProductSearch } from '../search/indexing.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { createMany, get, oncePer, post, type Resource } from '../world/prepare.js';
import { headersOf } from '../measure/measureSubject.js';
import { type BenchCase, ownOrders } from './BenchCase.js';
import { readsOf, setEmail, updatesOf } from './orders.js';
import { keyOf, openCatalogue, priced, skuOf as soldSku } from './products.js';
import { cartDraft, newCart, openShop, orderOf, skuOf } from './shop.js';

/** Requests of each kind per thousand. */
const shares = {
  'product by id or slug': 260,
  '20 products by id': 60,
  'by an indexed value': 40,
  'stock or price by SKU': 80,
  'cart by id': 130,
  'active cart, own orders': 70,
  'cart created': 20,
  'cart updated': 110,
  'order from a cart': 12,
  payments: 40,
  'order by id': 50,
  'order updated': 40,
  'customer by id': 30,
  'sign-in': 8,
  'sign-up': 2,
  tokens: 25,
  'back office, polls': 16,
  search: 4,
  'catalogue updated': 23,
} as const;
type Kind = keyof typeof shares;

const password = 'a password of 2026';
const emailOf = (number: number): string => `mixed-${number}@example.com`;
const [customersCount, cartsCount, orderedCount, paymentsCount, changedCount] = [100, 300, 300, 100, 200];
const idsPerPage = 20;

interface Customer {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

const signIn = async ({ server, projectKey, basic }: BenchWorld, number: number): Promise<Customer['headers']> => {
  const body = new URLSearchParams({ grant_type: 'password', username: emailOf(number), password });
  const headers = headersOf({ basic, token: '' }, 'client');
  const answer = await fetch(`${server.address}/oauth/${projectKey}/customers/token`, {
    method: 'POST',
    headers,
    body,
  });
  if (!answer.ok) throw new Error(`no token of a customer: ${await answer.text()}`);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return headersOf({ basic, token });
};

/** Creates customers with a token, an order and an active cart. */
const customersOf = oncePer((world: BenchWorld) =>
  createMany(customersCount, async (number): Promise<Customer> => {
    const { customer } = await post<{ customer: Resource }>(world, 'customers', { email: emailOf(number), password });
    const draft = { ...cartDraft(3, number, ''), anonymousId: undefined, customerId: customer.id };
    await post(world, 'orders', orderOf(await post(world, 'carts', draft)));
    await post(world, 'carts', draft);
    return { id: customer.id, headers: await signIn(world, number) };
  }),
);

const where = (predicate: string): string => new URLSearchParams({ where: predicate, withTotal: 'false' }).toString();
const read = (path: string): LoadRequest => ({ method: 'GET', path });
const write = (path: string, body: object): LoadRequest => ({ method: 'POST', path, body: JSON.stringify(body) });
const change = (path: string, version: number, action: object): LoadRequest => ({
  method: 'POST',
  path,
  version,
  body: `{"version":@version@,"actions":[${JSON.stringify(action)}]}`,
});

/** Reads of the storefront that need no customer. */
const catalogueReads = async (world: BenchWorld): Promise<Partial<Record<Kind, LoadRequest[]>>> => {
  const catalogue = await openCatalogue(world);
  const pages = Array.from({ length: catalogue.length / idsPerPage }, (_, page) =>
    catalogue.slice(page * idsPerPage, (page + 1) * idsPerPage).map(({ id }) => `"${id}"`),
  );
  const found = { query: { exact: { field: 'variants.attributes.colour', fieldType: 'text', value: 'blue' } } };
  return {
    'product by id or slug': catalogue.flatMap(({ id }, at) => [
      read(`product-projections/${id}?${priced}`),
      read(`product-projections?${priced}&${where(`slug(en="${keyOf(at)}")`)}`),
    ]),
    '20 products by id': pages.map(ids =>
      read(`product-projections?${priced}&limit=${idsPerPage}&${where(`id in (${ids.join(', ')})`)}`),
    ),
    'by an indexed value': catalogue.flatMap((_, at) => [
      read(`products?${where(`key="${keyOf(at)}"`)}`),
      read(`customers?${where(`email="${emailOf(at % customersCount)}"`)}`),
    ]),
    'stock or price by SKU': catalogue.flatMap((_, at) => [
      read(`inventory?${where(`sku="${soldSku(at, at % 3)}"`)}`),
      read(`standalone-prices?${where(`sku="${soldSku(at, at % 3)}"`)}`),
    ]),
    search: [write('products/search', { ...found, limit: idsPerPage, productProjectionParameters: {} })],
  };
};

const cartRequests = async (world: BenchWorld): Promise<Partial<Record<Kind, LoadRequest[]>>> => {
  const customers = await customersOf(world);
  const carts = await createMany(cartsCount, () => newCart(world, 3));
  const ordered = await createMany(orderedCount, () => newCart(world, 3));
  const payment = { amountPlanned: { currencyCode: 'EUR', centAmount: 4_990 } };
  const payments = await createMany(paymentsCount, () => post(world, 'payments', payment));
  return {
    'cart by id': carts.map(({ id }) => read(`carts/${id}`)),
    'active cart, own orders': customers.flatMap(({ headers }) => [
      { ...read('me/active-cart'), headers },
      { ...read('me/orders?limit=10'), headers },
    ]),
    'cart created': Array.from({ length: 100 }, (_, number) => write('carts', cartDraft(3, number, '@unique@'))),
    'cart updated': carts.map(({ id, version }, at) =>
      change(`carts/${id}`, version, { action: 'addLineItem', sku: skuOf(at), quantity: 1 }),
    ),
    'order from a cart': ordered.map(cart => ({ ...write('orders', orderOf(cart)), once: true })),
    payments: payments.flatMap(({ id, version }) => [
      write('payments', payment),
      change(`payments/${id}`, version, { action: 'setStatusInterfaceText', interfaceText: '@unique@' }),
    ]),
  };
};

const backOffice = async (world: BenchWorld): Promise<Partial<Record<Kind, LoadRequest[]>>> => {
  const customers = await customersOf(world);
  const products = (await openCatalogue(world)).slice(0, changedCount);
  const current = await createMany(products.length, at => get<Resource>(world, `products/${products[at]?.id}`));
  const ids = world.orders.map(({ id }) => id);
  return {
    'customer by id': customers.map(({ id }) => read(`customers/${id}`)),
    'sign-in': customers.map((_, number) => write('login', { email: emailOf(number), password })),
    'sign-up': [write('customers', { email: '@unique@@example.com', password })],
    'back office, polls': [
      read(`messages?limit=20&withTotal=false&sort=${encodeURIComponent('createdAt desc')}`),
      read(`orders?limit=20&withTotal=false&sort=${encodeURIComponent('createdAt desc')}`),
    ],
    'catalogue updated': current.map(({ id, version }) =>
      change(`products/${id}`, version, { action: 'setMetaTitle', metaTitle: { en: '@unique@' }, staged: false }),
    ),
    // The paths of these requests already contain the project.
    'order by id': readsOf(world, ids),
    'order updated': await updatesOf(world, ids, [setEmail]),
    tokens: [
      {
        method: 'POST',
        path: '/oauth/token',
        body: 'grant_type=client_credentials',
        headers: headersOf(world, 'client'),
      },
    ],
  };
};

export const shopMix: BenchCase = {
  name: 'shop mix',
  description: 'the traffic of a shop, with product search',
  data: ownOrders,
  mix: shares,
  setup: async world => {
    await openShop(world);
    await openCatalogue(world);
    await customersOf(world);
    return activateProductSearch(world);
  },
  requests: async world => {
    const parts = [await catalogueReads(world), await cartRequests(world), await backOffice(world)];
    const inProject = (path: string): string => (path.startsWith('/') ? path : `/${world.projectKey}/${path}`);
    return Object.entries(Object.assign({}, ...parts) as Record<Kind, LoadRequest[]>).flatMap(([kind, requests]) =>
      requests.map(each => ({ ...each, kind, path: inProject(each.path) })),
    );
  },
};
