import { pino } from 'pino';
import { test, type Test } from '../support/tap.js';
import { issueSetupCode } from '../../src/auth/accounts/setupCodes.js';
import { retentionJob } from '../../src/jobs/retentionJob.js';
import { password, startConsole } from '../support/accounts.js';
import { longForm, openNewPage, openPage, type PageOptions, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createSample } from '../support/createSample.js';
import { matchWhole } from '../support/matchWhole.js';

const { quayside, redis } = await startConsole();
const credentials = await quayside.project();
const { projectKey } = credentials;
const project = { quayside, http: quayside.http.as(await quayside.token(credentials)), projectKey };
const address = `${quayside.address}/console`;

/** The page asks for the session, and a browser reports every 401. */
const isExpected = (problem: string): boolean => problem.includes('401 (Unauthorized)');

const openConsole = async (options: PageOptions = {}) => {
  const opened = await openPage(options);
  return { ...opened, unexpected: () => opened.problems.filter(problem => !isExpected(problem)) };
};

const openSignedIn = (t: Test, path: string) =>
  openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/${path}`);

test('leads from an empty server to the first administrator', { skip }, async t => {
  const opened = await openConsole();
  const { page } = opened;
  t.teardown(() => opened.close());
  await page.goto(address);
  await page.getByRole('heading', { name: 'Welcome to Quayside' }).waitFor();
  t.same(await violationsOf(page), []);
  await page.getByLabel('Set-up code').fill((await issueSetupCode(redis))!);
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('Email').fill('ana@example.com');
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await page.getByRole('heading', { name: 'Guided set-up' }).waitFor();
  t.same(opened.origins(), [quayside.address]);
  t.same(opened.unexpected(), []);
  matchWhole(t, await page.evaluate('[Object.entries(localStorage), Object.keys(sessionStorage), document.cookie]'), [
    [['quayside-guide', '{"step":"project"}']],
    [],
    '',
  ]);
});

/** The pages that people come to first, with what they show when they have loaded; the texts of German are longest. */
const firstPages = [
  { name: 'the sign-in', heading: 'Anmelden', pathOf: undefined },
  { name: 'the list of orders', heading: 'Bestellungen', pathOf: async () => 'orders' },
  { name: 'an order', pathOf: async () => `orders/${(await createSample(project, 'order')).id}` },
  { name: 'a product', pathOf: async () => `products/${(await createSample(project, 'product')).id}` },
  { name: 'the start page', heading: 'Übersicht', pathOf: async () => '' },
];

for (const { name, heading, pathOf } of firstPages)
  test(`loads less than 300 KB before it shows ${name}`, name === 'the start page' ? { skip } : longForm, async t => {
    const opened = await openNewPage({ locale: 'de-DE' });
    const { page } = opened;
    t.teardown(() => opened.close());
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', request => {
      if (request.url().startsWith(address)) sizes.push(request.sizes().then(each => each.responseBodySize));
    });
    await page.goto(pathOf === undefined ? address : `${address}/${projectKey}/${await pathOf()}`);
    if (pathOf !== undefined) {
      await page.getByLabel('E-Mail').fill('ana@example.com');
      await page.locator('input[name=password]').fill(password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
    }
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    t.ok(total > 0 && total < 300_000, `${total} bytes`);
  });

test('refuses a wrong password with the words of the server', { skip }, async t => {
  const opened = await openConsole();
  const { page } = opened;
  t.teardown(() => opened.close());
  await page.goto(address);
  await page.getByLabel('Email').fill('ana@example.com');
  await page.locator('input[name=password]').fill('wrong password 1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  t.match(await page.getByRole('alert').textContent(), /account|email|password/i);
});

test('creates, finds, changes and deletes a resource by forms of its declaration', { skip }, async t => {
  const opened = await openSignedIn(t, 'zones');
  const { page } = opened;
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByLabel('Key', { exact: true }).fill('north');
  await page.getByLabel('Name').fill('North');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'North' }).waitFor();
  t.same(await violationsOf(page), []);

  await page.goto(`${address}/${projectKey}/zones`);
  await page.getByRole('button', { name: 'Expert filter' }).click();
  await page.getByLabel('Filter', { exact: true }).fill('key = "north"');
  const filtered = page.waitForRequest(request => request.url().includes('/zones?') && request.url().includes('north'));
  await page.getByRole('button', { name: 'Apply' }).click();
  t.equal((await (await filtered).allHeaders())['cache-control'], 'no-cache', 'the browser stores no answer');
  await page.getByText('1 result').waitFor();
  await page.getByRole('link', { name: 'North' }).click();

  await page.getByRole('tab', { name: 'Change' }).click();
  await page.getByRole('textbox', { name: 'Update action' }).click();
  await page.getByRole('option', { name: 'Change name' }).click();
  await page.getByLabel('Name').fill('Far north');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Saved as version 2.').waitFor();
  await page.getByRole('heading', { name: 'Far north' }).waitFor();

  page.on('dialog', dialog => void dialog.accept());
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('There is nothing here yet.').waitFor();
  matchWhole(t, (await project.http.send('GET', `/${projectKey}/zones`)).json, { count: 0 });
  t.same(opened.unexpected(), []);
});

test('shows that a resource was changed meanwhile, and goes on with the newest version (ERR033)', longForm, async t => {
  const zone = await createSample(project, 'zone');
  const opened = await openSignedIn(t, `zones/${zone.id}`);
  const { page } = opened;
  await page.getByRole('tab', { name: 'Change' }).click();
  await page.getByRole('textbox', { name: 'Update action' }).click();
  await page.getByRole('option', { name: 'Change name' }).click();
  await page.getByLabel('Name').fill('Mine');
  await project.http.send('POST', `/${projectKey}/zones/${zone.id}`, {
    body: { version: zone.version, actions: [{ action: 'changeName', name: 'Theirs' }] },
  });
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('This resource was changed meanwhile').waitFor();
  await page.getByRole('button', { name: 'Load the newest version' }).click();
  await page.getByRole('heading', { name: 'Theirs' }).waitFor();
  await page.getByLabel('Name').fill('Mine');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('heading', { name: 'Mine' }).waitFor();
});

test('tells the history of an order by its messages', longForm, async t => {
  const order = await createSample(project, 'order');
  const opened = await openSignedIn(t, `orders/${order.id}`);
  const { page } = opened;
  await page.getByRole('tab', { name: 'Change' }).click();
  await page.getByRole('textbox', { name: 'Update action' }).click();
  await page.getByRole('option', { name: 'Change order state' }).click();
  await page.getByRole('textbox', { name: 'Order state' }).click();
  await page.getByRole('option', { name: 'Cancelled' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Saved as version').waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  const entry = page.getByRole('group', { name: 'OrderStateChanged' });
  await entry.waitFor();
  t.same(await entry.getByRole('columnheader').allInnerTexts(), ['Member', 'Before', 'After']);
  t.same(await entry.getByRole('rowheader').allInnerTexts(), ['Order state']);
  t.same(await entry.getByRole('cell').allInnerTexts(), ['Open', 'Cancelled']);
  await page.getByText('Order state changed from Open to Cancelled by Ana').waitFor();
  t.same(await violationsOf(page), []);
  const { json } = await project.http.send('GET', `/${projectKey}/orders/${order.id}`);
  matchWhole(t, json, { orderState: 'Cancelled', lastModifiedBy: { externalUserId: 'ana@example.com' } });

  const { engine } = quayside.services;
  const later = { ...engine, now: () => new Date(Date.now() + 16 * 86_400_000) };
  await retentionJob({
    engine: later,
    log: pino({ level: 'silent' }),
    everyMinutes: 1,
    historyDays: 400,
    projectKeys: async () => [projectKey],
  }).run(new AbortController().signal);
  await page.reload();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Order state changed from Open to Cancelled by Ana').waitFor();
  await page.getByText('The history goes back up to 400 days.').waitFor();
});

test('tells from the audit log what no message tells', longForm, async t => {
  const { page } = await openSignedIn(t, 'zones/create');
  await page.getByLabel('Name').fill('North');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'North' }).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Zone created by Ana').waitFor();
  t.same(await violationsOf(page), []);
});

for (const [name, text] of [
  ['orders', 'Expert filter'],
  ['order', 'Overview'],
  ['zones/create', 'name'],
] as const)
  test(`breaks no rule of WCAG AA in light and dark colours: ${name}`, longForm, async t => {
    const path = name === 'order' ? `orders/${(await createSample(project, 'order')).id}` : name;
    const { page } = await openSignedIn(t, path);
    await page.getByRole('main').getByText(text).first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      t.same(await violationsOf(page), [], colorScheme);
    }
  });

test('speaks German, remembers it, and ends the session', longForm, async t => {
  const opened = await openSignedIn(t, 'orders');
  const { page } = opened;
  await page.getByRole('button', { name: 'Ana' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Bestellungen' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Bestellungen' }).waitFor();
  t.equal(await page.evaluate('document.documentElement.lang'), 'de');
  await page.getByRole('button', { name: 'Ana' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  t.pass('the session has ended');
});

test('leads through the pages of the console by a tour, and a keyboard past the navigation', longForm, async t => {
  const opened = await openSignedIn(t, 'orders');
  const { page } = opened;
  const focused = () => page.evaluate('document.activeElement.tagName');
  await page.keyboard.press('Tab');
  t.equal(await page.locator(':focus').innerText(), 'Skip to the content');
  await page.keyboard.press('Enter');
  t.equal(await focused(), 'MAIN');
  await page.getByRole('button', { name: 'Tour of the console' }).click();
  const tour = page.getByRole('region', { name: 'Tour' });
  await tour.getByText('Step 1 of 7').waitFor();
  t.same(await violationsOf(page), []);
  for (const heading of ['Customers', 'Products', 'Product discounts', 'Inventory', 'States', 'API clients']) {
    await tour.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  await page.reload();
  await tour.getByText('Step 7 of 7').waitFor();
  await tour.getByRole('button', { name: 'End the tour' }).last().click();
  await tour.waitFor({ state: 'hidden' });
  t.same(opened.unexpected(), []);
});
