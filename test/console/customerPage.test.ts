/** The page of a customer: orders, carts, tokens, a new cart, and erasure. */
import { test, type Test } from '../support/tap.js';
import { createProjectApi } from '../support/resourceApi.js';
import { startSharedConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { orderDraft, cartDiscountDraft, money, newKey } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { createQuoteFromCart, createBuyerCart, createQuoteRequest } from '../support/quotes.js';
import { openShop } from '../support/shop.js';

const quayside = await startSharedConsole({ 'ana@example.com': 'administrator', 'sam@example.com': 'support' });
const sharedProject = await createProjectApi(quayside, await quayside.project());
const { http: sharedHttp, projectKey: sharedKey } = sharedProject;

const createCustomer = async (email: string): Promise<{ id: string }> => {
  const draft = {
    email,
    password: 'secret-enough-1',
    firstName: 'Eva',
    lastName: 'Sand',
    addresses: [{ country: 'DE', city: 'Bremen' }],
    defaultShippingAddress: 0,
  };
  const { customer } = (await createIn(sharedProject, 'customers', draft)) as unknown as { customer: { id: string } };
  await createIn(
    sharedProject,
    'orders/import',
    orderDraft({ orderNumber: `order of ${email}`, customerId: customer.id }),
  );
  return customer;
};

const openCustomer = (t: Test, id: string, options = {}) =>
  openConsolePage(t, quayside, 'ana@example.com', `/${sharedKey}/customers/${id}`, options);

test('shows a customer with addresses, orders and carts, and opens a new cart', { skip }, async t => {
  const { id } = await createCustomer('eva@example.com');
  const { page, unexpected } = await openCustomer(t, id);
  await page.getByRole('link', { name: 'order of eva@example.com' }).waitFor();
  const textOf = async (name: string) => (await page.getByRole('region', { name }).textContent()) ?? '';
  t.match(await textOf('Person'), /eva@example\.com.*The email is not confirmed\./);
  t.match(await textOf('Addresses'), /Bremen\nGermany.*Default for shipping/i);
  t.match(await textOf('Carts'), /^CartsNone\./);
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'New cart' }).click();
  await page.getByRole('menuitem').first().click();
  await page.waitForURL(/\/carts\//);
  const { results } = (await sharedHttp.send('GET', `/${sharedKey}/carts`)).json as { results: object[] };
  matchWhole(t, results, [{ customerId: id }]);
  t.same(unexpected(), []);
});

test('shows all of a customer on one screen, and changes the group', longForm, async t => {
  const { id } = await createCustomer('one@example.com');
  for (let at = 0; at < 5; at++)
    await createIn(sharedProject, 'orders/import', orderDraft({ orderNumber: `one ${at}`, customerId: id }));
  for (let at = 0; at < 2; at++) await createIn(sharedProject, 'carts', { currency: 'EUR', customerId: id });
  const group = await createIn(sharedProject, 'customer-groups', { groupName: 'Trade' });
  const { page, unexpected } = await openCustomer(t, id, { viewport: { width: 1_440, height: 900 } });
  await page.getByRole('link', { name: 'one 4' }).waitFor();
  await page.getByRole('region', { name: 'Notes' }).getByRole('button').waitFor();
  for (const name of ['Orders', 'Carts', 'Open returns', 'Quote requests', 'Quotes', 'Notes', 'Person', 'Addresses']) {
    const { y, height } = (await page.getByRole('region', { name, exact: true }).boundingBox())!;
    t.ok(y + height <= 900, `${name} ends at ${y + height}`);
  }
  await page.getByRole('button', { name: 'Change the group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Customer group' }).click();
  await page.getByRole('option', { name: 'Trade' }).click();
  t.same(await violationsOf(page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Person' }).getByRole('link', { name: 'Trade' }).waitFor();
  matchWhole(t, (await sharedHttp.send('GET', `/${sharedKey}/customers/${id}`)).json, {
    customerGroup: { typeId: 'customer-group', id: group.id },
  });
  await page.getByRole('button', { name: 'Add the field for notes' }).click();
  await page.getByLabel('New note').fill('Prefers calls before noon');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await page.getByRole('region', { name: 'Notes' }).getByText('Prefers calls before noon').waitFor();
  t.same(unexpected(), []);
});

test('lists the newest orders and quotes of a customer, and leads to all of them', longForm, async t => {
  const { id } = await createCustomer('mia@example.com');
  for (let at = 0; at < 10; at++)
    await createIn(sharedProject, 'orders/import', orderDraft({ orderNumber: `mia ${at}`, customerId: id }));
  const create = (path: string, body: object) => createIn(sharedProject, path, body);
  const quote = await createQuoteFromCart({ quayside, projectKey: sharedKey, create }, { customerId: id });
  const { page, unexpected } = await openCustomer(t, id);
  const linksOf = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('link');
  await linksOf('Quotes').first().waitFor();
  t.same(await linksOf('Quotes').evaluateAll(all => all.map(each => each.getAttribute('href'))), [
    `/console/${sharedKey}/quotes/${quote.id}`,
  ]);
  await linksOf('Quote requests').first().waitFor();
  await linksOf('Orders').first().waitFor();
  t.same(await linksOf('Orders').allInnerTexts(), [
    ...Array.from({ length: 5 }, (_, at) => `mia ${9 - at}`),
    'Show all',
  ]);
  await linksOf('Orders').last().click();
  await page.getByText('11 results').waitFor();
  t.equal(await page.getByRole('textbox', { name: 'Filter' }).inputValue(), `customerId="${id}"`);
  t.same(unexpected(), []);
});

test('creates tokens that set a new password and confirm the email', longForm, async t => {
  const { id } = await createCustomer('sam@example.com');
  const { page, unexpected } = await openCustomer(t, id, { colorScheme: 'dark' });
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
  const send = (path: string, body: object) => sharedHttp.send('POST', `/${sharedKey}/customers/${path}`, { body });
  matchWhole(t, (await send('email/confirm', { tokenValue: emailToken })).json, { id, isEmailVerified: true });
  matchWhole(t, (await send('password/reset', { tokenValue: passwordToken, newPassword: 'another-secret-2' })).json, {
    id,
  });
  t.same(unexpected(), []);
});

test(
  'erases a customer with a payment and an open order after telling what goes, what stays and why (CUST133)',
  longForm,
  async t => {
    const { id } = await createCustomer('ida@example.com');
    const payment = await createIn(sharedProject, 'payments', {
      customer: { typeId: 'customer', id },
      amountPlanned: money(1_000),
    });
    const { page, unexpected } = await openCustomer(t, id);
    await page.getByRole('button', { name: 'Erase the customer' }).click();
    const dialog = page.getByRole('dialog');
    const kept =
      'Orders (1), carts (0), payments (1), quotes (0) and reviews (0) keep their numbers, items, amounts, ' +
      'states, ratings and countries: the accounts and the taxes need them.';
    await dialog.getByText(kept).waitFor();
    await dialog.getByText('Orders that are not finished: 1.').waitFor();
    t.same(await violationsOf(page), []);
    await dialog.getByLabel('The customer alone').check();
    await dialog.getByText('stay as they are: laws on taxes may ask for them.').waitFor();
    await dialog.getByLabel('The customer, and the person in').check();
    await dialog.locator('button[aria-disabled=true]', { hasText: 'Erase the customer' }).waitFor();
    await dialog.getByLabel('I know that nothing brings this data back.').check();
    await dialog.getByRole('button', { name: 'Erase the customer' }).click();
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    const read = async (path: string) => (await sharedHttp.send('GET', `/${sharedKey}/${path}`)).json;
    matchWhole(t, await read(`customers/${id}`), { statusCode: 404 });
    const after = (await read(`payments/${payment.id}`)) as { customer?: unknown; amountPlanned: unknown };
    t.same([after.customer, after.amountPlanned], [undefined, payment.amountPlanned]);
    matchWhole(t, await read(`orders?where=customerId%3D%22${id}%22`), { total: 0 });
    t.same(unexpected(), []);
  },
);

// The page of a cart: a support person shops for a customer, up to the order.
const startShop = async () => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  const project = { quayside, http, projectKey };
  const create = (path: string, body: object) => createIn(project, path, body);
  const shop = await openShop({ createIn: create });
  await shop.product('CHAIR-1', 2_500, { name: { en: 'Chair' } });
  await shop.shippingMethod(490, { name: 'Van' });
  const discount = await create('cart-discounts', {
    ...cartDiscountDraft({ requiresDiscountCode: true }),
    isActive: true,
  });
  await create('discount-codes', { code: 'TEN', cartDiscounts: [{ typeId: 'cart-discount', id: discount.id }] });
  const { customer } = await create('customers', { email: 'eva@example.com', password: newKey(), firstName: 'Eva' });
  return { ...project, create, shop, customer: customer as { id: string } };
};

test('a support person shops for a customer, and makes an order of the cart', { skip }, async t => {
  const { projectKey, http, customer } = await startShop();
  const path = `/${projectKey}/customers/${customer.id}`;
  const { page, unexpected } = await openConsolePage(t, quayside, 'sam@example.com', path);
  const dialog = page.getByRole('dialog');
  const submit = async (button: string): Promise<void> => {
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const lines = page.getByRole('region', { name: 'Lines' });
  await page.getByRole('button', { name: 'New cart' }).click();
  await page.getByRole('menuitem', { name: 'EUR' }).click();
  await page.getByRole('link', { name: 'Eva, eva@example.com' }).waitFor();

  await page.getByRole('button', { name: 'Add an item' }).click();
  await dialog.getByRole('textbox', { name: 'Product' }).fill('Chair');
  await page.getByRole('option', { name: 'Chair' }).click();
  await dialog.getByRole('textbox', { name: 'Variant' }).waitFor();
  await submit('Add an item');
  await page.getByRole('button', { name: 'Change Chair' }).click();
  await dialog.getByLabel('Quantity').fill('3');
  await submit('Change the quantity');
  await lines.getByText('€75.00').first().waitFor();

  await page.getByRole('button', { name: 'Change an address' }).click();
  await page.getByRole('menuitem', { name: 'Shipping address' }).click();
  await dialog.getByLabel('City').fill('Bremen');
  await dialog.getByLabel('Country').fill('DE');
  await submit('Save');
  await page.getByRole('button', { name: 'Shipping method' }).click();
  await dialog.getByRole('textbox', { name: 'Shipping method' }).click();
  await page.getByRole('option', { name: 'Van' }).click();
  t.same(await violationsOf(page), []);
  await submit('Save');
  await lines.getByText('Shipping: Van').waitFor();

  await page.getByRole('button', { name: 'Add a discount code' }).click();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('TEN');
  await submit('Add a discount code');
  const codes = page.getByRole('region', { name: 'Discount codes' });
  await codes.getByText('Applies', { exact: true }).waitFor();
  await codes.getByRole('link', { name: 'TEN' }).waitFor();
  await lines.getByText('€72.40').first().waitFor();
  t.same(await violationsOf(page), []);

  await page.getByRole('main').getByRole('button', { name: 'Create an order' }).click();
  await dialog.getByText('The cart becomes an order of €72.40').waitFor();
  await dialog.getByLabel('Order number').fill('A-1');
  await dialog.getByRole('button', { name: 'Create an order' }).click();
  await page.waitForURL(/\/orders\//);
  await page.getByRole('heading', { name: 'A-1' }).waitFor();
  matchWhole(t, (await http.send('GET', `/${projectKey}/orders/order-number=A-1`)).json, {
    customerId: customer.id,
    totalPrice: { centAmount: 7_240 },
    createdBy: { externalUserId: 'sam@example.com' },
  });
  // The search of products is off.
  t.same(
    unexpected().filter(problem => !problem.includes('404 (Not Found)')),
    [],
  );
});

test('removes items and discount codes, and says why an order is refused', longForm, async t => {
  const { projectKey, http, create, shop } = await startShop();
  const cart = await shop.cart([['CHAIR-1', 1]], { discountCodes: ['TEN'] });
  const path = `/${projectKey}/carts/${cart.id}`;
  const { page } = await openConsolePage(t, quayside, 'sam@example.com', path, { colorScheme: 'dark' });
  const dialog = page.getByRole('dialog');
  await page.getByText('No customer is signed in to this cart.').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No discount codes.').waitFor();
  await page.getByRole('button', { name: 'Change Chair' }).click();
  await dialog.getByLabel('Quantity').fill('0');
  await dialog.getByRole('button', { name: 'Change the quantity' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Change Chair' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add a discount code' }).click();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('NO-SUCH-CODE');
  await dialog.getByRole('button', { name: 'Add a discount code', exact: true }).click();
  await dialog.getByText(/NO-SUCH-CODE/).waitFor();
  t.same(await violationsOf(page), []);
  matchWhole(t, (await http.send('GET', path)).json, { lineItems: [], discountCodes: [] });

  const { version } = (await http.send('GET', path)).json as { version: number };
  const actions = [{ action: 'addLineItem', sku: 'CHAIR-1' }, { action: 'freezeCart' }];
  matchWhole(t, await create(`carts/${cart.id}`, { version, actions }), { cartState: 'Frozen' });
  await page.reload();
  await page.getByText('This cart is Frozen and cannot be changed here.').waitFor();
  t.equal(await page.getByRole('button', { name: 'Add an item' }).count(), 0);
});

// The pages of quote requests, staged quotes and quotes: a negotiation from the request to the order.
test('leads a negotiation from the request over a second offer to the order', longForm, async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  const create = (path: string, body: object) => createIn({ quayside, http, projectKey }, path, body);
  const place = { quayside, projectKey, create };
  const request = await createQuoteRequest(place, await createBuyerCart(place), { comment: 'For our new office' });
  const path = `/${projectKey}/quote-requests/${request.id}`;
  const { page, unexpected } = await openConsolePage(t, quayside, 'sam@example.com', path);
  const dialog = page.getByRole('dialog');
  const main = page.getByRole('main');
  const step = (name: string) => main.getByRole('region', { name, exact: true });
  const press = (name: string): Promise<void> => main.getByRole('button', { name, exact: true }).click();
  await step('Quote request').getByText('Buyer: For our new office').waitFor();

  await press('Prepare an offer');
  await step('Quote request').getByText('Accepted').waitFor();
  await press('Comment and validity');
  await dialog.getByLabel('Seller').fill('Five percent off');
  await dialog.getByLabel('Valid to').fill('2999-12-31');
  t.same(await violationsOf(page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await step('Offer in preparation').getByText('Seller: Five percent off').waitFor();
  await press('Send the quote');
  await step('Quote').getByText('Pending').waitFor();
  t.equal(await main.getByRole('button', { name: 'Send the quote' }).count(), 0);

  await press('Ask for another offer');
  await dialog.getByLabel('Buyer').fill('Ten percent would be better');
  await dialog.getByRole('button', { name: 'Ask for another offer' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await step('Quote').getByText('Buyer: Ten percent would be better').waitFor();
  await press('Another offer was made');
  await step('Quote').getByText('RenegotiationAddressed').waitFor();
  await press('Send the quote');
  await step('Quote').nth(1).getByText('Pending').waitFor();
  t.same(await violationsOf(page), []);

  await step('Quote').nth(1).getByRole('link', { name: 'Quote' }).click();
  await page.waitForURL(/\/quotes\//);
  await main.getByRole('cell', { name: 'Engraving' }).waitFor();
  await press('Accept and order');
  await step('Order').getByText('Open').waitFor();
  await step('Quote').nth(1).getByText('Accepted').waitFor();
  const read = async (at: string) => (await http.send('GET', `/${projectKey}/${at}?sort=createdAt%20asc`)).json;
  matchWhole(t, await read('quotes'), {
    results: [
      { quoteState: 'RenegotiationAddressed', buyerComment: 'Ten percent would be better' },
      { quoteState: 'Accepted', sellerComment: 'Five percent off', validTo: '2999-12-31T23:59:59.999Z' },
    ],
  });
  matchWhole(t, await read('orders'), { total: 1, results: [{ createdBy: { externalUserId: 'sam@example.com' } }] });
  t.same(unexpected(), []);
});

test('rejects a quote request', longForm, async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  const create = (path: string, body: object) => createIn({ quayside, http, projectKey }, path, body);
  const place = { quayside, projectKey, create };
  const request = await createQuoteRequest(place, await createBuyerCart(place));
  const path = `/${projectKey}/quote-requests/${request.id}`;
  const { page } = await openConsolePage(t, quayside, 'sam@example.com', path, { colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('region', { name: 'Quote request', exact: true }).getByText('Rejected').waitFor();
  t.equal(await page.getByRole('button', { name: 'Prepare an offer' }).count(), 0);
  t.same(await violationsOf(page), []);
  matchWhole(t, (await http.send('GET', path)).json, { quoteRequestState: 'Rejected' });
});
