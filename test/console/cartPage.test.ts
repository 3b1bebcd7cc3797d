/** The page of a cart: a support person shops for a customer, up to the order. */
import { test } from '../support/tap.js';
import { startSharedConsole } from '../support/accounts.js';
import { skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { cartDiscountDraft, newKey } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { openShop } from '../support/shop.js';

const quayside = await startSharedConsole({ 'sam@example.com': 'support' });

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
  const { page, close, unexpected } = await openConsolePage(quayside, 'sam@example.com', path);
  t.teardown(close);
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
  await dialog.getByLabel('SKU').fill('CHAIR-1');
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
  await codes.getByText('MatchesCart').waitFor();
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
  t.same(unexpected(), []);
});

test('removes items and discount codes, and says why an order is refused', { skip }, async t => {
  const { projectKey, http, create, shop } = await startShop();
  const cart = await shop.cart([['CHAIR-1', 1]], { discountCodes: ['TEN'] });
  const path = `/${projectKey}/carts/${cart.id}`;
  const { page, close } = await openConsolePage(quayside, 'sam@example.com', path, { colorScheme: 'dark' });
  t.teardown(close);
  const dialog = page.getByRole('dialog');
  await page.getByText('Nobody is signed in to this cart.').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No discount codes.').waitFor();
  await page.getByRole('button', { name: 'Change Chair' }).click();
  await dialog.getByLabel('Quantity').fill('0');
  await dialog.getByRole('button', { name: 'Change the quantity' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Change Chair' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add an item' }).click();
  await dialog.getByLabel('SKU').fill('NO-SUCH-SKU');
  await dialog.getByRole('button', { name: 'Add an item', exact: true }).click();
  await dialog.getByText(/NO-SUCH-SKU/).waitFor();
  t.same(await violationsOf(page), []);
  matchWhole(t, (await http.send('GET', path)).json, { lineItems: [], discountCodes: [] });

  const { version } = (await http.send('GET', path)).json as { version: number };
  const actions = [{ action: 'addLineItem', sku: 'CHAIR-1' }, { action: 'freezeCart' }];
  matchWhole(t, await create(`carts/${cart.id}`, { version, actions }), { cartState: 'Frozen' });
  await page.reload();
  await page.getByText('This cart is Frozen and cannot be changed here.').waitFor();
  t.equal(await page.getByRole('button', { name: 'Add an item' }).count(), 0);
});
