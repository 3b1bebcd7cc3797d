/** Takes the pictures of `docs/console/` from a seeded shop: `npm run pictures`. It is no test. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { test } from '../support/tap.js';
import { createAccount, startConsole } from '../support/accounts.js';
import { skip } from '../support/browser.js';
import { openConsolePage } from '../support/consolePages.js';
import { runHere } from '../support/runHere.js';

const folder = join('docs', 'console');
const projectKey = 'harbour';
const email = 'ana@example.com';
/** The day after the last order: the pictures change only where the console does. */
const until = '2026-11-01';
const wide = { viewport: { width: 1280, height: 800 }, locale: 'en-GB', timezoneId: 'UTC' };
const phone = { ...wide, viewport: { width: 390, height: 844 } };

interface Picture {
  readonly name: string;
  readonly path: string;
  /** A text that is there when the page is complete. */
  readonly text: string;
  readonly options?: object;
  readonly prepare?: (page: Page) => Promise<void>;
}

const openFirst = async (page: Page): Promise<void> => {
  await page.locator('tbody a').first().click();
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
};

const openOrder = async (page: Page): Promise<void> => {
  await openFirst(page);
  await page.getByRole('region', { name: 'Lines' }).waitFor();
};

const pictures: readonly Picture[] = [
  { name: 'start', path: '', text: 'What sold most' },
  { name: 'discounts', path: 'cart-discounts', text: 'results' },
  { name: 'calendar', path: 'cart-discounts/calendar', text: 'Calendar' },
  { name: 'orders', path: 'orders', text: 'results' },
  { name: 'order', path: 'orders', text: 'results', prepare: openOrder },
  {
    name: 'order-dark',
    path: 'orders',
    text: 'results',
    options: { ...wide, colorScheme: 'dark' },
    prepare: openOrder,
  },
  { name: 'order-phone', path: 'orders', text: 'results', options: phone, prepare: openOrder },
  {
    name: 'order-states',
    path: 'orders',
    text: 'results',
    prepare: async page => {
      await openOrder(page);
      await page.getByRole('button', { name: 'Change states' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'order-history',
    path: 'orders',
    text: 'results',
    prepare: async page => {
      await openOrder(page);
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('group', { name: 'OrderCreated' }).waitFor();
    },
  },
  { name: 'customers', path: 'customers', text: 'results' },
  {
    name: 'customer',
    path: 'customers',
    text: 'results',
    prepare: async page => {
      await openFirst(page);
      await page.getByRole('region', { name: 'Person' }).waitFor();
    },
  },
  { name: 'products', path: 'products', text: 'results' },
  {
    name: 'product',
    path: 'products',
    text: 'results',
    prepare: async page => {
      await openFirst(page);
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'product-prices',
    path: 'products',
    text: 'results',
    prepare: async page => {
      await openFirst(page);
      await page.getByText('Prices by market').click();
      await page.getByRole('columnheader', { name: 'GBP' }).waitFor();
    },
  },
  {
    name: 'cart',
    path: 'carts',
    text: 'results',
    prepare: async page => {
      await openFirst(page);
      await page.getByRole('region', { name: 'Lines' }).waitFor();
    },
  },
  {
    name: 'quote',
    path: 'quotes',
    text: 'results',
    prepare: async page => {
      await openFirst(page);
      await page.getByRole('region', { name: 'Negotiation' }).waitFor();
    },
  },
  {
    name: 'predicate',
    path: 'cart-discounts',
    text: 'results',
    prepare: async page => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'Change' }).click();
      await page.getByRole('textbox', { name: 'Update action' }).click();
      await page.getByRole('option', { name: 'Change cart predicate' }).click();
      await page
        .getByRole('textbox', { name: 'Predicate' })
        .fill('totalPrice >= "50.00 EUR" and customer.email is defined');
    },
  },
  { name: 'workflow', path: 'states/graph', text: 'Graph' },
  { name: 'messages', path: '-/messages', text: 'The newest' },
  { name: 'api-client', path: 'api-clients/create', text: 'Scopes' },
  { name: 'projects', path: '-/projects', text: projectKey },
  { name: 'settings', path: '-/settings', text: 'Currencies' },
  { name: 'accounts', path: '-/accounts', text: email },
  { name: 'jobs', path: '-/jobs', text: 'retention' },
  {
    name: 'operations',
    path: '-/operations',
    text: 'search',
    prepare: async page => {
      // Charts of a few seconds, in which the page itself and these pages are the load.
      for (let time = 0; time < chartSeconds; time++) {
        await page.evaluate(() => fetch('/openapi.json').then(response => response.text()));
        await page.waitForTimeout(1_000);
      }
      await page.locator('figure path[d*="L"]').first().waitFor();
    },
  },
];

const chartSeconds = 20;
/** Transitions of windows and menus. */
const settleMs = 400;

test('takes the pictures of the console', { skip, timeout: 600_000 }, async t => {
  const { quayside, redisUrl } = await startConsole();
  await quayside.project({ key: projectKey, name: 'Harbour Outdoor' });
  await createAccount(quayside, { email, role: 'administrator' });
  const seeded = ['seed', '--project', projectKey, '--shop', '--orders', '200', '--until', until];
  const { code, stderr } = await runHere(seeded, { REDIS_URL: redisUrl });
  if (code !== 0) throw new Error(stderr);
  mkdirSync(folder, { recursive: true });
  for (const { name, path, text, options = wide, prepare } of pictures) {
    const { page, close } = await openConsolePage(t, quayside, email, `/${projectKey}/${path}`, options);
    await page.getByRole('main').getByText(text).first().waitFor();
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(settleMs);
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    t.comment(name);
    await close();
  }
});
