import { test } from 'tap';
import { openPage, skip } from '../support/browser.js';
import { addClient } from '../support/oauth.js';
import { startQuayside } from '../support/quayside.js';
import { signIn } from '../support/signIn.js';

const quayside = await startQuayside();
const project = await quayside.project();
const base = `/${project.projectKey}/jobs`;

test('opens the board with the session of another page', { skip }, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${quayside.address}/openapi`);
  await signIn(page, project);
  await page.getByRole('banner').getByRole('link', { name: 'Jobs' }).click();
  await page.getByText('order-indexing').first().waitFor();
});

test('says why a session may not see the board', { skip }, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${quayside.address}${base}`);
  await signIn(page, await addClient(quayside, project.projectKey, `view_orders:${project.projectKey}`));
  await page.getByRole('status').filter({ hasText: 'Insufficient scope' }).waitFor();
});
