import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';
import { rejectionOf } from '../../support/sdk.js';

const { quayside, credentials, projectKey, sdk, create: importOrder, get, createIn } = await startOrders();
const [here, elsewhere] = [newKey('here'), newKey('elsewhere')];
for (const key of [here, elsewhere]) await createIn('stores', { key });

const create = (key?: string) =>
  importOrder({ orderNumber: `no/${newKey('s')}`, ...(key === undefined ? {} : { store: { typeId: 'store', key } }) });
const orders = sdk.inStoreKeyWithStoreKeyValue({ storeKey: here }).orders();
const actions = [{ action: 'changeOrderState' as const, orderState: 'Complete' }];

test('reads an order of the store by id and by number (ORD079, ORD080, ORD106, GEN046)', async t => {
  const order = await create(here);
  t.same((await orders.withId({ ID: order.id }).get().execute()).body, order);
  t.same((await orders.withOrderNumber({ orderNumber: order.orderNumber! }).get().execute()).body, order);
  t.same(
    (
      await orders
        .withId({ ID: order.id })
        .get({ queryArgs: { expand: 'state' } })
        .execute()
    ).body,
    order,
  );
});

test('a query of a store returns its orders only (ORD082)', async t => {
  const mine = await create(here);
  await create(elsewhere);
  await create();
  const { body } = await orders.get({ queryArgs: { sort: 'createdAt desc', limit: 500 } }).execute();
  t.ok(body.results.length >= 1);
  t.ok(body.results.every(({ store }) => store?.key === here));
  t.same(body.results[0], mine);
  t.equal(body.total, body.results.length);
  const { body: filtered } = await orders
    .get({ queryArgs: { where: `orderNumber = "${(await create(elsewhere)).orderNumber}" or orderState = "Open"` } })
    .execute();
  t.ok(
    filtered.results.every(({ store }) => store?.key === here),
    'a predicate does not reach other stores',
  );
});

test('updates an order of the store (ORD090, ORD091, ORD106)', async t => {
  const order = await create(here);
  matchWhole(
    t,
    (
      await orders
        .withId({ ID: order.id })
        .post({ body: { version: 1, actions } })
        .execute()
    ).body,
    { version: 2, orderState: 'Complete' },
  );
  matchWhole(
    t,
    (
      await orders
        .withOrderNumber({ orderNumber: order.orderNumber! })
        .post({ body: { version: 2, actions: [{ action: 'changeOrderState', orderState: 'Open' }] } })
        .execute()
    ).body,
    { version: 3 },
  );
});

test('deletes an order of the store (ORD094, ORD095, ORD106)', async t => {
  const [a, b] = [await create(here), await create(here)];
  t.same(
    (
      await orders
        .withId({ ID: a.id })
        .delete({ queryArgs: { version: 1 } })
        .execute()
    ).body,
    a,
  );
  t.same(
    (
      await orders
        .withOrderNumber({ orderNumber: b.orderNumber! })
        .delete({ queryArgs: { version: 1, dataErasure: true } })
        .execute()
    ).body,
    b,
  );
  t.equal((await rejectionOf(sdk.orders().withId({ ID: b.id }).get().execute())).statusCode, 404);
});

test('answers 404 for orders of another store and of no store (ORD098, ORD099, ORD100)', async t => {
  for (const order of [await create(elsewhere), await create()]) {
    const [byId, byNumber] = [
      orders.withId({ ID: order.id }),
      orders.withOrderNumber({ orderNumber: order.orderNumber! }),
    ];
    const calls = [
      byId.get(),
      byNumber.get(),
      byId.get({ queryArgs: { expand: 'state' } }),
      byId.post({ body: { version: 1, actions } }),
      byNumber.post({ body: { version: 1, actions } }),
      byId.delete({ queryArgs: { version: 1 } }),
      byNumber.delete({ queryArgs: { version: 1 } }),
    ];
    for (const call of calls)
      matchWhole(t, (await rejectionOf(call.execute())).body, {
        statusCode: 404,
        errors: [{ code: 'ResourceNotFound', message: new RegExp(`in the store '${here}'`) }],
      });
    t.same(await get(order), order);
  }
});

test("a store's paths need the store's scope (ORD074)", async t => {
  const order = await create(here);
  const path = `/${projectKey}/in-store/key=${here}/orders/${order.id}`;
  const statuses = async (...scopes: string[]) => {
    const http = quayside.http.as(await quayside.token(credentials, scopes.join(' ')));
    return [
      (await http.send('GET', path)).status,
      (await http.send('POST', path, { body: { version: 99, actions } })).status,
    ];
  };
  t.same(await statuses(`view_orders:${projectKey}:${here}`), [200, 403]);
  t.same(await statuses(`manage_orders:${projectKey}:${here}`), [200, 409]);
  t.same(await statuses(`manage_orders:${projectKey}:${elsewhere}`), [403, 403]);
  t.same(
    await statuses(`view_orders:${projectKey}`, `manage_orders:${projectKey}`),
    [403, 403],
    'the scope of the project is not enough',
  );
  const http = quayside.http.as(await quayside.token(credentials, `view_orders:${projectKey}:${here}`));
  t.equal(
    (await http.send('GET', `/${projectKey}/orders/${order.id}`)).status,
    403,
    'the scope of the store is not enough for the project',
  );
});

test('refuses to delete a store in use', async t => {
  const key = newKey('held');
  await createIn('stores', { key });
  await create(key);
  matchWhole(
    t,
    (
      await rejectionOf(
        sdk
          .stores()
          .withKey({ key })
          .delete({ queryArgs: { version: 1 } })
          .execute(),
      )
    ).body,
    { statusCode: 400, errors: [{ code: 'ReferenceExists' }] },
  );
});
