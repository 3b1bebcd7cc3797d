import { test } from 'tap';
import { createAccount, startConsole } from '../support/accounts.js';
import { skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { searchOf } from '../support/search.js';

const { quayside } = await startConsole();
await createAccount(quayside, { email: 'olga@example.com', role: 'operator' });
await createAccount(quayside, { email: 'sam@example.com', role: 'support' });
const credentials = await quayside.project();
const { projectKey } = credentials;
const path = `/${projectKey}/-/operations`;

test('activates order search, indexes again with progress, and counts the jobs', { skip }, async t => {
  const search = searchOf(quayside, credentials);
  const ids = await search.orders(3);
  const { page, close, unexpected } = await openConsolePage(quayside, 'olga@example.com', path);
  t.teardown(close);
  await page.getByText('The search of orders is not active.').waitFor();
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByText('The search of orders is ready.').waitFor();
  t.same(await search.ids(), ids);
  await page.getByRole('button', { name: 'Index again' }).click();
  await page.getByText('Completed: 3 orders are indexed; 0 failed.').waitFor();
  await page.getByRole('row', { name: /^order-indexing 0 0 0 [1-9] 0$/ }).waitFor();
  t.same(await violationsOf(page), []);
  t.same(unexpected(), []);
});

test('breaks no rule of WCAG AA on a dark phone', { skip }, async t => {
  const viewport = { width: 390, height: 800 };
  const { page, close } = await openConsolePage(quayside, 'olga@example.com', path, { colorScheme: 'dark', viewport });
  t.teardown(close);
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  await page.getByRole('cell', { name: 'order-indexing' }).waitFor();
  t.same(await violationsOf(page), []);
});

test('is no page of the role support', { skip }, async t => {
  const { page, close } = await openConsolePage(quayside, 'sam@example.com', path);
  t.teardown(close);
  await page.getByText('The role support may not open this page.').waitFor();
  t.equal(await page.getByRole('link', { name: 'Operations' }).count(), 0);
});
