/** What a page says when something it loads does not exist, is refused or fails, and that it can be loaded again. */
import type { Page } from 'playwright-core';
import { definitions } from '../../src/commerce/resources/index.js';
import { startSharedConsole } from '../support/accounts.js';
import { longForm } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn, createSample, hasSample } from '../support/createSample.js';
import { newKey } from '../support/drafts.js';
import { test } from '../support/tap.js';
import { startShop } from './tasks/startShop.js';

const quayside = await startSharedConsole({ 'ana@example.com': 'administrator' });
const projectKey = `errors-${newKey().slice(-12)}`;
const shop = await startShop(quayside, projectKey);
const product = await createSample(shop, 'product');
const quoteRequest = await createSample(shop, 'quote-request');
await createIn(shop, 'zones', { name: 'North' });
const orderPath = `orders/${shop.orders[0]!.id}`;
const customerPath = `customers/${shop.customers[0]!.id}`;

const words = {
  'en-GB': {
    missing: 'This does not exist, or no longer.',
    noPage: 'There is no such page, or you may not open it.',
    refused: 'Your account may not read this.',
    failed: 'The server could not answer because of an error.',
    busy: 'The server is busy or restarts.',
    offline: 'There is no connection to the network.',
    retry: 'Try again',
  },
  'de-DE': {
    missing: 'Das gibt es nicht oder nicht mehr.',
    noPage: 'Diese Seite gibt es nicht, oder Sie dürfen sie nicht öffnen.',
    refused: 'Ihr Konto darf das nicht lesen.',
    failed: 'Der Server konnte wegen eines Fehlers nicht antworten.',
    busy: 'Der Server ist beschäftigt oder startet neu.',
    offline: 'Keine Verbindung zum Netz.',
    retry: 'Erneut versuchen',
  },
} as const;
const locales = ['en-GB', 'de-DE'] as const;

const collections = definitions.filter(({ typeId }) => hasSample(typeId)).map(({ path }) => path);

const goto = (page: Page, path: string) => page.goto(`${quayside.address}/console/${projectKey}/${path}`);

/** What a row waits for at most: a failure names the row, and the others are still tried. */
const wait = { timeout: 10_000 } as const;

for (const locale of locales)
  test(`${locale}: an address of nothing says so on every kind of page`, longForm, async t => {
    const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/zones`, { locale });
    const { missing, noPage } = words[locale];
    const silent: string[] = [];
    const expectText = async (path: string, text: string | RegExp): Promise<void> => {
      await goto(page, path);
      const alert = page.getByRole('alert').filter({ hasText: text });
      await alert.waitFor(wait).catch(() => silent.push(path));
    };
    for (const path of locale === 'en-GB' ? collections : ['orders', 'customers', 'zones'])
      await expectText(`${path}/00000000-0000-4000-8000-000000000000`, missing);
    t.same(await violationsOf(page), []);
    for (const path of ['nothing', 'nothing/create', '-/nothing', `../${projectKey}-x/orders`])
      await expectText(path, noPage);
    t.same(silent, []);
    t.same(await violationsOf(page), []);
  });

/** A page, and which of its requests fails. */
const loads: readonly (readonly [path: string, request: string])[] = [
  ['', `${projectKey}/order-figures?*`],
  ['', `${projectKey}/payments?*`],
  ['zones', `${projectKey}/zones?*`],
  [orderPath, `${projectKey}/${orderPath}`],
  [orderPath, `${projectKey}/payments/*`],
  [orderPath, `${projectKey}/states?*`],
  [customerPath, `${projectKey}/${customerPath}`],
  [customerPath, `${projectKey}/orders?*`],
  [`products/${product.id}`, `${projectKey}/products/${product.id}`],
  [`quote-requests/${quoteRequest.id}`, `${projectKey}/quotes?*`],
  ['states/graph', `${projectKey}/states?*`],
  ['categories/tree', `${projectKey}/categories?*`],
  ['cart-discounts/order', `${projectKey}/cart-discounts?*`],
  ['cart-discounts/calendar', `${projectKey}/product-discounts?*`],
  ['zones/create', 'openapi/parts/operations/*'],
  ['zones', 'openapi/parts/schemas/Zone'],
  ['zones', 'openapi/parts/operations'],
  ['-/settings', projectKey],
  ['-/messages', `${projectKey}/messages?*`],
  ['-/jobs', `${projectKey}/jobs`],
  ['-/projects', '-/projects'],
  ['-/accounts', '-/accounts?*'],
  ['-/audit', '-/audit*'],
  ['-/operations', '-/figures'],
];

/** Answers a request with an error until the returned function is called. */
const failing = async (page: Page, request: string, status: number): Promise<() => Promise<void>> => {
  const url = `**/${request}`;
  await page.route(url, route =>
    route.request().resourceType() === 'document'
      ? route.continue()
      : route.fulfill({ status, json: { statusCode: status, message: 'Why it failed.', errors: [] } }),
  );
  return () => page.unroute(url);
};

for (const [locale, status, kind] of [
  ['en-GB', 500, 'failed'],
  ['de-DE', 403, 'refused'],
] as const)
  test(`${locale}: a load that is answered with ${status} says why, and is loaded again`, longForm, async t => {
    const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/zones`, { locale });
    const { [kind]: text, retry } = words[locale];
    const broken: string[] = [];
    const alert = page.getByRole('alert').filter({ hasText: text }).filter({ hasText: 'Why it failed.' });
    for (const [path, request] of loads) {
      const repair = await failing(page, request, status);
      try {
        await goto(page, path);
        await alert.first().waitFor(wait);
        await repair();
        for (let left = await alert.count(); left > 0; left--) {
          await alert.first().getByRole('button', { name: retry }).click(wait);
          await page.waitForLoadState('networkidle');
        }
        await alert.first().waitFor({ ...wait, state: 'detached' });
        await page.getByRole('heading', { level: 1 }).waitFor(wait);
      } catch (error) {
        broken.push(`${path}, ${request}: ${String(error).slice(0, 120)}`);
        await repair();
      }
    }
    t.same(broken, []);
  });

for (const locale of locales)
  test(`${locale}: a server that is busy, and no connection`, longForm, async t => {
    const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/carts`, { locale });
    const { busy, offline, retry } = words[locale];
    const repair = await failing(page, `${projectKey}/zones?*`, 503);
    await page.locator('nav a[href$="/zones"]').click();
    await page.getByRole('alert').getByText(busy).waitFor();
    await repair();
    await page.context().setOffline(true);
    t.teardown(() => page.context().setOffline(false));
    await page.getByText(offline).waitFor();
    t.same(await violationsOf(page), []);
    await page.context().setOffline(false);
    await page.getByText(offline).waitFor({ state: 'hidden' });
    const again = page.getByRole('main').getByRole('button', { name: retry });
    // The page continues by itself too.
    if ((await again.count()) > 0) await again.click({ timeout: 2_000 }).catch(() => undefined);
    await page.getByRole('link', { name: 'North' }).waitFor();
  });
