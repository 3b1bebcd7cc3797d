/** Controls that cannot be used now. */
import { longForm } from '../../support/browser.js';
import { openConsolePage } from '../../support/consolePages.js';
import { createIn, createSample } from '../../support/createSample.js';
import { newKey, orderDraft } from '../../support/drafts.js';
import type { Resource } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';
import type { Shop } from '../tasks/startShop.js';
import { consolePages, nextFrames, openAndSettle } from './consolePages.js';

const lineItemOf = (order: Resource): string => (order.lineItems as readonly Resource[])[0]!.id;

/** A control of a page with the state of the shop that makes it useless, and what it says then. */
const unavailable = async (shop: Shop) => {
  const [first, second, third] = shop.orders;
  const update = async (path: string, version: number, actions: readonly object[]): Promise<Resource> =>
    (await shop.http.send('POST', `/${shop.projectKey}/${path}`, { body: { version, actions } })).json as Resource;
  const items = [{ id: lineItemOf(first!), quantity: 2 }];
  await update(`orders/${first!.id}`, first!.version, [{ action: 'addDelivery', items }]);
  await update(`orders/${second!.id}`, second!.version, [
    { action: 'changeOrderState', orderState: 'Cancelled' },
    { action: 'addReturnInfo', items: [{ lineItemId: lineItemOf(second!), quantity: 2, shipmentState: 'Returned' }] },
  ]);
  const payment = (third!.paymentInfo as { readonly payments: readonly Resource[] }).payments[0]!;
  const refund = { type: 'Refund', state: 'Success', amount: { currencyCode: 'EUR', centAmount: 5_000 } };
  const { version } = (await shop.read(`payments/${payment.id}`)) as Resource;
  await update(`payments/${payment.id}`, version, [{ action: 'addTransaction', transaction: refund }]);
  const bare = await createIn(shop, 'orders/import', orderDraft({ orderNumber: newKey() }));
  const { customer } = (await createIn(shop, 'customers', {
    email: `${newKey()}@example.com`,
    password: 'secret-enough-1',
    isEmailVerified: true,
  })) as unknown as { customer: Resource };
  const discount = await createSample(shop, 'cart-discount');
  return [
    [`orders/${first!.id}`, 'Ship', 'All items are shipped.'],
    [`orders/${second!.id}`, 'Cancel the order', 'The order is cancelled already.'],
    [`orders/${second!.id}`, 'Add a return', 'All items are returned.'],
    [`orders/${third!.id}`, 'Refund', 'Nothing is charged that is not refunded yet.'],
    [`orders/${bare.id}`, 'Ship', 'The order has no shipping method, so it has no deliveries.'],
    [`orders/${bare.id}`, 'Refund', 'The order has no payment.'],
    [`customers/${customer.id}`, 'Confirm the email', 'The email is confirmed already.'],
    [`cart-discounts/${discount.id}`, 'Try', 'Nothing is chosen yet.'],
    ['cart-discounts/create', 'Create the discount', 'A name, an amount or a condition is missing.'],
    ['-/settings', 'Save', 'Nothing is changed yet.'],
  ] as const;
};

test('a control that cannot be used now says why to mouse, keyboard and screen reader', longForm, async t => {
  const { quayside, shop } = await consolePages();
  const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${shop.projectKey}/zones`);
  for (const [path, name, reason] of await unavailable(shop)) {
    await openAndSettle(page, path);
    const control = page.getByRole('main').getByRole('button', { name, exact: true });
    const described = (await control.getAttribute('aria-describedby')) ?? '';
    t.equal(await page.locator(`[id="${described}"]`).textContent(), reason, `${path}: ${name}`);
    const tooltip = page.getByRole('tooltip', { name: reason });
    await control.hover({ force: true });
    await tooltip.waitFor();
    await page.getByRole('heading', { level: 1 }).hover();
    await tooltip.waitFor({ state: 'hidden' });
    await control.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await tooltip.waitFor();
    await page.keyboard.press('Enter');
    await page.evaluate(nextFrames);
    t.equal(await page.getByRole('dialog').count(), 0, `${path}: ${name}`);
    t.equal(await control.getAttribute('aria-disabled'), 'true', `${path}: ${name}`);
  }
});
