import { test } from '../support/tap.js';
import { createProjectApi } from '../support/resourceApi.js';
import { startSharedConsole } from '../support/accounts.js';
import { skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';

const quayside = await startSharedConsole({ 'olga@example.com': 'operator' });
const { http, projectKey } = await createProjectApi(quayside, await quayside.project());

const createCustomer = async (name: string): Promise<string> => {
  const body = { email: `${name}@example.com`, password: 'a long password 1' };
  return ((await createIn({ quayside, http, projectKey }, 'customers', body)).customer as { id: string }).id;
};

test('shows messages as they come, by type, with links, and after a pause', { skip }, async t => {
  const first = await createCustomer('first');
  const path = `/${projectKey}/-/messages`;
  const { page, unexpected } = await openConsolePage(t, quayside, 'olga@example.com', path);
  const link = (id: string) => page.getByRole('link', { name: `Customer ${id}` });
  await link(first).waitFor();
  const second = await createCustomer('second');
  await link(second).waitFor();
  t.same(await page.getByRole('link', { name: /^Customer [0-9a-f]{8}-/ }).allInnerTexts(), [
    `Customer ${second}`,
    `Customer ${first}`,
  ]);
  t.same(await violationsOf(page), []);

  await page.getByLabel('Message type').fill('OrderCreated');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('There are no such messages.').waitFor();
  await page.getByLabel('Message type').fill('CustomerCreated');
  await page.getByRole('textbox', { name: 'Resource type' }).click();
  await page.getByRole('option', { name: 'customer', exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await link(second).waitFor();

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused. New messages do not appear.').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  const third = await createCustomer('third');
  await link(third).click();
  await page.waitForURL(`**/console/${projectKey}/customers/${third}`);
  t.same(unexpected(), []);
});
