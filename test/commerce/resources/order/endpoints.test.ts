import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { newKey, orderDraft } from '../../../support/drafts.js';
import { listKeys } from '../../../support/listKeys.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { startOrders } from '../../../support/orders.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';

const { quayside, credentials, projectKey, base, sdk, create, update, get, messagesOf } = await startOrders();
const actions = [{ action: 'changeOrderState' as const, orderState: 'Complete' }];

test('reads an order by id and by number (ORD076, ORD077, ORD106)', async t => {
  const orderNumber = `Größe/${newKey('n')} #1`;
  const order = await create({ orderNumber });
  const byId = await sdk.orders().withId({ ID: order.id }).get().execute();
  t.equal(byId.statusCode, 200);
  t.same(byId.body, order);
  t.same(await bodyOf(sdk.orders().withOrderNumber({ orderNumber }).get()), order);
});

test('answers 404 for an unknown id or number (ORD078)', async t => {
  for (const call of [
    sdk.orders().withId({ ID: '00000000-0000-4000-8000-000000000000' }),
    sdk.orders().withOrderNumber({ orderNumber: 'none' }),
  ])
    assertError(t, await rejectionOf(call.get()), 'ResourceNotFound', {
      message: /The order with (id|orderNumber) '.*' was not found/,
    });
});

test('queries by any member (ORD081, ORD083)', async t => {
  const customerId = newKey('customer');
  const orders = [
    await create({ customerId }),
    await create({ customerId, orderState: 'Complete' }),
    await create({ customerId }),
  ];
  const body = await bodyOf(
    sdk.orders().get({
      queryArgs: {
        where: [`customerId = "${customerId}"`, 'orderState = "Open"'],
        sort: 'createdAt desc',
        limit: 1,
        offset: 1,
        withTotal: true,
        expand: 'state',
      },
    }),
  );
  t.same(body, { limit: 1, offset: 1, count: 1, total: 2, results: [orders[0]] });
});

test('updates an order by id and by number (ORD088, ORD089, ORD106)', async t => {
  const orderNumber = `a b/${newKey('u')}`;
  const { id } = await create({ orderNumber });
  matchWhole(
    t,
    await sdk
      .orders()
      .withId({ ID: id })
      .post({ body: { version: 1, actions } })
      .execute(),
    { statusCode: 200, body: { version: 2, orderState: 'Complete' } },
  );
  matchWhole(
    t,
    await bodyOf(
      sdk
        .orders()
        .withOrderNumber({ orderNumber })
        .post({ body: { version: 2, actions: [{ action: 'changeOrderState', orderState: 'Open' }] } }),
    ),
    { version: 3, orderState: 'Open' },
  );
});

test('deletes an order by id and by number and answers with it (ORD092, ORD093, ORD096, ORD097, ORD106)', async t => {
  const orderNumber = `ü/${newKey('d')}`;
  const [a, b] = [await create(), await create({ orderNumber })];
  const first = await sdk
    .orders()
    .withId({ ID: a.id })
    .delete({ queryArgs: { version: 1 } })
    .execute();
  t.equal(first.statusCode, 200);
  t.same(first.body, a);
  t.same(
    await bodyOf(
      sdk
        .orders()
        .withOrderNumber({ orderNumber })
        .delete({ queryArgs: { version: 1, dataErasure: false } }),
    ),
    b,
  );
  for (const { id } of [a, b]) t.equal((await rejectionOf(sdk.orders().withId({ ID: id }).get())).statusCode, 404);
  t.equal((await create({ orderNumber })).orderNumber, orderNumber, 'the number can be used again');
  for (const [query, code] of [
    [{ version: 9 }, 'ConcurrentModification'],
    [{}, 'RequiredField'],
    [{ version: 1, dataErasure: 'perhaps' }, 'InvalidInput'],
  ] as const) {
    const { id } = await create();
    t.equal(
      (
        await rejectionOf(
          sdk
            .orders()
            .withId({ ID: id })
            .delete({ queryArgs: query as { version: number } }),
        )
      ).body.errors[0]!.code,
      code,
    );
    t.equal((await get({ id })).version, 1);
  }
});

test('a deletion sends a message with the order (ORD103, EVT001, EVT026)', async t => {
  const order = await create({ customerEmail: 'kept@example.com' });
  await sdk
    .orders()
    .withId({ ID: order.id })
    .delete({ queryArgs: { version: 1 } })
    .execute();
  matchWhole(t, await messagesOf(order), [
    { type: 'OrderImported', sequenceNumber: 1 },
    { type: 'OrderDeleted', sequenceNumber: 2, order: { id: order.id, customerEmail: 'kept@example.com' } },
  ]);
});

test('dataErasure deletes all personal data (ORD104, GEN069, GEN070)', async t => {
  const secret = newKey('personal');
  const order = await create({
    customerEmail: `${secret}@example.com`,
    customerId: secret,
    shippingAddress: { country: 'DE', lastName: secret },
  });
  await update(order, { action: 'setBillingAddress', address: { country: 'DE', lastName: secret } });
  await sdk
    .orders()
    .withId({ ID: order.id })
    .delete({ queryArgs: { version: 2, dataErasure: true } })
    .execute();
  const results = await messagesOf(order);
  matchWhole(t, results, [{ type: 'OrderDeleted', sequenceNumber: 3 }]);
  t.notOk('order' in results[0]!);
  const keys = await listKeys(quayside.services.redis, `{${projectKey}}*`);
  t.ok(keys.length > 0);
  t.notOk(
    keys.some(key => key.includes(secret)),
    'in no key',
  );
  for (const key of keys.filter(each => each.includes(':b:')))
    t.notOk((await quayside.services.redis.get(key))!.includes(secret), 'in no body');
});

test('view_orders reads, manage_orders writes and reads (ORD072, ORD073)', async t => {
  const path = `${base}/orders`;
  const { id } = await create();
  for (const [scope, written] of [
    ['view_orders', 403],
    ['manage_orders', 201],
  ] as const) {
    const http = quayside.http.as(await quayside.token(credentials, `${scope}:${projectKey}`));
    t.equal((await http.send('GET', `${path}/${id}`)).status, 200);
    t.equal((await http.send('GET', path)).status, 200);
    t.equal((await http.send('POST', `${path}/import`, { body: orderDraft() })).status, written);
    t.equal((await http.send('DELETE', `${path}/${id}?version=7`)).status, written === 403 ? 403 : 409);
  }
});
