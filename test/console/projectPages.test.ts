import { scopePresets } from '../../src/base/credentials/scopeTable.js';
import { test } from '../support/tap.js';
import { createProjectApi } from '../support/resourceApi.js';
import { createAccount, startConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { matchWhole } from '../support/matchWhole.js';

const { quayside } = await startConsole();
await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
await createAccount(quayside, { email: 'vic@example.com', role: 'viewer' });
const { http: manager, projectKey } = await createProjectApi(quayside, await quayside.project());

const valueOf = (label: string): string => `[role=group][aria-label="${label}"]`;

test('creates a project with its first API client, whose secret is shown once (AUTH007)', { skip }, async t => {
  const { page, unexpected } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/-/projects`);
  await page.getByRole('cell', { name: projectKey, exact: true }).first().waitFor();
  t.same(await violationsOf(page), []);
  await page.getByRole('link', { name: 'Create a project' }).click();
  await page.getByRole('textbox', { name: 'Key' }).fill('my-shop');
  await page.getByRole('textbox', { name: 'Name' }).fill('My shop');
  const currencies = page.getByRole('textbox', { name: 'Currencies' });
  await currencies.fill('CHF');
  await currencies.press('Enter');
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Create the project' }).click();
  await page.getByRole('heading', { name: 'The project My shop is created' }).waitFor();
  t.same(await violationsOf(page), []);
  const clientId = (await page.locator(valueOf('Client ID')).textContent()) ?? '';
  const clientSecret = (await page.locator(valueOf('Client secret')).textContent()) ?? '';
  const scope = (await page.locator(valueOf('Scopes')).textContent()) ?? '';
  t.equal(scope, 'manage_project:my-shop');
  t.match(await page.locator(valueOf('curl')).textContent(), `${quayside.address}/my-shop/orders`);
  t.match(await page.locator(valueOf('TypeScript SDK')).textContent(), clientSecret);
  const http = quayside.http.as(await quayside.token({ projectKey: 'my-shop', clientId, clientSecret, scope }));
  matchWhole(t, (await http.send('GET', '/my-shop')).json, { name: 'My shop', currencies: ['CHF'] });
  await page.getByRole('link', { name: 'Open the project' }).click();
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  t.notOk((await page.content()).includes(clientSecret));
  t.same(unexpected(), []);
});

test('replaces the secret of an API client by a successor with the same scopes', longForm, async t => {
  const scope = `view_orders:${projectKey} manage_customers:${projectKey}`;
  const draft = { name: 'Printer', scope, accessTokenValiditySeconds: 600 };
  const { id } = (await manager.send('POST', `/${projectKey}/api-clients`, { body: draft })).json as { id: string };
  const { page, unexpected } = await openConsolePage(
    t,
    quayside,
    'ana@example.com',
    `/${projectKey}/api-clients/${id}`,
  );
  await page.getByText('manage_customers', { exact: true }).waitFor();
  await page.getByText('not yet').waitFor();
  await page.getByRole('button', { name: 'Create a successor' }).click();
  const newId = await page.locator(valueOf('Client ID')).textContent();
  const successor = (await manager.send('GET', `/${projectKey}/api-clients/${newId}`)).json;
  matchWhole(t, successor, draft);
  t.not(newId, id);
  t.same(await violationsOf(page), []);
  t.same(unexpected(), []);
});

test('creates an API client with scopes from a list', longForm, async t => {
  const path = `/${projectKey}/api-clients`;
  const { page, unexpected } = await openConsolePage(t, quayside, 'ana@example.com', path);
  await page.getByRole('link', { name: 'Create' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await page.getByRole('textbox', { name: 'Scopes' }).fill('view_orders');
  await page.getByRole('option', { name: 'view_orders', exact: true }).click();
  await page.getByRole('textbox', { name: 'Scopes' }).press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Warehouse' }).waitFor();
  const clientId = (await page.locator(valueOf('Client ID')).textContent()) ?? '';
  const clientSecret = (await page.locator(valueOf('Client secret')).textContent()) ?? '';
  const scope = `view_orders:${projectKey}`;
  t.equal(await page.locator(valueOf('Scopes')).textContent(), scope);
  const http = quayside.http.as(await quayside.token({ projectKey, clientId, clientSecret, scope }));
  t.equal((await http.send('GET', `/${projectKey}/orders`)).status, 200);
  t.equal((await http.send('GET', `/${projectKey}/customers`)).status, 403);
  await page.getByRole('link', { name: 'All API clients of the project' }).click();
  await page.getByRole('link', { name: 'Warehouse' }).click();
  page.on('dialog', dialog => void dialog.accept());
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'API clients' }).waitFor();
  t.equal((await manager.send('GET', `/${projectKey}/api-clients/${clientId}`)).status, 404);
  t.same(unexpected(), []);
});

test('offers sets of scopes for common programs', { skip }, async t => {
  const path = `/${projectKey}/api-clients/create`;
  const { page, unexpected } = await openConsolePage(t, quayside, 'ana@example.com', path);
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await page.getByRole('button', { name: 'Everything' }).click();
  await page.getByRole('button', { name: 'A storefront' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Shop' }).waitFor();
  const scope = scopePresets.storefront!.map(name => `${name}:${projectKey}`).join(' ');
  t.equal(await page.locator(valueOf('Scopes')).textContent(), scope);
  t.same(unexpected(), []);
});

test('changes the settings of a project', longForm, async t => {
  const { page, unexpected } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/-/settings`, {
    colorScheme: 'dark',
    viewport: { width: 390, height: 800 },
  });
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await page.getByLabel('Days without a change until a cart is deleted').fill('30');
  await page.getByLabel('Days until an order that is not shipped is late').fill('7');
  await page.getByLabel('Available items that are a low stock').fill('2');
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The settings are saved.').waitFor();
  matchWhole(t, (await manager.send('GET', `/${projectKey}`)).json, {
    name: 'Renamed',
    carts: { deleteDaysAfterLastModification: 30, countryTaxRateFallbackEnabled: false },
    taskLimits: { lateDays: 7, lowStock: 2 },
  });
  for (const [sku, quantityOnStock] of [
    ['ONE', 2],
    ['TWO', 3],
  ])
    await manager.send('POST', `/${projectKey}/inventory`, { body: { sku, quantityOnStock } });
  // With a slash at its end, the address of the overview is the same page.
  await page.setViewportSize({ width: 1_280, height: 720 });
  await page.goto(`${quayside.address}/console/${projectKey}/`);
  await page.getByRole('navigation').locator('a[aria-current=page]', { hasText: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Not shipped for more than 7 days' }).waitFor();
  await page.getByRole('link', { name: 'Low stock: 2 or fewer' }).click();
  await page.getByText('1 result', { exact: true }).waitFor();
  t.same(unexpected(), []);
});

test('shows a viewer the settings without changing them, and no projects', longForm, async t => {
  const { page } = await openConsolePage(t, quayside, 'vic@example.com', `/${projectKey}/-/projects`);
  await page.getByText('The role viewer may not open this page.').waitFor();
  t.equal(await page.getByRole('link', { name: 'Projects' }).count(), 0);
  await page.getByRole('link', { name: 'Project settings' }).click();
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  t.ok(await page.getByRole('textbox', { name: 'Name' }).isDisabled());
});
