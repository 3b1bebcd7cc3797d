/** What the file of a list has: all columns that it shows, also those that cells load by themselves. */
import { startSharedConsole } from '../support/accounts.js';
import { longForm } from '../support/browser.js';
import { download, openConsolePage } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { orderDraft } from '../support/drafts.js';
import { test, type Test } from '../support/tap.js';

const quayside = await startSharedConsole({ 'ana@example.com': 'administrator' });

/** A project of its own, with a client that may write everything. */
const startShop = async () => {
  const credentials = await quayside.project();
  const http = quayside.http.as(await quayside.token(credentials));
  return { quayside, http, projectKey: credentials.projectKey };
};

const openList = (t: Test, projectKey: string, path: string) =>
  openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/${path}`);

test('exports all resources of a list as CSV and as JSON', longForm, async t => {
  const shop = await startShop();
  const { projectKey } = shop;
  const channels: { id: string }[] = [];
  for (let at = 0; at < 203; at++)
    channels.push(await createIn(shop, 'channels', { key: `k-${at}`, name: { en: at === 0 ? '=1+1' : 'a "b", c' } }));
  channels.sort((a, b) => (a.id < b.id ? -1 : 1));
  const opened = await openList(t, projectKey, 'channels');
  const { page } = opened;
  await page.getByText('203 results').waitFor();
  const csv = await download(page, 'CSV');
  t.equal(csv.name, `${projectKey}-channels.csv`);
  const [head, ...rows] = csv.text.split('\r\n');
  t.match(head, /^id,name,key,/);
  t.same(
    rows.map(row => row.split(',')[0]),
    [...channels.map(({ id }) => id), ''],
  );
  t.equal(rows.filter(row => row.includes(`,"a ""b"", c",k-`)).length, 202);
  t.equal(rows.filter(row => row.includes(`,"'=1+1",k-0,`)).length, 1, 'a localized name is no formula');
  const json = await download(page, 'JSON');
  t.equal(json.name, `${projectKey}-channels.json`);
  t.same(JSON.parse(json.text), channels);
  t.same(opened.unexpected(), []);
});

test('exports what cells load by themselves: sentences of discounts, orders of payments', longForm, async t => {
  const shop = await startShop();
  const { projectKey } = shop;
  const { id } = await createIn(shop, 'categories', { name: { en: 'Tents' }, slug: { en: 'tents' } });
  await createIn(shop, 'cart-discounts', {
    name: { en: 'Autumn' },
    value: { type: 'relative', permyriad: 1_500 },
    cartPredicate: '1 = 1',
    target: { type: 'lineItems', predicate: `categories.id = "${id}"` },
    sortOrder: '0.5',
    isActive: true,
  });
  const payment = await createIn(shop, 'payments', { amountPlanned: { currencyCode: 'EUR', centAmount: 500 } });
  const paid = { orderNumber: 'A-1', customerEmail: 'eva@example.com' };
  const paymentInfo = { payments: [{ typeId: 'payment' as const, id: payment.id }] };
  await createIn(shop, 'orders/import', orderDraft({ ...paid, paymentInfo }));
  const { page } = await openList(t, projectKey, 'cart-discounts');
  await page.getByText('1 result', { exact: true }).waitFor();
  t.match((await download(page, 'CSV')).text, /\r\n[^,]+,Autumn,15% off.*Tents,Running,/);
  await page.goto(`${quayside.address}/console/${projectKey}/payments`);
  await page.getByText('1 result', { exact: true }).waitFor();
  t.match((await download(page, 'CSV')).text, /A-1,eva@example\.com,5 EUR/);
});
