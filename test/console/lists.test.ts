/** What every list of the console offers: search, saved filters, export, changes of many resources. */
import type { Page } from 'playwright-core';
import { test, type Test } from '../support/tap.js';
import { importSampleOrders } from '../../src/server/sampleShop.js';
import { startSharedConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { download, openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { newKey, orderDraft } from '../support/drafts.js';
import { matchWhole, valuesOf } from '../support/matchWhole.js';
import { waitUntil } from '../support/waitUntil.js';

const quayside = await startSharedConsole({ 'ana@example.com': 'administrator', 'sam@example.com': 'support' });

/** A project of its own, with a client that may write everything. */
const startShop = async () => {
  const credentials = await quayside.project();
  const http = quayside.http.as(await quayside.token(credentials));
  return { quayside, http, projectKey: credentials.projectKey };
};

const openList = (t: Test, projectKey: string, path: string, options = {}) =>
  openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/${path}`, options);

test('keeps saved filters for the next visit, and removes them', longForm, async t => {
  const shop = await startShop();
  const { projectKey } = shop;
  await createIn(shop, 'zones', { name: 'One', key: 'one' });
  await createIn(shop, 'zones', { name: 'Two', key: 'two' });
  const { page, unexpected } = await openList(t, projectKey, 'zones');
  await page.getByRole('button', { name: 'Expert filter' }).click();
  await page.getByLabel('Filter', { exact: true }).fill('key = "one"');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('1 result').waitFor();
  await page.getByRole('button', { name: 'Save this filter' }).click();
  await page.getByLabel('Name of the filter').fill('The first');
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto(`${quayside.address}/console/${projectKey}/zones`);
  await page.getByText('2 results').waitFor();
  await page.getByRole('button', { name: 'The first', exact: true }).click();
  await page.getByText('1 result').waitFor();
  t.equal(await page.getByRole('textbox', { name: 'Filter' }).inputValue(), 'key = "one"');
  await page.getByRole('button', { name: 'Remove the filter The first' }).click();
  await page.reload();
  await page.getByText('1 result').waitFor();
  t.equal(await page.getByRole('button', { name: 'The first', exact: true }).count(), 0);
  t.same(unexpected(), []);
});

test('keeps the chosen columns of a list and its close rows for the next visit', longForm, async t => {
  const shop = await startShop();
  await createIn(shop, 'channels', { key: 'berlin', name: { en: 'Berlin' } });
  const { page, unexpected } = await openList(t, shop.projectKey, 'channels');
  const headers = () => page.getByRole('columnheader').allInnerTexts();
  const row = page.getByRole('row', { name: 'Berlin' });
  const height = (await row.boundingBox())?.height ?? 0;
  const before = await headers();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Key', exact: true }).click();
  await page.getByRole('switch', { name: 'Close rows' }).click();
  const chosen = await headers();
  await page.reload();
  t.ok(((await row.boundingBox())?.height ?? height) < height, 'rows are lower');
  t.same([before.includes('Key'), chosen.includes('Key')], [true, false]);
  t.same(await headers(), chosen);
  t.same(unexpected(), []);
});

test('changes the selected resources, and reports those that refused', { skip }, async t => {
  const shop = await startShop();
  const { projectKey } = shop;
  const zones: { id: string; version: number }[] = [];
  for (const name of ['North', 'South', 'West'])
    zones.push(await createIn(shop, 'zones', { name, key: newKey('zone') }));
  const { page } = await openList(t, projectKey, 'zones');
  await page.getByText('3 results').waitFor();
  t.same(await violationsOf(page), []);
  await page.getByLabel('Select all of this page').check();
  await page.getByLabel('Select West').uncheck();
  await page.getByRole('button', { name: 'Change 2 selected' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Update action' }).click();
  await page.getByRole('option', { name: 'Set description' }).click();
  await dialog.getByLabel('Description').fill('Served by van');
  await createIn(shop, `zones/${zones[1]!.id}`, { version: 1, actions: [{ action: 'changeName', name: 'Far south' }] });
  await dialog.getByRole('button', { name: 'Apply to all 2' }).click();
  await dialog.getByText('1 of 2 are changed, 1 failed.').waitFor();
  await dialog.getByText('These are not changed').waitFor();
  t.same(await dialog.getByRole('rowheader').allTextContents(), ['South']);
  t.same(await violationsOf(page), []);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Far south').waitFor();
  const read = async (id: string) => (await shop.http.send('GET', `/${projectKey}/zones/${id}`)).json as object;
  matchWhole(t, await read(zones[0]!.id), { name: 'North', version: 2, description: 'Served by van' });
  matchWhole(t, await read(zones[1]!.id), { name: 'Far south', version: 2, description: undefined });
  matchWhole(t, await read(zones[2]!.id), { name: 'West', version: 1 });
});

test('changes all results of a list, not only those of the page', longForm, async t => {
  const shop = await startShop();
  const { projectKey } = shop;
  for (let at = 0; at < 25; at++) await createIn(shop, 'zones', { name: `Zone ${at}`, key: newKey('zone') });
  const other = await createIn(shop, 'zones', { name: 'Other', key: 'other' });
  const { page, unexpected } = await openList(t, projectKey, 'zones');
  await page.getByRole('button', { name: 'Expert filter' }).click();
  await page.getByLabel('Filter', { exact: true }).fill('key != "other"');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('25 results').waitFor();
  await page.getByLabel('Select all of this page').check();
  await page.getByText('All 20 of this page are selected.').waitFor();
  await page.getByRole('button', { name: 'Select all 25 results' }).click();
  await page.getByText('All 25 results are selected.').waitFor();
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Change 25 selected' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Update action' }).click();
  await page.getByRole('option', { name: 'Set description' }).click();
  await dialog.getByLabel('Description').fill('Served by van');
  await dialog.getByRole('button', { name: 'Apply to all 25' }).click();
  await dialog.getByText('25 of 25 are changed, 0 failed.').waitFor();
  const { json } = await shop.http.send('GET', `/${projectKey}/zones?limit=100`);
  const zones = (json as { results: readonly { id: string; description?: string; version: number }[] }).results;
  t.same(
    valuesOf(
      zones.filter(({ description, version }) => description !== 'Served by van' || version !== 2),
      'id',
    ),
    [other.id],
  );
  t.same(unexpected(), []);
});

/** Activates the search of orders, and waits until it finds an order by its number. */
const activateSearch = async ({ http, projectKey }: Awaited<ReturnType<typeof startShop>>, orderNumber: string) => {
  const activation = { action: 'changeOrderSearchStatus', status: 'Activated' };
  const { version } = (await http.send('GET', `/${projectKey}`)).json as { version: number };
  await http.send('POST', `/${projectKey}`, { body: { version, actions: [activation] } });
  await waitUntil(async () => {
    const body = { query: { exact: { field: 'orderNumber', value: orderNumber } } };
    const { json } = await http.send('POST', `/${projectKey}/orders/search`, { body });
    return (json as { total?: number }).total === 1;
  });
};

test('finds orders while the person types, or says that the search is off (SEARCH009)', longForm, async t => {
  const shop = await startShop();
  const { projectKey } = shop;
  await createIn(shop, 'orders/import', orderDraft({ orderNumber: 'A-100', customerEmail: 'eva@example.com' }));
  await createIn(shop, 'orders/import', orderDraft({ orderNumber: 'MS-004321', customerEmail: 'bob@example.com' }));
  const { page } = await openList(t, projectKey, 'orders');
  const search = (words: string) => page.getByLabel('Search: Orders').fill(words);
  await page.getByText('2 results').waitFor();
  await search('eva');
  await page.getByText('The search of these is not active in this project').waitFor();
  await page.getByRole('link', { name: 'A-100' }).waitFor();
  await search('');
  await activateSearch(shop, 'MS-004321');
  await page.reload();
  await search('eva');
  await page.getByText('1 result').waitFor();
  await page.getByRole('link', { name: 'A-100' }).waitFor();
  for (const words of ['ms-0', '4321', '0432']) {
    await search('nothing like this');
    await page.getByText('Nothing is found.').waitFor();
    await search(words);
    await page.getByRole('link', { name: 'MS-004321' }).waitFor();
    await page.getByText('1 result').waitFor();
  }
  await search('');
  await page.getByText('2 results').waitFor();
});

test('keeps the words of a search in the address, and pages through all that they find', longForm, async t => {
  const shop = await startShop();
  const { projectKey } = shop;
  await importSampleOrders(quayside.services, { projectKey, orders: 130, seed: 1 });
  await createIn(shop, 'orders/import', orderDraft({ orderNumber: 'MS-004321' }));
  await activateSearch(shop, 'MS-004321');
  const { page, unexpected } = await openList(t, projectKey, 'orders');
  const words = page.getByLabel('Search: Orders');
  const numbers = () => page.locator('tbody tr td:nth-child(2)').allInnerTexts();
  await words.fill('t-');
  await page.getByText('130 results').waitFor();
  const first = await numbers();
  await page.getByRole('button', { name: '7', exact: true }).click();
  await page.waitForURL(/currentPage=7/);
  await page.locator('table[aria-busy=false]').waitFor();
  const last = await numbers();
  t.same([first.length, last.length, last.filter(number => first.includes(number))], [20, 10, []]);

  await page.reload();
  await page.getByText('130 results').waitFor();
  t.same([await words.inputValue(), await numbers()], ['t-', last]);
  await page.getByRole('link', { name: last[0]! }).click();
  await page.getByRole('heading', { name: last[0]! }).waitFor();
  await page.goBack();
  await page.getByText('130 results').waitFor();
  t.same([await words.inputValue(), await numbers()], ['t-', last]);

  const csv = await download(page, 'CSV');
  t.equal(csv.text.split('\r\n').filter(row => row.includes(',T-')).length, 130, 'the export has what was found');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByText('131 results').waitFor();
  t.equal(await words.inputValue(), '');
  await words.fill('0000');
  await page.getByText('130 results').waitFor();
  t.same((await numbers()).length, 20, 'more orders have the part in their number than are read by their ids');
  // The customers of the written orders do not exist.
  t.same(
    unexpected().filter(problem => !problem.includes('404 (Not Found)')),
    [],
  );
});

test(
  'says how many resources the pages show where the API has no further offset (LIM007, LIM008)',
  longForm,
  async t => {
    const shop = await startShop();
    const { projectKey } = shop;
    await createIn(shop, 'zones', { name: 'North', key: newKey('zone') });
    const { page } = await openList(t, projectKey, 'stores');
    /** What many more zones would answer. */
    await page.route(`**/${projectKey}/zones?**`, async route => {
      const response = await route.fetch();
      const total = route.request().url().includes('where=') ? 10_000 : 12_345;
      await route.fulfill({ response, json: { ...((await response.json()) as object), total } });
    });
    await page.getByRole('link', { name: 'Zones', exact: true }).click();
    await page.getByText('12345 results').waitFor();
    await page.getByText('The pages show the first 10020 of 12345.').waitFor();
    t.equal(await page.getByRole('button', { name: '501', exact: true }).count(), 1);
    await page.getByRole('button', { name: 'Expert filter' }).click();
    await page.getByLabel('Filter', { exact: true }).fill('name = "North"');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('10000 results or more').waitFor();
  },
);

test('narrows a list down by chips, by words and by keys alone, and keeps them in the address', longForm, async t => {
  const shop = await startShop();
  const { projectKey } = shop;
  for (const [orderNumber, paymentState] of [
    ['A-100', 'Paid'],
    ['A-101', 'Failed'],
    ['B-200', 'Failed'],
  ])
    await createIn(shop, 'orders/import', orderDraft({ orderNumber, paymentState }));
  const { page, unexpected } = await openList(t, projectKey, 'orders');
  const chips = page.getByRole('group', { name: 'Narrow down' });
  await page.getByText('3 results').waitFor();
  await chips.getByRole('button', { name: 'Payment state' }).click();
  await page.getByLabel('Failed').check();
  await page.getByText('2 results').waitFor();
  t.same(await violationsOf(page), []);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByText('2 results').waitFor();
  await chips.getByRole('button', { name: 'Payment state: Failed' }).waitFor();
  await page.getByRole('button', { name: 'Expert filter' }).click();
  t.equal(await page.getByLabel('Filter', { exact: true }).inputValue(), 'paymentState in ("Failed")');
  await activateSearch(shop, 'B-200');
  await page.getByRole('heading', { name: 'Orders' }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Next row').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('/');
  await page.keyboard.type('a-1');
  await page.getByText('1 result').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'A-101' }).waitFor();
  await page.goBack();
  await page.getByText('1 result').waitFor();
  await page.getByRole('button', { name: 'Remove: Payment state' }).click();
  await page.getByText('2 results').waitFor();
  await page.getByRole('heading', { name: 'Orders' }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const first = await page.locator('tbody tr').first().getByRole('link').first().textContent();
  t.equal(await page.evaluate('document.activeElement?.textContent'), first);
  t.same(unexpected(), []);
});

// A list of many orders loads no more than it shows. `npm run test:console -- --orders 1000000` does it with that many,
// and prints how long each step takes.
const givenOrders = process.env.LIST_ORDERS;
const orders = Number(givenOrders ?? '500');
const pageSize = 20;
/** Pages after the one with the greatest offset of the API cannot be opened. */
const pagesMax = 501;
type OrderPage = { readonly results: readonly { readonly orderState: string }[]; readonly total: number };

/** Notes each page of orders that the browser receives. */
const watchPages = (page: Page, projectKey: string) => {
  const received: { readonly path: string; readonly body: OrderPage; readonly bytes: number }[] = [];
  page.on('response', async response => {
    const { pathname, search } = new URL(response.url());
    if (pathname !== `/${projectKey}/orders` || !response.ok()) return;
    const content = await response.text();
    received.push({ path: search, body: JSON.parse(content) as OrderPage, bytes: content.length });
  });
  return received;
};

test('shows, pages and filters a long list, and loads a page of it at a time', { skip }, async t => {
  const { projectKey } = await quayside.project();
  const onProgress = (written: number): void => {
    if (givenOrders !== undefined && written % 50_000 === 0) console.error(`${written} orders are written`);
  };
  await importSampleOrders(quayside.services, { projectKey, orders, seed: 1, onProgress });
  const { page, unexpected } = await openConsolePage(t, quayside, 'sam@example.com', `/${projectKey}/zones`);
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
      await page.getByRole('button', { name: 'Expert filter' }).click();
      await page.getByLabel('Filter', { exact: true }).fill('orderState = "Cancelled"');
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
