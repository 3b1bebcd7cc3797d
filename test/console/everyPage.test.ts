/**
 * Walks through the pages of the console: on a phone none is wider than the screen, and a viewer finds no control that
 * changes anything or that the server refuses. `npm test` opens a page of each kind, `npm run test:console` all.
 */
import type { Dialog, Page } from 'playwright-core';
import { definitions } from '../../src/commerce/resources/index.js';
import { startSharedConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn, createSample, hasSample } from '../support/createSample.js';
import { newKey } from '../support/drafts.js';
import type { Resource } from '../support/resourceApi.js';
import { isLong } from '../support/rounds.js';
import { test } from '../support/tap.js';
import { waitUntil } from '../support/waitUntil.js';
import { startShop } from './tasks/startShop.js';

const quayside = await startSharedConsole({ 'ana@example.com': 'administrator', 'vera@example.com': 'viewer' });
const projectKey = `pages-${newKey().slice(-12)}`;
const shop = await startShop(quayside, projectKey);

/** A customer whose words are longer than a phone is wide, with an order and a cart. */
const createLongCustomer = async (): Promise<Resource> => {
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
const detailPages = async (): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map([
    ['orders', shop.orders[0]!.id],
    ['customers', (await createLongCustomer()).id],
  ]);
  const missing = definitions.filter(({ typeId, path }) => hasSample(typeId) && !ids.has(path));
  for (const { typeId, path } of missing.filter(each => isLong || shortTypes.includes(each.typeId)))
    ids.set(path, (await createSample(shop, typeId)).id);
  return new Map([...ids].map(([path, id]) => [path, `${path}/${id}`]));
};

const details = await detailPages();
const states = (await shop.read('states?where=key%3D%22confirmed%22')) as { results: readonly Resource[] };
const graph = `states/graph?state=${states.results[0]!.id}`;
const lists = [...details.keys(), 'api-clients', 'messages'];
const ofDiscounts = ['cart-discounts/order', 'product-discounts/order', 'cart-discounts/calendar'];
const others = ['orders/create', '-/settings', '-/messages', '-/password'];
const ofAll = [...lists, ...details.values(), graph, ...ofDiscounts, ...others];
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

/** Opens a page, and waits until it has loaded and shows all that it asks for. */
const openAndSettle = async (page: Page, path: string): Promise<void> => {
  const pending = new Set<unknown>();
  const begin = (request: unknown): void => void pending.add(request);
  const end = (request: unknown): void => void pending.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(`${quayside.address}/console/${projectKey}/${path}`);
  await page.locator('main h1, main [role=alert]').first().waitFor();
  const loading = page.locator('main :is(.mantine-Loader-root, .mantine-Skeleton-root)');
  await waitUntil(async () => pending.size === 0 && (await loading.count()) === 0);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
};

/** What reaches beyond the right edge of the window, without what stands in a part that scrolls by itself. */
const wideScript = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  const scrolls = element => element !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const wide = [...document.querySelectorAll('header *, main *')].filter(element =>
    element.getBoundingClientRect().width > 0 && element.getBoundingClientRect().right > clientWidth + 1 &&
    !scrolls(element.parentElement) && element.closest('.react-flow') === null);
  const names = wide.map(element => element.tagName + ' ' + (element.textContent ?? '').slice(0, 40));
  return scrollWidth > clientWidth ? [...names, 'the page itself'] : names;
})()`;

test('no page is wider than a phone of 390 pixels', { skip }, async t => {
  const phone = { viewport: { width: 390, height: 844 } };
  const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/zones`, phone);
  const short = [details.get('orders')!, details.get('customers')!];
  for (const path of isLong ? [...ofAll, ...ofServer] : short) {
    await openAndSettle(page, path);
    t.same(await page.evaluate(wideScript), [], path);
  }
});

/** Each width, language and colour scheme with some of the others: all of them together would take many minutes. */
const views = [
  { width: 1_440, locale: 'en-GB', colorScheme: 'light' },
  { width: 1_024, locale: 'de-DE', colorScheme: 'dark' },
  { width: 390, locale: 'en-GB', colorScheme: 'dark' },
  { width: 390, locale: 'de-DE', colorScheme: 'light' },
] as const;

for (const { width, locale, colorScheme } of views)
  test(
    `${width} pixels, ${locale}, ${colorScheme}: nothing is cut off or breaks WCAG at A and AA`,
    longForm,
    async t => {
      const options = { viewport: { width, height: 900 }, locale, colorScheme };
      const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/zones`, options);
      const broken: string[] = [];
      for (const path of [...ofAll, ...ofServer]) {
        await openAndSettle(page, path);
        const problems = [...((await page.evaluate(wideScript)) as string[]), ...(await violationsOf(page))];
        broken.push(...problems.map(problem => `${path}: ${problem.slice(0, 300)}`));
      }
      t.same(broken, []);
    },
  );

/** Requests that change nothing, although their method is POST. */
const isReading = (path: string): boolean =>
  path === '/-/session/tokens' ||
  /\/(?:orders|customers|products)\/search$/.test(path) ||
  path.endsWith('/orders/indexer/graphql');

/** What a viewer is offered in the pages themselves, beside headings of columns, filters and numbers of pages. */
const harmless: ReadonlySet<string> = new Set([
  'Apply',
  'Change the password',
  'Columns',
  'Earlier',
  'Today',
  'Later',
  'Expert filter',
  'Export',
  'History',
  'Technical details',
  'Overview',
  'Pause',
  'Try',
]);
const isHarmless = (name: string): boolean => /^\d*$/.test(name) || harmless.has(name);
const nextFrames = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Presses every button and tab of a page; returns those that a viewer has no use for, and those that open a window. */
const pressAll = async (page: Page): Promise<readonly string[]> => {
  const controls = page.locator('main :is(button, [role=tab]):not(th *, [aria-label="Narrow down"] *):visible');
  const found = (await controls.allInnerTexts()).filter(name => !isHarmless(name));
  const confirm = (question: Dialog): void => {
    found.push('a question');
    void question.dismiss();
  };
  page.on('dialog', confirm);
  const dialog = page.getByRole('dialog');
  // Tabs come first and hide what follows, so they are pressed last.
  for (let at = (await controls.count()) - 1; at >= 0; at--) {
    const control = controls.nth(at);
    if (!(await control.isEnabled())) continue;
    await control.dispatchEvent('click');
    await page.evaluate(nextFrames);
    if ((await dialog.count()) > 0) found.push(`a window of ${await control.innerText()}`);
    found.push(...(await page.getByRole('menuitem').allInnerTexts()).filter(entry => !/^(?:CSV|JSON)/.test(entry)));
    await page.keyboard.press('Escape');
  }
  page.off('dialog', confirm);
  return found;
};

test('a viewer finds no control that opens a form, changes anything or is refused', longForm, async t => {
  const { page } = await openConsolePage(t, quayside, 'vera@example.com', `/${projectKey}/zones`);
  const refused = new Set<string>();
  const links = new Set<string>();
  page.on('response', response => {
    const [method, { pathname }] = [response.request().method(), new URL(response.url())];
    if (response.status() === 403 || (method !== 'GET' && !isReading(pathname)))
      refused.add(`${method} ${pathname}: ${response.status()}`);
  });
  for (const path of isLong ? ofAll : ['orders', details.get('orders')!, details.get('products')!, graph]) {
    await openAndSettle(page, path);
    for (const link of await page
      .locator('a:visible:not([target])')
      .evaluateAll(all => all.map(each => each.getAttribute('href'))))
      links.add(link ?? '');
    t.same(await pressAll(page), [], path);
  }
  t.same([...refused], []);
  t.same(
    [...links].filter(link => /\/create$|\/-\/(?:projects|accounts|audit|operations|start)/.test(link)),
    [],
  );
  const tools = [...links].filter(link => !link.startsWith('/console') && link !== '#main');
  t.same(tools.sort(), ['/openapi', `/${projectKey}/graphiql`].sort());
  for (const tool of isLong ? tools : []) await page.goto(`${quayside.address}${tool}`, { waitUntil: 'networkidle' });
  t.same(
    [...refused].filter(request => request.endsWith(': 403')),
    [],
  );
});
