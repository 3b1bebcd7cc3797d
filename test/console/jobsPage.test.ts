import { test } from '../support/tap.js';
import { indexingRunId } from '../../src/jobs/indexingJob.js';
import { withQueue, requestRun } from '../../src/jobs/openQueue.js';
import { indexingQueueName } from '../../src/jobs/queueNames.js';
import { requestSampleShop } from '../../src/jobs/sampleShopJob.js';
import { createAccount, startConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { newKey } from '../support/drafts.js';

const { quayside, redis } = await startConsole();
const credentials = await quayside.project();
const { projectKey } = credentials;
const other = await quayside.project();
await createAccount(quayside, { email: 'olga@example.com', role: 'operator', projects: [projectKey] });
await createAccount(quayside, { email: 'sam@example.com', role: 'support' });
const path = `/${projectKey}/-/jobs`;

const http = quayside.http.as(await quayside.token(credentials));
await http.send('POST', `/${projectKey}/zones`, { body: { key: newKey(), name: 'Europe', locations: [] } });
// A sample shop needs an empty project, so the run fails.
await requestSampleShop(redis, { projectKey, orders: 7 });

test('shows the failed run of a queue with its data and stack, by the keyboard', { skip }, async t => {
  const { page, unexpected } = await openConsolePage(t, quayside, 'olga@example.com', path);
  await page.getByRole('row', { name: /^sample-shop Writes a sample shop 1 Failed: sample-shop 0 0 0 0 / }).waitFor();
  t.same(await violationsOf(page), []);
  await page.getByRole('link', { name: '1 Failed: sample-shop' }).focus();
  await page.keyboard.press('Enter');
  const runs = page.getByRole('region', { name: 'Runs of sample-shop' });
  t.equal(await runs.getByLabel('State of the runs').inputValue(), 'failed');
  await runs.getByRole('button', { name: /^Failed / }).focus();
  await page.keyboard.press('Enter');
  await runs.getByRole('row', { name: 'Attempts 1 of 1' }).waitFor();
  t.match(await runs.getByLabel('Data').innerText(), '"orders": 7');
  t.match(await runs.getByLabel('Stack of failed attempt 1').innerText(), /^Error: [^]* at /);
  t.same(await violationsOf(page), []);
  await runs.getByLabel('State of the runs').selectOption('Completed');
  await runs.getByText('There are no such runs.').waitFor();
  t.match(page.url(), /\?queue=sample-shop&state=completed$/);
  t.same(unexpected(), []);
});

test('shows each attempt of a run that is tried again', longForm, async t => {
  const run = { projectKey, typeId: 'missing', jobId: 'one' };
  await withQueue(indexingQueueName, redis, queue => requestRun(queue, indexingRunId(projectKey, 'one'), run));
  const { page, unexpected } = await openConsolePage(t, quayside, 'olga@example.com', `${path}?queue=order-indexing`);
  const runs = page.getByRole('region', { name: 'Runs of order-indexing' });
  await runs.getByRole('button', { name: /^Delayed .* the search of the type 'missing' is missing$/ }).click();
  await runs.getByRole('row', { name: /^Attempts [2-4] of 5$/ }).waitFor();
  t.match(await runs.getByLabel('Data').innerText(), '"typeId": "missing"');
  await runs.getByLabel('Stack of failed attempt 2').waitFor();
  t.same(await violationsOf(page), []);
  t.same(unexpected(), []);
});

test('speaks German on a dark phone, and breaks no rule of WCAG AA', longForm, async t => {
  const { page } = await openConsolePage(t, quayside, 'olga@example.com', `${path}?queue=retention`, {
    colorScheme: 'dark',
    locale: 'de-DE',
    viewport: { width: 390, height: 800 },
  });
  await page.getByRole('region', { name: 'Läufe von retention' }).waitFor();
  t.match(await page.getByRole('row', { name: /^retention/ }).innerText(), 'Für alle Projekte');
  t.same(await violationsOf(page), []);
});

test('is no page of the role support, nor of a project that an account does not have', longForm, async t => {
  for (const [email, at, text] of [
    ['sam@example.com', path, 'The role support may not open this page.'],
    ['olga@example.com', `/${other.projectKey}/-/jobs`, /has no access to the project/],
  ] as const) {
    const { page } = await openConsolePage(t, quayside, email, at);
    await page.getByText(text).waitFor();
  }
});
