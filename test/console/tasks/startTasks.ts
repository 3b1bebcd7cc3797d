import { createIn } from '../../support/createSample.js';
import type { Task } from './Task.js';

const amount = { currencyCode: 'EUR', centAmount: 5_000 };

export const startTasks: readonly Task[] = [
  {
    name: 'find-a-failed-payment',
    path: '',
    clicks: 1,
    prepare: async shop => {
      const [, order] = shop.orders;
      const payment = await createIn(shop, 'payments', {
        key: 'declined',
        amountPlanned: amount,
        paymentStatus: { interfaceText: 'Insufficient funds' },
        transactions: [{ type: 'Charge', state: 'Failure', amount }],
      });
      const addPayment = { action: 'addPayment', payment: { typeId: 'payment', id: payment.id } };
      await createIn(shop, `orders/${order!.id}`, { version: order!.version, actions: [addPayment] });
    },
    run: async ({ t, page }) => {
      await page.getByRole('link', { name: 'Failed payments' }).click();
      const row = page.getByRole('row', { name: 'declined' });
      await row.getByRole('link', { name: 'A-101' }).waitFor();
      t.match(await row.textContent(), /A-101.*bob@example\.com.*Failed.*Insufficient funds/);
    },
  },
  {
    name: 'see-the-revenue-of-today',
    path: '',
    clicks: 0,
    run: async ({ t, page }) => {
      const today = page.getByRole('region', { name: 'Today' });
      await today.getByRole('link', { name: '3 orders' }).waitFor();
      t.match(await today.textContent(), /3 orders€150\.00/);
      t.match(await page.getByRole('region', { name: 'This week' }).textContent(), /3 orders€150\.00/);
      await page.getByRole('region', { name: 'Revenue by day' }).getByRole('link').first().waitFor();
    },
  },
];
