/**
 * A list of many orders loads no more than it shows. `npm run test:console -- --orders 1000000` does it with that many,
 * and prints how long each step takes.
 */
import type { Page } from 'playwright-core';
import { test } from '../support/tap.js';
import { seedOrders } from '../../src/seed/seedOrders.js';
import { startSharedConsole } from '../support/accounts.js';
import { skip } from '../support/browser.js';
import { openConsolePage } from '../support/consolePages.js';

const givenOrders = process.env.LIST_ORDERS;
const orders = Number(givenOrders ?? '500');
const pageSize = 20;
/** Pages after the one with the greatest offset of the API cannot be opened. */
const pagesMax = 501;

const quayside = await startSharedConsole({ 'sam@example.com': 'support' });

interface OrderPage {
  readonly results: readonly { readonly orderState: string }[];
  readonly total: number;
}

/** Notes each page of orders that the browser receives. */
const watchPages = (page: Page, projectKey: string) => {
  const received: { readonly path: string; readonly body: OrderPage; readonly bytes: number }[] = [];
  page.on('response', async response => {
    const { pathname, search } = new URL(response.url());
    if (pathname !== `/${projectKey}/orders` || !response.ok()) return;
    const text = await response.text();
    received.push({ path: search, body: JSON.parse(text) as OrderPage, bytes: text.length });
  });
  return received;
};

test('shows, pages and filters a long list, and loads a page of it at a time', { skip }, async t => {
  const { projectKey } = await quayside.project();
  const onProgress = (written: number): void => {
    if (givenOrders !== undefined && written % 50_000 === 0) console.error(`${written} orders are written`);
  };
  await seedOrders(quayside.services, { projectKey, orders, seed: 1, onProgress });
  const { page, close, unexpected } = await openConsolePage(quayside, 'sam@example.com', `/${projectKey}/zones`);
  t.teardown(close);
  const received = watchPages(page, projectKey);
  const rows = page.locator('tbody tr');
  const step = async (name: string, act: () => Promise<void>, total: string | RegExp): Promise<void> => {
    const before = received.length;
    const startMs = performance.now();
    await act();
    await page.locator('table[aria-busy=false]').waitFor();
    await page.getByRole('status').getByText(total).waitFor();
    const ms = Math.round(performance.now() - startMs);
    const pages = received.slice(before);
    if (givenOrders !== undefined)
      console.error(
        `${name}: ${ms} ms, ${pages.length} pages, ${pages.reduce((sum, { bytes }) => sum + bytes, 0)} bytes`,
      );
    t.ok(pages.length <= 2, `${name}: ${pages.length} pages are loaded`);
    t.ok(
      pages.every(({ body }) => body.results.length <= pageSize),
      name,
    );
    t.ok((await rows.count()) <= pageSize, name);
  };
  const all = `${orders.toLocaleString('en').replaceAll(',', '')} results`;
  const numbers = () => rows.locator('td:nth-child(2)').allInnerTexts();

  await step('open', () => page.getByRole('link', { name: 'Orders', exact: true }).click(), all);
  const first = await numbers();
  t.equal(first.length, pageSize);
  await step('next page', () => page.getByRole('button', { name: 'Next page' }).click(), all);
  await page.waitForURL(/currentPage=2/);
  t.same(
    (await numbers()).filter(number => first.includes(number)),
    [],
  );
  const last = String(Math.min(pagesMax, Math.ceil(orders / pageSize)));
  await step('last page', () => page.getByRole('button', { name: last, exact: true }).click(), all);
  await step(
    'filter',
    async () => {
      await page.getByLabel('Filter').fill('orderState = "Cancelled"');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/Cancelled/);
    },
    /results?$/,
  );
  const { body } = received.at(-1)!;
  t.same([...new Set(body.results.map(({ orderState }) => orderState))], ['Cancelled']);
  t.ok(body.total < orders, `${body.total} orders match`);
  t.same(unexpected(), []);
});
