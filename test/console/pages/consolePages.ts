/**
 * The pages of the console in a shop of their own, for walks through all of them. `npm test` opens a few,
 * `npm run test:console` all.
 */
import type { Page } from 'playwright-core';
import { definitions } from '../../../src/commerce/resources/index.js';
import { startSharedConsole } from '../../support/accounts.js';
import { createIn, createSample, hasSample } from '../../support/createSample.js';
import { newKey } from '../../support/drafts.js';
import type { Quayside } from '../../support/quayside.js';
import type { Resource } from '../../support/resourceApi.js';
import { isLong } from '../../support/rounds.js';
import { waitUntil } from '../../support/waitUntil.js';
import { type Shop, startShop } from '../tasks/startShop.js';

/** A customer whose words are longer than a phone is wide, with an order and a cart. */
const createLongCustomer = async (shop: Shop): Promise<Resource> => {
  const { customer } = (await createIn(shop, 'customers', {
    email: `a-rather-long-name-of-an-account-${newKey()}@a-department-of-a-company.example.com`,
    password: 'secret-enough-1',
    firstName: 'Maximiliane-Theodora',
    lastName: 'Freifrau von Habichtsburg-Lothringen',
    companyName: 'Donaudampfschifffahrtsgesellschaft',
    addresses: [{ country: 'DE', city: 'Bremen', streetName: 'Donaudampfschifffahrtsgesellschaftsuferstraße' }],
    defaultShippingAddress: 0,
  })) as unknown as { customer: Resource };
  const amount = { currencyCode: 'EUR', centAmount: 123_456_789 };
  await createIn(shop, 'orders/import', {
    orderNumber: newKey('AN-ORDER-NUMBER-OF-ANOTHER-SYSTEM'),
    customerId: customer.id,
    totalPrice: amount,
    lineItems: [{ name: { en: 'Chair' }, variant: { sku: 'CHAIR-1' }, quantity: 1, price: { value: amount } }],
  });
  await createIn(shop, 'carts', { currency: 'EUR', customerId: customer.id });
  return customer;
};

/** Types whose pages have most controls. */
const shortTypes = ['product'];

/** The page of a resource of each type, by the path of the type. */
const detailPages = async (shop: Shop): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map([
    ['orders', shop.orders[0]!.id],
    ['customers', (await createLongCustomer(shop)).id],
  ]);
  const missing = definitions.filter(({ typeId, path }) => hasSample(typeId) && !ids.has(path));
  for (const { typeId, path } of missing.filter(each => isLong || shortTypes.includes(each.typeId)))
    ids.set(path, (await createSample(shop, typeId)).id);
  return new Map([...ids].map(([path, id]) => [path, `${path}/${id}`]));
};

interface ConsolePages {
  readonly quayside: Quayside;
  readonly shop: Shop;
  /** The page of a resource of each type, by the path of the type. */
  readonly details: ReadonlyMap<string, string>;
  readonly graph: string;
  /** Paths in a project that every account may open. */
  readonly ofAll: readonly string[];
  /** Paths for administrators. */
  readonly ofServer: readonly string[];
}

const startPages = async (): Promise<ConsolePages> => {
  const quayside = await startSharedConsole({
    'ana@example.com': 'administrator',
    'vera@example.com': 'viewer',
    'sam@example.com': 'support',
    'mara@example.com': 'merchandiser',
    'otto@example.com': 'operator',
  });
  const shop = await startShop(quayside, `pages-${newKey().slice(-12)}`);
  const details = await detailPages(shop);
  const states = (await shop.read('states?where=key%3D%22confirmed%22')) as { results: readonly Resource[] };
  const graph = `states/graph?state=${states.results[0]!.id}`;
  const lists = [...details.keys(), 'api-clients', 'messages'];
  const ofDiscounts = ['cart-discounts/order', 'product-discounts/order', 'cart-discounts/calendar'];
  const others = ['orders/create', '-/settings', '-/messages', '-/password'];
  const ofServer = [
    '-/start',
    '-/operations',
    '-/projects',
    '-/projects/create',
    'api-clients/create',
    'cart-discounts/create',
    '-/accounts',
    '-/audit',
  ];
  const ofAll = [...lists, ...details.values(), graph, ...ofDiscounts, ...others];
  return { quayside, shop, details, graph, ofAll, ofServer };
};

let started: Promise<ConsolePages> | undefined;

/** Creates the shop at the first call, since a short run needs it in few files. */
export const consolePages = (): Promise<ConsolePages> => {
  started ??= startPages();
  return started;
};

/** Opens a page, and waits until it has loaded and shows all that it asks for. */
export const openAndSettle = async (page: Page, path: string): Promise<void> => {
  const pending = new Set<unknown>();
  const begin = (request: unknown): void => void pending.add(request);
  const end = (request: unknown): void => void pending.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  const { quayside, shop } = await consolePages();
  await page.goto(`${quayside.address}/console/${shop.projectKey}/${path}`);
  await page.locator('main h1, main [role=alert]').first().waitFor();
  const loading = page.locator('main :is(.mantine-Loader-root, .mantine-Skeleton-root)');
  await waitUntil(async () => pending.size === 0 && (await loading.count()) === 0);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
};

/** Waits until a change is drawn. */
export const nextFrames = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))';
