/** The page of a customer: orders, carts, tokens, a new cart, and erasure. */
import { test } from '../support/tap.js';
import { startSharedConsole } from '../support/accounts.js';
import { skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { orderDraft } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { createQuoteFromCart } from '../support/quotes.js';

const quayside = await startSharedConsole({ 'ana@example.com': 'administrator' });
const credentials = await quayside.project();
const { projectKey } = credentials;
const http = quayside.http.as(await quayside.token(credentials));
const project = { quayside, http, projectKey };

const createCustomer = async (email: string): Promise<{ id: string }> => {
  const draft = {
    email,
    password: 'secret-enough-1',
    firstName: 'Eva',
    lastName: 'Sand',
    addresses: [{ country: 'DE', city: 'Bremen' }],
    defaultShippingAddress: 0,
  };
  const { customer } = (await createIn(project, 'customers', draft)) as unknown as { customer: { id: string } };
  await createIn(project, 'orders/import', orderDraft({ orderNumber: `order of ${email}`, customerId: customer.id }));
  return customer;
};

const openCustomer = (id: string, options = {}) =>
  openConsolePage(quayside, 'ana@example.com', `/${projectKey}/customers/${id}`, options);

test('shows a customer with addresses, orders and carts, and opens a new cart', { skip }, async t => {
  const { id } = await createCustomer('eva@example.com');
  const { page, close, unexpected } = await openCustomer(id);
  t.teardown(close);
  await page.getByRole('link', { name: 'order of eva@example.com' }).waitFor();
  const textOf = async (name: string) => (await page.getByRole('region', { name }).textContent()) ?? '';
  t.match(await textOf('Person'), /eva@example\.com.*Eva.*Sand.*The email is not confirmed\./);
  t.match(await textOf('Addresses'), /Bremen\nGermany.*Default for shipping/i);
  t.match(await textOf('Carts'), /^CartsNone\./);
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'New cart' }).click();
  await page.getByRole('menuitem').first().click();
  await page.waitForURL(/\/carts\//);
  const { results } = (await http.send('GET', `/${projectKey}/carts`)).json as { results: object[] };
  matchWhole(t, results, [{ customerId: id }]);
  t.same(unexpected(), []);
});

test('lists the newest orders and quotes of a customer, and leads to all of them', { skip }, async t => {
  const { id } = await createCustomer('mia@example.com');
  for (let at = 0; at < 10; at++)
    await createIn(project, 'orders/import', orderDraft({ orderNumber: `mia ${at}`, customerId: id }));
  const create = (path: string, body: object) => createIn(project, path, body);
  const quote = await createQuoteFromCart({ quayside, projectKey, create }, { customerId: id });
  const { page, close, unexpected } = await openCustomer(id);
  t.teardown(close);
  const linksOf = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('link');
  await linksOf('Quotes').first().waitFor();
  t.same(await linksOf('Quotes').evaluateAll(all => all.map(each => each.getAttribute('href'))), [
    `/console/${projectKey}/quotes/${quote.id}`,
  ]);
  await linksOf('Quote requests').first().waitFor();
  await linksOf('Orders').first().waitFor();
  t.same(await linksOf('Orders').allInnerTexts(), [
    ...Array.from({ length: 10 }, (_, at) => `mia ${9 - at}`),
    'Show all',
  ]);
  await linksOf('Orders').last().click();
  await page.getByText('11 results').waitFor();
  t.equal(await page.getByRole('textbox', { name: 'Filter' }).inputValue(), `customerId="${id}"`);
  t.same(unexpected(), []);
});

test('creates tokens that set a new password and confirm the email', { skip }, async t => {
  const { id } = await createCustomer('sam@example.com');
  const { page, close, unexpected } = await openCustomer(id, { colorScheme: 'dark' });
  t.teardown(close);
  const dialog = page.getByRole('dialog');
  const createToken = async (button: string): Promise<string> => {
    await page.getByRole('button', { name: button }).click();
    await dialog.getByRole('button', { name: 'Create the token' }).click();
    await dialog.getByText('The token is shown only now.').waitFor();
    t.same(await violationsOf(page), []);
    const token = (await dialog.locator('pre').textContent()) ?? '';
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    return token;
  };
  const emailToken = await createToken('Confirm the email');
  const passwordToken = await createToken('Reset the password');
  const send = (path: string, body: object) => http.send('POST', `/${projectKey}/customers/${path}`, { body });
  matchWhole(t, (await send('email/confirm', { tokenValue: emailToken })).json, { id, isEmailVerified: true });
  matchWhole(t, (await send('password/reset', { tokenValue: passwordToken, newPassword: 'another-secret-2' })).json, {
    id,
  });
  t.same(unexpected(), []);
});

test('erases a customer after telling what goes and what stays (CUST133)', { skip }, async t => {
  const { id } = await createCustomer('ida@example.com');
  const { page, close, unexpected } = await openCustomer(id);
  t.teardown(close);
  await page.getByRole('button', { name: 'Erase the customer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 orders and 0 carts stay').waitFor();
  t.same(await violationsOf(page), []);
  await dialog.locator('button:disabled', { hasText: 'Erase the customer' }).waitFor();
  await dialog.getByLabel('I know that nothing brings this data back.').check();
  await dialog.getByRole('button', { name: 'Erase the customer' }).click();
  await page.getByRole('heading', { name: 'Customers' }).waitFor();
  t.equal((await http.send('GET', `/${projectKey}/customers/${id}`)).status, 404);
  matchWhole(t, (await http.send('GET', `/${projectKey}/orders?where=customerId%3D%22${id}%22`)).json, { total: 1 });
  t.same(unexpected(), []);
});
