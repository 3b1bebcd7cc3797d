/** Fills a project with a whole shop, or with orders alone. */
import { createActiveCart } from './carts.js';
import { historyMs } from './choices.js';
import type { Content } from './content.js';
import { createCustomer, createReview, createShoppingList } from './customers.js';
import { orderDraft } from './orderDraft.js';
import { createFoundation } from './foundation.js';
import { createOrder, orderNumbers } from './orders.js';
import { Part } from './Part.js';
import { assignProducts, createProduct, productsMax } from './products.js';
import { countOrderedQuotes, createQuote } from './quotes.js';
import { Shop, type ShopOptions, type ShopSize } from './Shop.js';

export interface FillOptions extends ShopOptions {
  readonly orders: number;
  /** Is called with the number of parts that are done and the number of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

const partsAtOnce = 48;
const productsOfShop = 500;

/** A shop with fewer orders has fewer of everything. */
const sizeOf = (content: Content, orders: number): ShopSize => ({
  products: Math.min(productsMax(content), productsOfShop, Math.max(30, Math.ceil(orders / 10))),
  customers: Math.max(10, Math.ceil(orders / 5)),
  activeCarts: Math.max(12, Math.ceil(orders / 50)),
  quotes: Math.max(12, Math.ceil(orders / 100)),
  reviews: Math.max(12, Math.ceil(orders / 20)),
  shoppingLists: Math.max(4, Math.ceil(orders / 50)),
  orders,
});

const merge = (existing: readonly string[], added: readonly string[]): string[] => [
  ...new Set([...existing, ...added]),
];

/** Adds the languages, currencies and countries of the shop to those of the project. */
const configureProject = async ({ api, content: { markets } }: FillOptions, part: Part): Promise<void> => {
  const { version, languages, currencies, countries } = await api.readProject();
  const valuesOf = (column: 'currency' | 'country') => markets.map(market => market[column]);
  const actions = [
    { action: 'changeLanguages', languages: merge(languages, ['en', 'de']) },
    { action: 'changeCurrencies', currencies: merge(currencies, valuesOf('currency')) },
    { action: 'changeCountries', countries: merge(countries, valuesOf('country')) },
  ];
  await api.post('', { version, actions }, part);
};

/**
 * Calls `work` for each value, for some of them at a time, and gives the results in the order of the values. After an
 * error no other call begins.
 */
const forEachOf = async <V, T>(values: readonly V[], work: (value: V) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  let next = 0;
  const runInTurn = async (): Promise<void> => {
    for (let at = next++; at < values.length; at = next++) results[at] = await work(values[at]!);
  };
  const stop = (error: unknown): never => {
    next = values.length;
    throw error;
  };
  const runs = await Promise.allSettled(Array.from({ length: partsAtOnce }, () => runInTurn().catch(stop)));
  const failed = runs.find(run => run.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results;
};

const countTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

/**
 * Creates a whole shop in a project that has none. Two runs with the same seed, end and number of orders create the
 * same resources.
 */
export const createShop = async (options: FillOptions): Promise<Shop> => {
  const { content, orders, onProgress } = options;
  const shop = new Shop(options, sizeOf(content, orders));
  const { size } = shop;
  const ordersFromCarts = Math.max(0, orders - countOrderedQuotes(content, size.quotes));
  const total = Object.values({ ...size, orders: ordersFromCarts }).reduce((sum, count) => sum + count, 0);
  let done = 0;
  const reporting =
    <T>(create: (shop: Shop, number: number) => Promise<T>) =>
    async (number: number): Promise<T> => {
      const result = await create(shop, number);
      onProgress?.(++done, total);
      return result;
    };
  await configureProject(options, shop.part('project'));
  await createFoundation(shop);
  shop.products = await forEachOf(countTo(size.products), reporting(createProduct));
  await assignProducts(shop);
  shop.customers = await forEachOf(countTo(size.customers), reporting(createCustomer));
  const order = reporting((_, number) => createOrder(shop, number, ordersFromCarts));
  const { anyOrder, inOrder } = orderNumbers(shop, ordersFromCarts);
  await forEachOf(anyOrder, order);
  for (const number of inOrder) await order(number);
  await forEachOf(countTo(size.activeCarts), reporting(createActiveCart));
  await forEachOf(countTo(size.quotes), reporting(createQuote));
  for (const number of countTo(size.reviews)) await reporting(createReview)(number);
  await forEachOf(countTo(size.shoppingLists), reporting(createShoppingList));
  return shop;
};

export interface ImportOptions extends FillOptions {
  /** Begins the order numbers, which no other run may use. */
  readonly prefix: string;
}

/** Imports orders that refer to nothing, dated over the two years before `untilMs`. */
export const importOrders = async (options: ImportOptions): Promise<void> => {
  const { api, content, seed, untilMs, orders, prefix, onProgress } = options;
  let done = 0;
  await forEachOf(countTo(orders), async at => {
    const number = at + 1;
    const startMs = untilMs - Math.floor(historyMs * (1 - number / orders));
    const part = new Part(api, `import ${number}`, startMs, { seed, run: prefix });
    await part.create('orders/import', orderDraft(content, part.random, prefix, number, orders));
    onProgress?.(++done, orders);
  });
};
