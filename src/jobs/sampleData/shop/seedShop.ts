import { changeProject } from '../../../projects/updateProject.js';
import type { Services } from '../../../services/services.js';
import { assertNoShop, Shop, type ShopSize } from './Shop.js';
import { markets } from '../samples/markets.js';
import { writeCustomer } from './customers.js';
import { writeReview, writeShoppingList } from './opinions.js';
import { writeCategories } from './foundation/categories.js';
import { writeDiscounts } from './foundation/discounts.js';
import { writePlaces } from './foundation/places.js';
import { writeStates, writeTypes } from './foundation/types.js';
import { orderNumbers, writeOrder } from './orders.js';
import { productsMax, writeProduct, writeProductTypes } from './products.js';
import { assignProducts, writeSelections } from './selections.js';
import { orderedQuotes, writeActiveCart, writeQuote } from './quotes.js';

export interface SeedShopOptions {
  readonly projectKey: string;
  readonly seed: number;
  /** The end of the shop's history. */
  readonly untilMs: number;
  readonly orders: number;
  /** Is called with the number of written parts and the number of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

const writesAtOnce = 48;

const productsOfShop = 500;

/** A shop with fewer orders has fewer of everything. */
const sizeOf = (orders: number): ShopSize => ({
  products: Math.min(productsMax, productsOfShop, Math.max(30, Math.ceil(orders / 10))),
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
const configureProject = (services: Services, projectKey: string): Promise<boolean> =>
  changeProject(services, projectKey, ({ languages, currencies, countries }) => [
    { action: 'changeLanguages', languages: merge(languages, ['en', 'de']) },
    {
      action: 'changeCurrencies',
      currencies: merge(
        currencies,
        markets.map(({ currency }) => currency),
      ),
    },
    {
      action: 'changeCountries',
      countries: merge(
        countries,
        markets.map(({ country }) => country),
      ),
    },
  ]);

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
  const runs = await Promise.allSettled(Array.from({ length: writesAtOnce }, () => runInTurn().catch(stop)));
  const failed = runs.find(run => run.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results;
};

const countTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

const writeFoundation = async (shop: Shop): Promise<void> => {
  const story = shop.story('foundation').at(shop.openedMs);
  await writeTypes(story);
  await writeStates(story);
  await writeProductTypes(story);
  shop.categories = await writeCategories(story);
  await writeDiscounts(story, shop.untilMs);
  shop.selections = await writeSelections(story);
  await writePlaces(story);
};

/**
 * Creates a whole shop by the drafts and update actions of the API. Two runs with the same seed, end and number of
 * orders create the same resources with the same ids; only messages have other ids.
 */
export const seedShop = async (
  services: Services,
  { projectKey, seed, untilMs, orders, onProgress }: SeedShopOptions,
): Promise<Shop> => {
  await services.settings.get(projectKey);
  await assertNoShop(services, projectKey);
  await configureProject(services, projectKey);
  const size = sizeOf(orders);
  const shop = new Shop({ engine: services.engine, projectKey, seed, untilMs }, size);
  const ordersFromCarts = Math.max(0, orders - orderedQuotes(size.quotes));
  const { orders: _orders, ...parts } = size;
  const total = Object.values(parts).reduce((sum, count) => sum + count, ordersFromCarts);
  let done = 0;
  const reporting =
    <V, T>(work: (value: V) => Promise<T>) =>
    async (value: V): Promise<T> => {
      const result = await work(value);
      onProgress?.(++done, total);
      return result;
    };
  await writeFoundation(shop);
  shop.products = await forEachOf(
    countTo(size.products),
    reporting(number => writeProduct(shop, number)),
  );
  await assignProducts(shop);
  shop.customers = await forEachOf(
    countTo(size.customers),
    reporting(number => writeCustomer(shop, number)),
  );
  const order = reporting((number: number) => writeOrder(shop, number, ordersFromCarts));
  const { anyOrder, inOrder } = orderNumbers(shop, ordersFromCarts);
  await forEachOf(anyOrder, order);
  for (const number of inOrder) await order(number);
  await forEachOf(
    countTo(size.activeCarts),
    reporting(number => writeActiveCart(shop, number)),
  );
  await forEachOf(
    countTo(size.quotes),
    reporting(number => writeQuote(shop, number)),
  );
  // Two reviews of one product change its rating.
  const review = reporting((number: number) => writeReview(shop, number));
  for (const number of countTo(size.reviews)) await review(number);
  await forEachOf(
    countTo(size.shoppingLists),
    reporting(number => writeShoppingList(shop, number)),
  );
  return shop;
};
