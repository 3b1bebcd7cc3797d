import { createIn } from '../../support/createSample.js';
import { matchWhole } from '../../support/matchWhole.js';
import { openShop } from '../../support/shop.js';
import type { Task } from './Task.js';

export const shippingTasks: readonly Task[] = [
  {
    name: 'change-a-shipping-rate',
    path: 'orders',
    role: 'operator',
    clicks: 4,
    run: async ({ t, page, shop }) => {
      const { shippingMethod } = await openShop({ createIn: (path, draft) => createIn(shop, path, draft) });
      const { id } = await shippingMethod(490, { name: 'Parcel' });
      await page.getByRole('link', { name: 'Shipping methods', exact: true }).click();
      await page.getByRole('link', { name: 'Parcel', exact: true }).click();
      await page.getByRole('button', { name: 'Change the rate: Europe, EUR' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Price').fill('5.90');
      await dialog.getByLabel('Free from a cart of').fill('80');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText('€5.90, free from €80.00').waitFor();
      const { zoneRates } = (await shop.read(`shipping-methods/${id}`)) as {
        zoneRates: readonly [{ shippingRates: readonly object[] }];
      };
      t.equal(zoneRates[0].shippingRates.length, 1);
      matchWhole(t, zoneRates[0].shippingRates[0]!, { price: { centAmount: 590 }, freeAbove: { centAmount: 8_000 } });
    },
  },
];
