import { test } from '../../support/tap.js';
import { newKey, orderDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { sdkOf } from '../../support/sdk.js';
import { findTraces as tracesIn } from '../../support/findTraces.js';

const quayside = await startQuayside();
const credentials = await quayside.project();
const sdk = sdkOf(quayside, credentials);
await sdk
  .stores()
  .post({ body: { key: 'shop' } })
  .execute();
const inStore = sdk.inStoreKeyWithStoreKeyValue({ storeKey: 'shop' }).orders();

const told = async (id: string) =>
  (
    await sdk
      .messages()
      .get({ queryArgs: { where: `resource(id = "${id}")`, sort: 'sequenceNumber asc' } })
      .execute()
  ).body.results;

/** Creates an order with personal data and changes it once, so that messages hold personal data too. */
const personal = async () => {
  const secret = newKey('secret');
  const { body } = await sdk
    .orders()
    .importOrder()
    .post({
      body: orderDraft({
        orderNumber: newKey('o'),
        customerId: secret,
        customerEmail: `${secret}@example.com`,
        shippingAddress: { country: 'DE', lastName: secret },
        store: { typeId: 'store', key: 'shop' },
      }),
    })
    .execute();
  await sdk
    .orders()
    .withId({ ID: body.id })
    .post({ body: { version: 1, actions: [{ action: 'setCustomerEmail', email: `new-${secret}@example.com` }] } })
    .execute();
  return { secret, id: body.id, orderNumber: body.orderNumber! };
};

const tracesOf = (text: string) => tracesIn(quayside, credentials.projectKey, text);

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
    const [only, ...others] = await told(order.id);
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
    matchWhole(t, await told(id), [
      { type: 'OrderImported', order: { customerId: secret } },
      { type: 'OrderCustomerEmailSet', oldEmail: `${secret}@example.com` },
      { type: 'OrderDeleted', order: { customerEmail: `new-${secret}@example.com` } },
    ]);
  });

test('an erasure deletes nothing of other orders (ORD104)', async t => {
  const [gone, kept] = [await personal(), await personal()];
  const before = await told(kept.id);
  await sdk.orders().withId({ ID: gone.id }).delete({ queryArgs }).execute();
  t.same(await told(kept.id), before);
  t.equal((await sdk.orders().withId({ ID: kept.id }).get().execute()).body.customerId, kept.secret);
});

test('a refused erasure deletes nothing (ORD104)', async t => {
  const { id, secret } = await personal();
  const before = [await told(id), await tracesOf(secret)];
  const http = quayside.http.as(await quayside.token(credentials));
  matchWhole(t, await http.send('DELETE', `/${credentials.projectKey}/orders/${id}?version=1&dataErasure=true`), {
    status: 409,
    json: { errors: [{ code: 'ConcurrentModification', currentVersion: 2 }] },
  });
  matchWhole(t, await http.send('DELETE', `/${credentials.projectKey}/orders/${id}?version=2&dataErasure=yes`), {
    status: 400,
    json: { errors: [{ code: 'InvalidInput', message: /dataErasure: expected true or false, got 'yes'/ }] },
  });
  t.same([await told(id), await tracesOf(secret)], before);
});
