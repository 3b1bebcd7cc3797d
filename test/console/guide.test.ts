import type { Page } from 'playwright-core';
import { test } from '../support/tap.js';
import { issueSetupCode } from '../../src/auth/accounts/setupCodes.js';
import { sampleShopQueueName } from '../../src/jobs/queueNames.js';
import { openQueue, projectRunId } from '../../src/jobs/openQueue.js';
import { createAccount, password, startConsole } from '../support/accounts.js';
import { longForm, openPage, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { matchWhole } from '../support/matchWhole.js';
import { waitUntil } from '../support/waitUntil.js';

const { quayside, redis } = await startConsole();
const address = `${quayside.address}/console`;
const email = 'ana@example.com';
const shopMs = 180_000;
type ShopOrder = {
  readonly id: string;
  readonly orderNumber: string;
  readonly orderState: string;
  readonly paymentState?: string;
  readonly shipmentState?: string;
};
const valueOf = (label: string): string => `[role=group][aria-label="${label}"]`;
const stored = (page: Page): Promise<unknown> => page.evaluate('localStorage.getItem("quayside-guide")');

/** Cancels and refunds the first order that is paid, not cancelled and not on its way: only such an order can be. */
const cancelAndRefund = async (page: Page, orders: readonly ShopOrder[]): Promise<string> => {
  const { id, orderNumber } = orders.find(
    ({ orderState, paymentState, shipmentState = '' }) =>
      orderState !== 'Cancelled' && paymentState === 'Paid' && ['', 'Ready', 'Backorder'].includes(shipmentState),
  )!;
  const dialog = page.getByRole('dialog');
  await page.goto(`${address}/my-shop/orders/${id}`);
  for (const name of ['Cancel the order', 'Refund']) {
    await page.getByRole('button', { name }).click();
    await dialog.getByRole('button', { name }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await page.getByRole('region', { name: 'Payments' }).getByText('Refund').waitFor();
  return orderNumber;
};

test('leads from a fresh server to a cancelled and refunded order of the sample shop', {
  ...longForm,
  timeout: 2 * shopMs,
}, async t => {
  const opened = await openPage();
  const { page } = opened;
  t.teardown(() => opened.close());
  await page.goto(`${address}/demo/orders`);
  await page.getByText('Step 1 of 4: Administrator').waitFor();
  await page.getByLabel('Set-up code').fill((await issueSetupCode(redis))!);
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('Email').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Create the administrator' }).click();

  await page.getByRole('heading', { name: 'Step 2 of 4: Project' }).waitFor();
  t.same(await violationsOf(page), []);
  await page.getByRole('textbox', { name: 'Key' }).fill('my-shop');
  await page.getByRole('button', { name: 'Create the project' }).click();

  await page.getByRole('heading', { name: 'Step 3 of 4: Sample shop' }).waitFor();
  await page.getByRole('textbox', { name: 'Number of orders' }).click();
  await page.getByRole('option', { name: '50', exact: true }).click();
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Create the sample shop' }).click();
  await page.getByText('The sample shop is complete.').waitFor({ timeout: shopMs });
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('heading', { name: 'Step 4 of 4: API client' }).waitFor();
  t.same(await violationsOf(page), []);
  const clientId = (await page.locator(valueOf('Client ID')).textContent()) ?? '';
  const clientSecret = (await page.locator(valueOf('Client secret')).textContent()) ?? '';
  t.match(await page.locator(valueOf('curl')).textContent(), `${quayside.address}/my-shop/orders`);
  t.match(await page.locator(valueOf('TypeScript SDK')).textContent(), clientSecret);
  t.notMatch(await stored(page), clientSecret);
  const scope = 'manage_project:my-shop';
  const http = quayside.http.as(await quayside.token({ projectKey: 'my-shop', clientId, clientSecret, scope }));
  const { json } = await http.send('GET', '/my-shop/orders?limit=50&sort=createdAt+desc');
  const { total, results } = json as { total: number; results: ShopOrder[] };
  t.equal(total, 50);
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('heading', { name: 'The set-up is complete' }).waitFor();
  t.same(await violationsOf(page), []);
  await page.getByRole('link', { name: 'Open the orders' }).click();
  const orderNumber = await cancelAndRefund(page, results);
  matchWhole(
    t,
    (await http.send('GET', `/my-shop/orders/order-number=${orderNumber}?expand=paymentInfo.payments[*]`)).json,
    { orderState: 'Cancelled', paymentInfo: { payments: [{ obj: { transactions: [{}, {}, { type: 'Refund' }] } }] } },
  );
  t.equal(await stored(page), null);
  await page.goto(address);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const isExpected = (problem: string): boolean => problem.includes('401 (Unauthorized)');
  t.same(
    opened.problems.filter(problem => !isExpected(problem)),
    [],
  );
});

test('goes on where it was, skips steps, and creates a client in a project that exists', longForm, async t => {
  const { page, unexpected } = await openConsolePage(t, quayside, email, '/my-shop/-/start', {
    colorScheme: 'dark',
    viewport: { width: 390, height: 800 },
  });
  await page.getByRole('heading', { name: 'Step 2 of 4: Project' }).waitFor();
  await page.getByRole('textbox', { name: 'A project that exists' }).click();
  await page.getByRole('option', { name: 'Demo', exact: true }).click();
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Use this project' }).click();
  await page.getByRole('heading', { name: 'Step 3 of 4: Sample shop' }).waitFor();
  await page.getByRole('button', { name: 'Skip this step' }).click();
  await page.getByRole('heading', { name: 'Step 4 of 4: API client' }).waitFor();

  await page.goto(address);
  await page.getByRole('heading', { name: 'Step 4 of 4: API client' }).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await page.getByRole('button', { name: 'Everything' }).click();
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const clientId = (await page.locator(valueOf('Client ID')).textContent()) ?? '';
  const clientSecret = (await page.locator(valueOf('Client secret')).textContent()) ?? '';
  const scope = 'manage_project:demo';
  const http = quayside.http.as(await quayside.token({ projectKey: 'demo', clientId, clientSecret, scope }));
  matchWhole(t, (await http.send('GET', `/demo/api-clients/${clientId}`)).json, { name: 'Warehouse', scope });
  await page.getByRole('button', { name: 'Skip all' }).click();
  await page.getByRole('link', { name: 'Open the orders' }).click();
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  t.equal(new URL(page.url()).pathname, '/console/demo/orders');
  t.same(unexpected(), []);
});

test('says why a sample shop could not be written, and leads to another project', { skip }, async t => {
  const { projectKey } = await quayside.project();
  await createAccount(quayside, { email: 'ben@example.com', role: 'administrator' });
  const queue = openQueue(sampleShopQueueName, redis);
  t.teardown(() => queue.close());
  // A run whose project is gone fails at once.
  const run = await queue.add(
    sampleShopQueueName,
    { projectKey: 'gone', orders: 1 },
    { jobId: projectRunId(projectKey) },
  );
  quayside.services.search.notifyIndexer(projectKey);
  await waitUntil(() => run.isFailed());
  const { page } = await openConsolePage(t, quayside, 'ben@example.com', `/${projectKey}/-/start`);
  await page.getByRole('textbox', { name: 'A project that exists' }).waitFor();
  await page.getByRole('button', { name: 'Use this project' }).click();
  await page.getByText('The sample shop could not be written').waitFor();
  await page.getByText("The project 'gone' was not found.").waitFor();
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Choose another project' }).click();
  await page.getByRole('heading', { name: 'Step 2 of 4: Project' }).waitFor();
});
