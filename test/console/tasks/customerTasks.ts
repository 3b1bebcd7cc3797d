import type { Page } from 'playwright-core';
import { matchWhole } from '../../support/matchWhole.js';
import type { Task } from './Task.js';

/** Opens Eva Sand from the list of customers. */
const openEva = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'eva@example.com' }).click();
  await page.getByRole('link', { name: 'A-100' }).waitFor();
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
      await dialog.getByText('1 orders and 0 carts stay').waitFor();
      await dialog.getByLabel('I know that nothing brings this data back.').check();
      await dialog.getByRole('button', { name: 'Erase the customer' }).click();
      await page.getByText('1 result').waitFor();
      matchWhole(t, await shop.read('customers'), { results: [{ email: 'bob@example.com' }] });
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
