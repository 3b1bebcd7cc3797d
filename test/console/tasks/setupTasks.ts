/** What is set up by forms of the console: taxes, stores, channels, groups of customers, zones. */
import { createIn } from '../../support/createSample.js';
import { matchWhole } from '../../support/matchWhole.js';
import type { Task } from './Task.js';
import { waitUntil } from '../../support/waitUntil.js';

const german = { name: 'MwSt.', amount: 0.16, includedInPrice: true, country: 'DE' };

export const setupTasks: readonly Task[] = [
  {
    name: 'change-a-tax-rate',
    path: 'orders',
    role: 'operator',
    clicks: 4,
    run: async ({ t, page, shop }) => {
      const { id } = await createIn(shop, 'tax-categories', { name: 'Goods', rates: [german] });
      await page.getByRole('link', { name: 'Tax categories', exact: true }).click();
      await page.getByRole('link', { name: 'Goods', exact: true }).click();
      await page.getByRole('button', { name: 'Change the rate: Germany' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Rate').fill('19');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('row', { name: /Germany.*MwSt\..*19%.*Prices include this tax/ }).waitFor();
      const { rates } = (await shop.read(`tax-categories/${id}`)) as { rates: readonly object[] };
      t.equal(rates.length, 1);
      matchWhole(t, rates[0]!, { ...german, amount: 0.19 });
    },
  },
  {
    name: 'change-what-a-store-offers',
    path: 'orders',
    role: 'operator',
    clicks: 7,
    run: async ({ t, page, shop }) => {
      const roles = ['InventorySupply'];
      const channel = await createIn(shop, 'channels', { key: 'north', name: { en: 'Warehouse' }, roles });
      const { id } = await createIn(shop, 'stores', { key: 'shop', name: { en: 'Shop' } });
      await page.getByRole('link', { name: 'Stores', exact: true }).click();
      await page.getByRole('link', { name: 'Shop', exact: true }).click();
      await page.getByLabel('Name (en)').fill('Shop in Bremen');
      await page.getByRole('textbox', { name: 'Countries' }).click();
      await page.getByRole('option', { name: 'Germany' }).click();
      await page.keyboard.press('Tab');
      await page.getByRole('textbox', { name: 'Ships from' }).click();
      await page.getByRole('option', { name: 'Warehouse' }).click();
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Shop in Bremen' }).waitFor();
      matchWhole(t, await shop.read(`stores/${id}`), {
        name: { en: 'Shop in Bremen' },
        countries: [{ code: 'DE' }],
        supplyChannels: [{ typeId: 'channel', id: channel.id }],
        languages: [],
      });
    },
  },
  {
    name: 'change-what-a-channel-is-for',
    path: 'orders',
    role: 'merchandiser',
    clicks: 4,
    run: async ({ t, page, shop }) => {
      const { id } = await createIn(shop, 'channels', { key: 'north', roles: ['InventorySupply'] });
      await page.getByRole('link', { name: 'Channels', exact: true }).click();
      await page.getByRole('link', { name: 'north', exact: true }).click();
      await page.getByRole('checkbox', { name: 'Prices' }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      await waitUntil(async () => ((await shop.read(`channels/${id}`)) as { version: number }).version === 2);
      matchWhole(t, await shop.read(`channels/${id}`), { roles: ['InventorySupply', 'ProductDistribution'] });
    },
  },
  {
    name: 'see-the-customers-of-a-group',
    path: 'orders',
    role: 'merchandiser',
    clicks: 4,
    run: async ({ t, page, shop }) => {
      const { id } = await createIn(shop, 'customer-groups', { groupName: 'Trade', key: 'trade' });
      const [eva] = shop.customers;
      const actions = [{ action: 'setCustomerGroup', customerGroup: { typeId: 'customer-group', id } }];
      const body = { version: eva!.version, actions };
      await shop.http.send('POST', `/${shop.projectKey}/customers/${eva!.id}`, { body });
      await page.getByRole('link', { name: 'Customer groups', exact: true }).click();
      await page.getByRole('link', { name: 'Trade', exact: true }).click();
      await page.getByLabel('Name of the group').fill('Trade customers');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Trade customers' }).waitFor();
      await page.getByRole('link', { name: /^Eva Sand/ }).waitFor();
      await page.getByRole('link', { name: 'Show all' }).click();
      await page.getByRole('row', { name: /eva@example\.com/ }).waitFor();
      await page.getByText('1 result', { exact: true }).waitFor();
      matchWhole(t, await shop.read(`customer-groups/${id}`), { name: 'Trade customers', key: 'trade' });
    },
  },
  {
    name: 'put-a-country-into-a-zone',
    path: 'orders',
    role: 'operator',
    clicks: 5,
    run: async ({ t, page, shop }) => {
      const { id } = await createIn(shop, 'zones', { name: 'Far', locations: [{ country: 'US', state: 'Texas' }] });
      await page.getByRole('link', { name: 'Zones', exact: true }).click();
      await page.getByRole('link', { name: 'Far', exact: true }).click();
      await page.getByText('United States, Texas').waitFor();
      await page.getByRole('textbox', { name: 'Countries' }).click();
      await page.getByRole('option', { name: 'Germany' }).click();
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: 'Save' }).click();
      await waitUntil(async () => ((await shop.read(`zones/${id}`)) as { version: number }).version === 2);
      matchWhole(t, await shop.read(`zones/${id}`), {
        locations: [{ country: 'US', state: 'Texas' }, { country: 'DE' }],
      });
    },
  },
];
