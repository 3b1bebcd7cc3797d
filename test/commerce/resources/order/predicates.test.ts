import { test } from '../../../support/tap.js';
import { bodyOf } from '../../../support/sdk.js';
import { valuesOf } from '../../../support/matchWhole.js';
import { lineItemDraft, money, newKey } from '../../../support/drafts.js';
import { startOrders } from '../../../support/orders.js';

const { create, sdk } = await startOrders();
const orderNumber = newKey('wanted');
const wanted = await create({
  orderNumber,
  customerId: 'customer-7',
  customerEmail: 'ana@example.com',
  country: 'PT',
  completedAt: '2026-03-01T10:00:00.000Z',
  orderState: 'Complete',
  shipmentState: 'Shipped',
  paymentState: 'Paid',
  totalPrice: money(4_000),
  taxedPrice: { totalNet: money(3_000), totalGross: money(4_000), taxPortions: [] },
  shippingAddress: { country: 'PT', city: 'Porto' },
  billingAddress: { country: 'ES', city: 'Vigo' },
  lineItems: [
    lineItemDraft({ variant: { sku: 'SKU-A' }, quantity: 1 }),
    lineItemDraft({ variant: { sku: 'SKU-B' }, quantity: 9 }),
  ],
  customLineItems: [{ name: { en: 'Wrap' }, slug: 'wrap', quantity: 1, money: money(10) }],
});
for (let count = 0; count < 5; count++) await create({ orderNumber: newKey('other') });

const find = async (where: string) => await bodyOf(sdk.orders().get({ queryArgs: { where } }));

test('predicates can name every field of an order, also id (ORD040, ORD041)', async t => {
  for (const where of [
    `id = "${wanted.id}"`,
    `orderNumber = "${orderNumber}"`,
    'customerId = "customer-7"',
    'customerEmail = "ana@example.com"',
    'country = "PT"',
    'completedAt = "2026-03-01T10:00:00Z"',
    'completedAt > "2026-02-28T23:59:59+01:00"',
    'orderState = "Complete"',
    'shipmentState = "Shipped"',
    'paymentState in ("Paid", "Failed")',
    'totalPrice(centAmount = 4000)',
    'totalPrice(centAmount > 3999 and currencyCode = "EUR")',
    'taxedPrice(totalNet(centAmount < 3001))',
    'shippingAddress(city = "Porto")',
    'billingAddress(country != "PT")',
    'lineItems(variant(sku = "SKU-A"))',
    'lineItems(variant(sku = "SKU-B") and quantity >= 9)',
    'customLineItems(slug = "wrap")',
    'customLineItems is not empty',
    'shippingAddress is defined',
    'not (orderState = "Open")',
    `createdAt <= "${wanted.createdAt}"`,
    `createdAt >= "${wanted.createdAt}" and createdAt <= "${wanted.createdAt}" and country is defined`,
    'lastModifiedAt > "2020-01-01T00:00:00Z" and customerId is defined',
    'customerId contains any ("x") or country = "PT"',
  ]) {
    const { results, total } = await find(where);
    t.same(valuesOf(results, 'id'), [wanted.id], where);
    t.equal(total, 1, where);
  }
});

test('one list element must satisfy all conditions in its brackets', async t => {
  t.equal((await find('lineItems(variant(sku = "SKU-A") and quantity = 9)')).total, 0);
});

test('a condition on an absent field matches no order, and its negation matches every order', async t => {
  t.equal((await find('anonymousId = "x"')).total, 0);
  t.equal((await find('anonymousId is not defined')).total, 6);
  t.equal((await find('syncInfo is empty and returnInfo is empty')).total, 6);
  t.equal((await find('cart is defined or paymentInfo is defined or customerGroup(id = "g")')).total, 0);
});
