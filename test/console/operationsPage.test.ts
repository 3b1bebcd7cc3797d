import { test } from '../support/tap.js';
import { keys } from '../../src/store/keys.js';
import { consoleOf, createAccount, startConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { stateDraft } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { searchOf } from '../support/search.js';

const { quayside, redis } = await startConsole();
await createAccount(quayside, { email: 'olga@example.com', role: 'operator' });
await createAccount(quayside, { email: 'sam@example.com', role: 'support' });
const credentials = await quayside.project();
const { projectKey } = credentials;
const path = `/${projectKey}/-/operations`;

test('activates each search, and indexes again with progress', longForm, async t => {
  const search = searchOf(quayside, credentials);
  const ids = await search.orders(3);
  const { page, unexpected } = await openConsolePage(t, quayside, 'olga@example.com', path);
  const questions: string[] = [];
  page.on('dialog', dialog => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  for (const [name, count] of [
    ['Search of orders', 3],
    ['Search of products', 0],
    ['Search of customers', 0],
  ] as const) {
    const card = page.getByRole('group', { name });
    await card.getByText('Not active').waitFor();
    await card.getByRole('button', { name: 'Activate' }).click();
    await card.getByText('Ready').waitFor();
    await card.getByText(`${count} of ${count}`).waitFor();
    await card.getByText('up to date').waitFor();
    const builtAt = await card.getByRole('time').first().getAttribute('datetime');
    await card.getByRole('button', { name: 'Index again' }).click();
    await card.locator(`time:not([datetime="${builtAt}"])`).first().waitFor();
  }
  t.same(await search.ids(), ids);
  t.same(await violationsOf(page), []);
  const products = page.getByRole('group', { name: 'Search of products' });
  await products.getByRole('button', { name: 'Deactivate' }).click();
  await products.getByText('Not active').waitFor();
  matchWhole(t, questions, [
    /^Search of orders: make a new index of all 3 documents\?/,
    /^Search of products: make a new index of all 0 documents\?/,
    /^Search of customers: make a new index of all 0 documents\?/,
    /^Deactivate the search of products\? Its index is deleted/,
  ]);
  t.same(unexpected(), []);
});

test('verifies the stored data, and lists the differences', { skip }, async t => {
  const http = quayside.http.as(await quayside.token(credentials));
  const { json } = await http.send('POST', `/${projectKey}/states`, { body: stateDraft({ key: 'lost' }) });
  const { id } = json as { id: string };
  const { page, unexpected } = await openConsolePage(t, quayside, 'olga@example.com', path);
  const section = page.getByRole('region', { name: 'Stored data' });
  await section.getByText('Nothing was verified lately.').waitFor();
  await section.getByRole('button', { name: 'Verify' }).click();
  await section.getByText('Everything agrees.').waitFor();
  t.match(await section.innerText(), /\d+ resources were compared; ended /);
  // A unique key that leads to nothing.
  await redis.del(keys.unique(projectKey, 'state', 'key', 'lost'));
  await section.getByRole('button', { name: 'Verify' }).click();
  await section.getByText('There are differences: unique 1.').waitFor();
  await section.getByRole('row', { name: new RegExp(`^unique state/${id}`) }).waitFor();
  t.same(await violationsOf(page), []);
  t.same(unexpected(), []);
});

test('refuses to verify projects without the permission, and projects of others', async t => {
  await createAccount(quayside, { email: 'otto@example.com', role: 'operator', projects: [projectKey] });
  const other = await quayside.project();
  const codesOf = async (email: string, key: string) => {
    const browser = await consoleOf(quayside)().signIn(email);
    const answers = [
      await browser.send('GET', `/-/verifications/${key}`),
      await browser.send('POST', '/-/verifications', { projectKey: key }),
    ];
    return answers.map(({ status, json }) => [
      status,
      (json as { errors?: { code: string }[] }).errors?.map(({ code }) => code),
    ]);
  };
  const refused = [403, ['PermissionRequired']];
  t.same(await codesOf('sam@example.com', projectKey), [refused, refused]);
  t.same(await codesOf('otto@example.com', other.projectKey), [refused, refused]);
  const missing = [404, ['ResourceNotFound']];
  t.same(await codesOf('olga@example.com', 'no-such-project'), [missing, missing]);
});

test('breaks no rule of WCAG AA on a dark phone', longForm, async t => {
  const viewport = { width: 390, height: 800 };
  const { page } = await openConsolePage(t, quayside, 'olga@example.com', path, { colorScheme: 'dark', viewport });
  await page.getByRole('group', { name: 'Search of orders' }).getByRole('button').first().waitFor();
  t.same(await violationsOf(page), []);
});

test('is no page of the role support', { skip }, async t => {
  const { page } = await openConsolePage(t, quayside, 'sam@example.com', path);
  await page.getByText('The role support may not open this page.').waitFor();
  t.equal(await page.getByRole('link', { name: 'Operations' }).count(), 0);
});
