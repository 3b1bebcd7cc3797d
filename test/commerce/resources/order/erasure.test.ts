import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { newKey } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { startOrders } from '../../../support/orders.js';
import { findTraces as tracesIn } from '../../../support/listKeys.js';

const { quayside, projectKey, sdk, http, base, create, update, get, messagesOf, createIn } = await startOrders();
await createIn('stores', { key: 'shop' });
const inStore = sdk.inStoreKeyWithStoreKeyValue({ storeKey: 'shop' }).orders();

/** Creates an order with personal data and changes it once, so that messages hold personal data too. */
const personal = async () => {
  const secret = newKey('secret');
  const order = await create({
    orderNumber: newKey('o'),
    customerId: secret,
    customerEmail: `${secret}@example.com`,
    shippingAddress: { country: 'DE', lastName: secret },
    store: { typeId: 'store', key: 'shop' },
  });
  await update(order, { action: 'setCustomerEmail', email: `new-${secret}@example.com` });
  return { secret, id: order.id, orderNumber: order.orderNumber! };
};

const tracesOf = async (text: string) => (await tracesIn(quayside, projectKey, text)).sort();
const queryArgs = { version: 2, dataErasure: true };
type Personal = Awaited<ReturnType<typeof personal>>;
const deletions: readonly (readonly [string, (order: Personal) => { execute(): Promise<{ statusCode?: number }> }])[] =
  [
    ['by id (ORD092, ORD104, GEN070)', ({ id }) => sdk.orders().withId({ ID: id }).delete({ queryArgs })],
    [
      'by number (ORD093, ORD104, GEN070)',
      ({ orderNumber }) => sdk.orders().withOrderNumber({ orderNumber }).delete({ queryArgs }),
    ],
    ['by id in its store (ORD094, ORD104, GEN070)', ({ id }) => inStore.withId({ ID: id }).delete({ queryArgs })],
    [
      'by number in its store (ORD095, ORD104, GEN070)',
      ({ orderNumber }) => inStore.withOrderNumber({ orderNumber }).delete({ queryArgs }),
    ],
  ];

for (const [name, deletion] of deletions)
  test(`dataErasure leaves no trace in any key or value: ${name}`, async t => {
    const order = await personal();
    t.ok(
      (await tracesOf(order.secret)).length >= 4,
      'the order, its messages and its indexes hold personal data before',
    );
    t.equal((await deletion(order).execute()).statusCode, 200);
    t.same(await tracesOf(order.secret), []);
    const [only, ...others] = await messagesOf(order);
    matchWhole(t, only, { type: 'OrderDeleted', sequenceNumber: 3, resource: { id: order.id } });
    t.same(others, []);
  });

for (const [name, given] of [
  ['absent', {}],
  ['false', { dataErasure: false }],
] as const)
  test(`messages stay complete after dataErasure ${name} (ORD092, ORD104)`, async t => {
    const { secret, id } = await personal();
    await sdk
      .orders()
      .withId({ ID: id })
      .delete({ queryArgs: { version: 2, ...given } })
      .execute();
    matchWhole(t, await messagesOf({ id }), [
      { type: 'OrderImported', order: { customerId: secret } },
      { type: 'OrderCustomerEmailSet', oldEmail: `${secret}@example.com` },
      { type: 'OrderDeleted', order: { customerEmail: `new-${secret}@example.com` } },
    ]);
  });

test('an erasure deletes nothing of other orders (ORD104)', async t => {
  const [gone, kept] = [await personal(), await personal()];
  const before = await messagesOf(kept);
  await sdk.orders().withId({ ID: gone.id }).delete({ queryArgs }).execute();
  t.same(await messagesOf(kept), before);
  t.equal((await get(kept)).customerId, kept.secret);
});

test('a refused erasure deletes nothing (ORD104)', async t => {
  const { id, secret } = await personal();
  const before = [await messagesOf({ id }), await tracesOf(secret)];
  assertError(
    t,
    await http.send('DELETE', `${base}/orders/${id}?version=1&dataErasure=true`),
    'ConcurrentModification',
    { currentVersion: 2 },
  );
  assertError(t, await http.send('DELETE', `${base}/orders/${id}?version=2&dataErasure=yes`), 'InvalidInput', {
    message: /dataErasure: expected true or false, got 'yes'/,
  });
  t.same([await messagesOf({ id }), await tracesOf(secret)], before);
});
