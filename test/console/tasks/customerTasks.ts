import type { Page } from 'playwright-core';
import { matchWhole } from '../../support/matchWhole.js';
import { createIn } from '../../support/createSample.js';
import { cartDiscountDraft, productTypeDraft, referenceTo } from '../../support/drafts.js';
import type { Shop } from './startShop.js';
import type { Task } from './Task.js';

/** Opens Eva Sand from the list of customers. */
const openEva = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'eva@example.com' }).click();
  await page.getByRole('link', { name: 'A-100' }).waitFor();
};

const inEuros = (centAmount: number) => ({ currencyCode: 'EUR', centAmount });

/** A chair in two colours, of which the red one is cheaper. */
const createChair = async (shop: Shop): Promise<void> => {
  const rates = [{ name: 'MwSt', amount: 0.19, includedInPrice: true, country: 'DE' }];
  const taxCategory = await createIn(shop, 'tax-categories', { name: 'Standard', rates });
  const productType = await createIn(shop, 'product-types', productTypeDraft([], { key: 'furniture' }));
  const variant = (sku: string, centAmount: number) => ({ sku, prices: [{ value: inEuros(centAmount) }] });
  await createIn(shop, 'products', {
    productType: referenceTo('product-type', productType),
    name: { en: 'Chair' },
    slug: { en: 'chair' },
    taxCategory: referenceTo('tax-category', taxCategory),
    masterVariant: variant('CHAIR-1', 2_500),
    variants: [variant('CHAIR-RED', 2_000)],
    publish: true,
  });
};

/** A cart of Eva with a code of a discount that asks for more than the cart has. */
const createCartWithCode = async (shop: Shop): Promise<void> => {
  const changes = {
    name: { en: 'For large orders' },
    requiresDiscountCode: true,
    cartPredicate: 'totalPrice > "100.00 EUR"',
  };
  const discount = await createIn(shop, 'cart-discounts', cartDiscountDraft(changes));
  await createIn(shop, 'discount-codes', { code: 'LARGE', cartDiscounts: [referenceTo('cart-discount', discount)] });
  const { id, email } = shop.customers[0]!;
  const cart = await createIn(shop, 'carts', { currency: 'EUR', customerId: id, customerEmail: email });
  const actions = [{ action: 'addDiscountCode', code: 'LARGE' }];
  await createIn(shop, `carts/${cart.id}`, { version: cart.version, actions });
};

export const customerTasks: readonly Task[] = [
  {
    name: 'find-a-customer',
    path: 'customers',
    run: async ({ page }) => {
      await page.getByText('2 results').waitFor();
      await page.getByLabel('Search: Customers').fill('hil');
      await page.getByText('1 result').waitFor();
      await page.getByRole('link', { name: 'bob@example.com' }).waitFor();
    },
  },
  {
    name: 'go-from-a-customer-to-an-order',
    path: 'customers',
    run: async ({ page }) => {
      await openEva(page);
      await page.getByRole('link', { name: 'A-100' }).click();
      await page.getByRole('region', { name: 'Lines' }).waitFor();
      await page.locator('.react-flow__node').first().waitFor();
    },
  },
  {
    name: 'create-a-password-token',
    path: 'customers',
    run: async ({ t, page, shop }) => {
      await openEva(page);
      await page.getByRole('button', { name: 'Reset the password' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Create the token' }).click();
      await dialog.getByText('The token is shown only now.').waitFor();
      const tokenValue = (await dialog.locator('pre').textContent()) ?? '';
      const body = { tokenValue, newPassword: 'another-secret-2' };
      const { json } = await shop.http.send('POST', `/${shop.projectKey}/customers/password/reset`, { body });
      matchWhole(t, json, { email: 'eva@example.com' });
    },
  },
  {
    name: 'erase-a-customer',
    path: 'customers',
    run: async ({ t, page, shop }) => {
      await openEva(page);
      await page.getByRole('button', { name: 'Erase the customer' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Orders (1), carts (0), payments (').waitFor();
      await dialog.getByLabel('I know that nothing brings this data back.').check();
      await dialog.getByRole('button', { name: 'Erase the customer' }).click();
      await page.getByText('1 result').waitFor();
      matchWhole(t, await shop.read('customers'), { results: [{ email: 'bob@example.com' }] });
    },
  },
  {
    name: 'change-the-email-of-a-customer',
    path: 'customers',
    clicks: 4,
    run: async ({ t, page, shop }) => {
      await openEva(page);
      await page.getByRole('button', { name: 'Change name or email' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill('eva.sand@example.com');
      await dialog.getByText('The customer signs in with the new email from now on').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('heading', { name: 'eva.sand@example.com' }).waitFor();
      matchWhole(t, await shop.read(`customers/${shop.customers[0]!.id}`), { email: 'eva.sand@example.com' });
    },
  },
  {
    name: 'change-an-address-of-a-customer',
    path: 'customers',
    clicks: 5,
    run: async ({ t, page, shop }) => {
      await openEva(page);
      const addresses = page.getByRole('region', { name: 'Addresses' });
      await addresses.getByRole('button', { name: 'Change' }).click();
      await page.getByRole('menuitem', { name: 'Change the address' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('City').fill('Hamburg');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await addresses.getByText('Hamburg').waitFor();
      matchWhole(t, await shop.read(`customers/${shop.customers[0]!.id}`), { addresses: [{ city: 'Hamburg' }] });
    },
  },
  {
    name: 'take-an-order-by-phone',
    path: 'customers',
    clicks: 14,
    prepare: createChair,
    run: async ({ t, page, shop }) => {
      await page.getByRole('link', { name: 'Create' }).click();
      await page.getByLabel('Email').fill('ida@example.com');
      await page.getByLabel('Last name').fill('Berg');
      await page.getByLabel('City').fill('Kiel');
      await page.getByLabel('Country').fill('DE');
      await page.getByRole('button', { name: 'Create a customer' }).click();
      await page.getByRole('heading', { name: 'Berg' }).waitFor();
      await page.getByRole('button', { name: 'New cart' }).click();
      await page.getByRole('menuitem', { name: 'EUR' }).click();
      const dialog = page.getByRole('dialog');
      const submit = async (name: string): Promise<void> => {
        await dialog.getByRole('button', { name, exact: true }).click();
        await dialog.waitFor({ state: 'hidden' });
      };
      await page.getByRole('button', { name: 'Add an item' }).click();
      await dialog.getByRole('textbox', { name: 'Product' }).fill('Cha');
      await page.getByRole('option', { name: 'Chair' }).click();
      await dialog.getByRole('textbox', { name: 'Variant' }).click();
      await page.getByRole('option', { name: 'CHAIR-RED' }).click();
      await submit('Add an item');
      // The address and the country are those of the customer.
      await page.getByRole('region', { name: 'Shipping address' }).getByText('Kiel').waitFor();
      await page.getByRole('main').getByRole('button', { name: 'Create an order' }).click();
      await submit('Create an order');
      await page.getByRole('button', { name: 'Record a payment' }).click();
      await dialog.getByLabel('Method').fill('Invoice');
      await submit('Record a payment');
      await page.getByRole('region', { name: 'Payments' }).getByText('Charge').waitFor();
      await page.getByText('Paid', { exact: true }).waitFor();
      const { results } = (await shop.read(
        'orders?where=totalPrice(centAmount=2000)&expand=paymentInfo.payments[*]',
      )) as {
        results: object[];
      };
      matchWhole(t, results, [
        {
          customerEmail: 'ida@example.com',
          paymentState: 'Paid',
          shippingAddress: { city: 'Kiel' },
          paymentInfo: { payments: [{ obj: { transactions: [{ type: 'Charge', state: 'Success' }] } }] },
        },
      ]);
    },
  },
  {
    name: 'see-why-a-code-does-not-apply',
    path: 'carts',
    clicks: 1,
    prepare: createCartWithCode,
    run: async ({ page }) => {
      await page.getByRole('link', { name: 'eva@example.com' }).first().click();
      const codes = page.getByRole('region', { name: 'Discount codes' });
      await codes.getByText('Does not apply: the cart does not meet a condition of its discount').waitFor();
    },
  },
  {
    name: 'open-a-cart-for-a-customer',
    path: 'customers',
    run: async ({ t, page, shop }) => {
      await openEva(page);
      await page.getByRole('button', { name: 'New cart' }).click();
      await page.getByRole('menuitem').first().click();
      await page.waitForURL(/\/carts\//);
      await page.getByRole('tab', { name: 'Overview' }).waitFor();
      matchWhole(t, await shop.read('carts'), { results: [{ customerId: shop.customers[0]!.id }] });
    },
  },
];
