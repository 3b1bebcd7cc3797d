import type { Page } from 'playwright-core';
import { createIn } from '../../support/createSample.js';
import { matchWhole } from '../../support/matchWhole.js';
import { activateOrderSearch } from './startShop.js';
import type { Task } from './Task.js';

/** Opens an order from the list of orders. */
const open = async (page: Page, orderNumber: string): Promise<void> => {
  await page.getByRole('link', { name: orderNumber, exact: true }).click();
  await page.getByRole('region', { name: 'Lines' }).waitFor();
  await page.locator('.react-flow__node').first().waitFor();
};

/** Opens a window by its button, fills it and sends it. */
const change = async (page: Page, button: string, fill: () => Promise<void>, submit = button): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor();
  await fill();
  await dialog.getByRole('button', { name: submit, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
};

const nothing = async (): Promise<void> => undefined;

export const orderTasks: readonly Task[] = [
  {
    name: 'read-an-order',
    path: 'orders',
    run: async ({ t, page }) => {
      await open(page, 'A-100');
      await page.getByRole('region', { name: 'Payments' }).getByText('Charge').waitFor();
      t.match(await page.getByRole('region', { name: 'Lines' }).textContent(), /Chair.*2.*€25\.00.*Total€50\.00/);
    },
  },
  {
    name: 'cancel-an-order',
    path: 'orders',
    run: async ({ t, page, shop }) => {
      await open(page, 'A-100');
      await change(page, 'Cancel the order', nothing);
      await page.locator('button[aria-disabled=true]', { hasText: 'Cancel the order' }).waitFor();
      matchWhole(t, await shop.read('orders/order-number=A-100'), { orderState: 'Cancelled' });
    },
  },
  {
    name: 'refund-a-part',
    path: 'orders',
    run: async ({ t, page, shop }) => {
      await open(page, 'A-100');
      await change(page, 'Refund', () => page.getByLabel('Amount in EUR').fill('12.50'));
      await page.getByRole('region', { name: 'Payments' }).getByText('€12.50').waitFor();
      const { results } = (await shop.read('payments?sort=createdAt%20asc')) as { results: object[] };
      matchWhole(t, results[0], {
        transactions: [{ type: 'Charge' }, { type: 'Refund', state: 'Initial', amount: { centAmount: 1_250 } }],
      });
    },
  },
  {
    name: 'add-a-delivery',
    path: 'orders',
    clicks: 4,
    run: async ({ t, page, shop }) => {
      await open(page, 'A-100');
      await change(page, 'Ship', async () => {
        await page.getByLabel('Carrier').fill('DHL');
        await page.getByLabel('Tracking number').fill('0034');
      });
      await page.getByText('Parcel: DHL 0034').waitFor();
      matchWhole(t, await shop.read('orders/order-number=A-100'), {
        shippingInfo: { deliveries: [{ parcels: [{ trackingData: { carrier: 'DHL', trackingId: '0034' } }] }] },
      });
    },
  },
  {
    name: 'record-a-return',
    path: 'orders',
    clicks: 6,
    run: async ({ t, page, shop }) => {
      await open(page, 'A-100');
      await change(page, 'Add a return', async () => {
        await page.getByLabel('Chair (2)').click();
        await page.getByLabel('Chair (2)').fill('1');
        await page.getByLabel('Comment').fill('A leg is broken');
      });
      await page.getByText('A leg is broken').waitFor();
      await page.getByRole('button', { name: 'It is refunded' }).click();
      await page.getByRole('region', { name: 'Returns' }).getByText('Refunded', { exact: true }).waitFor();
      matchWhole(t, await shop.read('orders/order-number=A-100'), {
        returnInfo: [
          { items: [{ quantity: 1, comment: 'A leg is broken', shipmentState: 'Returned', paymentState: 'Refunded' }] },
        ],
      });
    },
  },
  {
    name: 'change-the-shipping-address',
    path: 'orders',
    clicks: 4,
    run: async ({ t, page, shop }) => {
      await open(page, 'A-100');
      await page.getByRole('button', { name: 'Change an address' }).click();
      const dialog = page.getByRole('dialog');
      await page.getByRole('menuitem', { name: 'Shipping address' }).click();
      await dialog.getByLabel('City').fill('Hamburg');
      await dialog.getByLabel('Region').fill('North');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText('Hamburg').waitFor();
      matchWhole(t, await shop.read('orders/order-number=A-100'), {
        shippingAddress: { city: 'Hamburg', region: 'North' },
      });
    },
  },
  {
    name: 'change-the-states',
    path: 'orders',
    run: async ({ t, page, shop }) => {
      await open(page, 'A-100');
      await change(
        page,
        'Change states',
        async () => {
          await page.getByRole('dialog').getByRole('textbox', { name: 'Shipment' }).click();
          await page.getByRole('option', { name: 'Shipped', exact: true }).click();
        },
        'Save',
      );
      matchWhole(t, await shop.read('orders/order-number=A-100'), { shipmentState: 'Shipped' });
    },
  },
  {
    name: 'go-through-the-workflow',
    path: 'orders',
    run: async ({ t, page, shop }) => {
      await open(page, 'A-100');
      await change(page, 'Confirm the order', nothing);
      await page.getByRole('button', { name: 'Confirm the order' }).waitFor({ state: 'hidden' });
      await change(page, 'Move on in the workflow', async () => {
        await page.getByRole('dialog').getByRole('textbox', { name: 'Next state' }).click();
        await page.getByRole('option', { name: 'Shipped', exact: true }).click();
        await page.getByText('Workflow: Confirmed → Shipped').waitFor();
      });
      matchWhole(t, await shop.read('orders/order-number=A-100?expand=state'), {
        orderState: 'Confirmed',
        shipmentState: 'Shipped',
        state: { obj: { key: 'shipped' } },
      });
    },
  },
  {
    name: 'see-who-changed-an-order',
    path: 'orders',
    run: async ({ t, page }) => {
      await open(page, 'A-100');
      await change(page, 'Cancel the order', nothing);
      await page.getByRole('tab', { name: 'History' }).click();
      const entry = page.getByRole('group', { name: 'OrderStateChanged' });
      await entry.waitFor();
      t.same(await entry.getByRole('cell').allInnerTexts(), ['Open', 'Cancelled']);
      await page.getByText(/from Open to Cancelled by sam$/).waitFor();
    },
  },
  {
    name: 'solve-a-conflict',
    path: 'orders',
    run: async ({ t, page, shop }) => {
      await open(page, 'A-100');
      await page.getByRole('button', { name: 'Cancel the order' }).click();
      const [{ id, version }] = shop.orders as [{ id: string; version: number }];
      const actions = [{ action: 'changePaymentState', paymentState: 'Paid' }];
      await createIn(shop, `orders/${id}`, { version, actions });
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Cancel the order' }).click();
      await dialog.getByRole('cell', { name: 'Paid' }).waitFor();
      t.same(await dialog.getByRole('rowheader').allTextContents(), ['Payment state']);
      await dialog.getByRole('button', { name: 'Apply Change order state to the newest version' }).click();
      await dialog.waitFor({ state: 'hidden' });
      matchWhole(t, await shop.read(`orders/${id}`), { orderState: 'Cancelled', paymentState: 'Paid' });
    },
  },
  {
    name: 'write-a-note',
    path: 'orders',
    clicks: 2,
    run: async ({ t, page, shop }) => {
      await createIn(shop, 'types', {
        key: 'order-notes',
        name: { en: 'Order with notes' },
        resourceTypeIds: ['order'],
        fieldDefinitions: [
          {
            name: 'notes',
            label: { en: 'Notes' },
            required: false,
            type: { name: 'Set', elementType: { name: 'String' } },
          },
        ],
      });
      await open(page, 'A-100');
      await page.getByLabel('New note').click();
      await page.keyboard.type('Ring twice.');
      await page.keyboard.press('Enter');
      await page.getByText('Ring twice.', { exact: true }).waitFor();
      const { custom } = (await shop.read('orders/order-number=A-100')) as { custom: { fields: { notes: string[] } } };
      t.match(custom.fields.notes[0], /^\S+ sam@example\.com\nRing twice\.$/);
    },
  },
  {
    name: 'see-what-a-customer-bought',
    path: 'orders',
    clicks: 1,
    run: async ({ page }) => {
      await page.getByRole('link', { name: 'eva@example.com' }).click();
      await page.getByRole('heading', { name: 'Eva Sand' }).waitFor();
      await page.getByRole('region', { name: 'Orders' }).getByText('2 × Chair').waitFor();
    },
  },
  {
    name: 'find-an-order-by-keys',
    path: 'orders',
    clicks: 0,
    run: async ({ page, shop }) => {
      await activateOrderSearch(shop);
      await page.getByText('3 results').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('a-10');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'A-102' }).waitFor();
      await page.getByRole('region', { name: 'Lines' }).waitFor();
      await page.locator('.react-flow__node').first().waitFor();
    },
  },
  {
    name: 'start-an-order-of-a-customer',
    path: 'orders',
    clicks: 5,
    run: async ({ t, page, shop }) => {
      await page.getByRole('link', { name: 'Create' }).click();
      await page.getByRole('textbox', { name: 'Customer' }).fill('hil');
      await page.getByRole('option', { name: /Bob Hill/ }).click();
      await page.getByRole('button', { name: 'New cart' }).click();
      await page.getByRole('menuitem', { name: 'EUR' }).click();
      await page.waitForURL(/\/carts\//);
      await page.getByRole('region', { name: 'Shipping address' }).getByText('Bremen').waitFor();
      matchWhole(t, await shop.read('carts'), { results: [{ customerId: shop.customers[1]!.id, country: 'DE' }] });
    },
  },
];
