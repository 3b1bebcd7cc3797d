/** Orders, revenue and sold products by day and market, and the lists of pending work. */
import { test } from '../../../support/tap.js';
import { createProjectApi, type VersionedId } from '../../../support/resourceApi.js';
import { startOrders } from '../../../support/orders.js';

const { quayside, projectKey, http, create, update, remove, resourcesAt } = await startOrders();
const stores = resourcesAt('stores');
await stores.create({ key: 'north' });

interface Sales {
  readonly orders: number;
  readonly cents: number;
}
interface Figures {
  readonly days: readonly (Sales & { start: string; currency: string })[];
  readonly markets: readonly (Sales & { country?: string; storeKey?: string; currency: string })[];
  readonly sold: readonly { readonly productId: string; readonly quantity: number }[];
}

const today = new Date();
today.setUTCHours(0, 0, 0, 0);
const starts = [new Date(today.getTime() - 86_400_000), today].map(day => day.toISOString()).join(',');
const read = async (client = http, key = projectKey) =>
  (await client.send('GET', `/${key}/order-figures?starts=${starts}`)).json as Figures;
const summary = async () => {
  const { days, markets, sold } = await read();
  return [
    days.map(({ start, currency, orders, cents }) => `${start === today.toISOString()} ${currency} ${orders} ${cents}`),
    markets.map(({ country, storeKey, currency, orders, cents }) =>
      [country, storeKey, currency, orders, cents].join(' '),
    ),
    sold.map(({ quantity }) => quantity),
  ];
};

const eur = (centAmount: number) => ({ currencyCode: 'EUR', centAmount });
const lineItem = (productId: string | undefined, quantity: number, value = eur(500)) => ({
  productId,
  variant: productId === undefined ? { sku: 'chair' } : { id: 1, sku: 'chair' },
  name: { en: 'Chair' },
  price: { value },
  quantity,
});

test('sums follow each order: creation, another store, cancellation, deletion', async t => {
  const { id: productTypeId } = await resourcesAt('product-types').create({ name: 'goods', description: '' });
  const product = await resourcesAt('products').create({
    productType: { typeId: 'product-type', id: productTypeId },
    name: { en: 'Chair' },
    slug: { en: 'chair' },
  });
  t.same(await summary(), [[], [], []]);
  const german = await create({ totalPrice: eur(1_500), country: 'DE', lineItems: [lineItem(product.id, 3)] });
  const other = await create({ totalPrice: eur(700), country: 'DE', lineItems: [lineItem(product.id, 1)] });
  const usd = { currencyCode: 'USD', centAmount: 900 };
  const american = await create({
    totalPrice: usd,
    store: { typeId: 'store', key: 'north' },
    lineItems: [lineItem(undefined, 1, usd)],
  });
  t.same(await summary(), [['true EUR 2 2200', 'true USD 1 900'], ['DE  EUR 2 2200', ' north USD 1 900'], [4]]);
  const paid = await update(german, { action: 'changePaymentState', paymentState: 'Paid' });
  const moved = await update(american, { action: 'setStore' });
  t.same((await summary())[1], ['DE  EUR 2 2200', '  USD 1 900']);
  const cancelled = await update(paid, { action: 'changeOrderState', orderState: 'Cancelled' });
  t.same(await summary(), [['true EUR 1 700', 'true USD 1 900'], ['DE  EUR 1 700', '  USD 1 900'], [1]]);
  await update(cancelled, { action: 'changeOrderState', orderState: 'Open' });
  t.same((await summary())[2], [4]);
  await remove(moved);
  await remove(other);
  t.same(await summary(), [['true EUR 1 1500'], ['DE  EUR 1 1500'], [3]]);
});

test('another project has sums of its own, and bad starts are refused', async t => {
  const other = await createProjectApi(quayside, await quayside.project());
  t.same(await read(other.http, other.projectKey), { days: [], markets: [], sold: [] });
  const wrong = await other.http.send('GET', `/${projectKey}/order-figures?starts=${starts}`);
  t.equal(wrong.status, 401);
  for (const query of [
    '',
    '?starts=',
    '?starts=today',
    `?starts=${starts},${starts}`,
    `?starts=${`${starts},`.repeat(50)}`,
  ])
    t.equal((await http.send('GET', `/${projectKey}/order-figures${query}`)).status, 400, query);
});

const found = async (path: string, where: string) => {
  const { json } = await http.send('GET', `/${projectKey}/${path}?where=${encodeURIComponent(where)}&limit=500`);
  return (json as { results: VersionedId[] }).results.map(({ id }) => id);
};

test('lists name the orders and payments with pending work', async t => {
  const order = await create({ orderState: 'Confirmed', shipmentState: 'Pending' });
  const orders = resourcesAt('orders');
  const item = { quantity: 1, lineItemId: order.lineItems[0]!.id, shipmentState: 'Advised' };
  let current: VersionedId = order;
  for (const [action, awaits, returns] of [
    [{ action: 'changeShipmentState', shipmentState: 'Shipped' }, false, false],
    [{ action: 'addReturnInfo', items: [item] }, false, true],
    [{ action: 'changeShipmentState', shipmentState: 'Partial' }, true, true],
    [{ action: 'setReturnInfo' }, true, false],
    [{ action: 'changeOrderState', orderState: 'Complete' }, false, false],
  ] as const) {
    current = await orders.update(current, action);
    t.same((await found('orders', 'awaitsShipment = true')).includes(order.id), awaits, action.action);
    t.same((await found('orders', 'hasOpenReturn = true')).includes(order.id), returns, action.action);
  }
  const amount = eur(700);
  const payment = await resourcesAt('payments').create({
    amountPlanned: amount,
    transactions: [{ type: 'Charge', amount, state: 'Failure' }],
  });
  t.same(await found('payments', 'hasFailedTransaction = true'), [payment.id]);
  const transaction = { type: 'Charge', amount, state: 'Success' };
  await resourcesAt('payments').update(payment, { action: 'addTransaction', transaction });
  t.same(await found('payments', 'hasFailedTransaction = true'), []);
  const stock = await resourcesAt('inventory').create({ sku: 'scarce', quantityOnStock: 11 });
  t.same(await found('inventory', 'isLowOnStock = true'), []);
  await resourcesAt('inventory').update(stock, { action: 'removeQuantity', quantity: 1 });
  t.same(await found('inventory', 'isLowOnStock = true'), [stock.id]);
});
