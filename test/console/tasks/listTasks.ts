import { text } from 'node:stream/consumers';
import { matchWhole } from '../../support/matchWhole.js';
import { activateOrderSearch } from './startShop.js';
import type { Task } from './Task.js';

export const listTasks: readonly Task[] = [
  {
    name: 'find-large-orders-that-wait',
    path: 'orders',
    clicks: 9,
    run: async ({ page }) => {
      const chips = page.getByRole('group', { name: 'Narrow down' });
      await chips.getByRole('button', { name: 'Created', exact: true }).click();
      await page.getByRole('button', { name: '30 days' }).click();
      await page.keyboard.press('Escape');
      await chips.getByRole('button', { name: 'Total', exact: true }).click();
      await page.getByLabel('From').fill('40');
      await page.keyboard.press('Escape');
      await chips.getByRole('button', { name: 'Waits for shipment', exact: true }).click();
      await page.getByRole('radio', { name: 'yes' }).click();
      await page.keyboard.press('Escape');
      await page.getByText('3 results').waitFor();
      await chips.getByRole('button', { name: /Total/ }).first().click();
      await page.getByLabel('From').fill('200');
      await page.getByText('0 results').waitFor();
    },
  },
  {
    name: 'search-an-order',
    path: '-/settings',
    run: async ({ page, shop }) => {
      await activateOrderSearch(shop);
      await page.getByRole('link', { name: 'Orders', exact: true }).click();
      await page.getByLabel('Search: Orders').fill('eva');
      await page.getByText('1 result').waitFor();
      await page.getByRole('link', { name: 'A-100' }).waitFor();
    },
  },
  {
    name: 'save-a-filter',
    path: 'orders',
    run: async ({ page }) => {
      await page.getByText('3 results').waitFor();
      await page.getByRole('button', { name: 'Expert filter' }).click();
      await page.getByLabel('Filter', { exact: true }).fill('customerEmail = "bob@example.com"');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('2 results').waitFor();
      await page.getByRole('button', { name: 'Save this filter' }).click();
      await page.getByLabel('Name of the filter').fill('Orders of Bob');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Orders of Bob', exact: true }).waitFor();
    },
  },
  {
    name: 'choose-columns',
    path: 'orders',
    run: async ({ t, page }) => {
      await page.getByText('3 results').waitFor();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Country', exact: true }).check();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Country', exact: true }).waitFor({ state: 'hidden' });
      await page.getByRole('cell', { name: 'eva@example.com' }).waitFor();
      t.ok(await page.getByRole('columnheader', { name: 'Country' }).isVisible());
    },
  },
  {
    name: 'export-orders',
    path: 'orders',
    run: async ({ t, page }) => {
      await page.getByText('3 results').waitFor();
      await page.getByRole('button', { name: 'Export' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
      ]);
      const rows = (await text(await file.createReadStream())).trim().split('\r\n');
      const numbers = rows.slice(1).map(row => /A-\d+/.exec(row)?.[0]);
      t.same(new Set(numbers), new Set(['A-100', 'A-101', 'A-102']));
      t.equal(numbers.length, 3);
    },
  },
  {
    name: 'change-many-orders',
    path: 'orders',
    run: async ({ t, page, shop }) => {
      await page.getByText('3 results').waitFor();
      await page.getByLabel('Select all of this page').check();
      await page.getByLabel('Select A-100').uncheck();
      await page.getByRole('button', { name: 'Change 2 selected' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Update action' }).click();
      await page.getByRole('option', { name: 'Change shipment state' }).click();
      await dialog.getByRole('textbox', { name: 'Shipment state' }).click();
      await page.getByRole('option', { name: 'Delayed' }).click();
      await dialog.getByRole('button', { name: 'Apply to all 2' }).click();
      await dialog.getByText('2 of 2 are changed, 0 failed.').waitFor();
      matchWhole(t, await shop.read('orders?where=shipmentState%3D%22Delayed%22'), { total: 2 });
    },
  },
  {
    name: 'work-in-german',
    path: 'orders',
    run: async ({ t, page }) => {
      await page.getByText('3 results').waitFor();
      await page.getByRole('button', { name: 'sam', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Deutsch' }).click();
      await page.getByRole('heading', { name: 'Bestellungen' }).waitFor();
      t.equal(await page.locator('html').getAttribute('lang'), 'de');
    },
  },
];
