import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { newKey } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { startOrders } from '../../../support/orders.js';
import { rejectionOf, bodyOf, customerSdk } from '../../../support/sdk.js';
import { addCustomer, anonymousToken, customerToken } from '../../../support/oauth.js';

const {
  quayside,
  credentials,
  projectKey,
  sdk,
  create: importOrder,
  get,
  createIn,
  credentials: project,
  http: all,
} = await startOrders();
const [here, elsewhere] = [newKey('here'), newKey('elsewhere')];
for (const key of [here, elsewhere]) await createIn('stores', { key });

const create = (key?: string) =>
  importOrder({ orderNumber: `no/${newKey('s')}`, ...(key === undefined ? {} : { store: { typeId: 'store', key } }) });
const orders = sdk.inStoreKeyWithStoreKeyValue({ storeKey: here }).orders();
const actions = [{ action: 'changeOrderState' as const, orderState: 'Complete' }];

test('reads an order of the store by id and by number (ORD079, ORD080, ORD106, GEN046)', async t => {
  const order = await create(here);
  t.same(await bodyOf(orders.withId({ ID: order.id }).get()), order);
  t.same(await bodyOf(orders.withOrderNumber({ orderNumber: order.orderNumber! }).get()), order);
  t.same(await bodyOf(orders.withId({ ID: order.id }).get({ queryArgs: { expand: 'state' } })), order);
});

test('a query of a store returns its orders only (ORD082)', async t => {
  const mine = await create(here);
  await create(elsewhere);
  await create();
  const body = await bodyOf(orders.get({ queryArgs: { sort: 'createdAt desc', limit: 500 } }));
  t.ok(body.results.length >= 1);
  t.ok(body.results.every(({ store }) => store?.key === here));
  t.same(body.results[0], mine);
  t.equal(body.total, body.results.length);
  const filtered = await bodyOf(
    orders.get({
      queryArgs: { where: `orderNumber = "${(await create(elsewhere)).orderNumber}" or orderState = "Open"` },
    }),
  );
  t.ok(
    filtered.results.every(({ store }) => store?.key === here),
    'a predicate does not reach other stores',
  );
});

test('updates an order of the store (ORD090, ORD091, ORD106)', async t => {
  const order = await create(here);
  for (const [input, expected] of [
    [orders.withId({ ID: order.id }).post({ body: { version: 1, actions } }), { version: 2, orderState: 'Complete' }],
    [
      orders
        .withOrderNumber({ orderNumber: order.orderNumber! })
        .post({ body: { version: 2, actions: [{ action: 'changeOrderState', orderState: 'Open' }] } }),
      { version: 3 },
    ],
  ] as const)
    matchWhole(t, await bodyOf(input), expected);
});

test('deletes an order of the store (ORD094, ORD095, ORD106)', async t => {
  const [a, b] = [await create(here), await create(here)];
  t.same(await bodyOf(orders.withId({ ID: a.id }).delete({ queryArgs: { version: 1 } })), a);
  t.same(
    await bodyOf(
      orders.withOrderNumber({ orderNumber: b.orderNumber! }).delete({ queryArgs: { version: 1, dataErasure: true } }),
    ),
    b,
  );
  t.equal((await rejectionOf(sdk.orders().withId({ ID: b.id }).get())).statusCode, 404);
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
      assertError(t, await rejectionOf(call), 'ResourceNotFound', { message: new RegExp(`in the store '${here}'`) });
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
  assertError(
    t,
    await rejectionOf(
      sdk
        .stores()
        .withKey({ key })
        .delete({ queryArgs: { version: 1 } }),
    ),
    'ReferenceExists',
  );
});

const scope = `manage_my_orders:${projectKey}`;
const importOwn = (customerId?: string) => importOrder({ orderNumber: newKey('own'), customerId });
const customer = await addCustomer(quayside, projectKey);
const mine = [await importOwn(customer.id), await importOwn(customer.id)];
const others = await importOwn('another-session');
const ownerless = await importOwn();

test('a customer reads own orders only (AUTH045, AUTH062)', async t => {
  const me = customerSdk(quayside, project, customer, [scope]).me();
  const page = await bodyOf(me.orders().get({ queryArgs: { sort: 'createdAt asc' } }));
  t.same(valuesOf(page.results, 'id'), valuesOf(mine, 'id'));
  t.equal(page.total, 2);
  t.equal((await bodyOf(me.orders().withId({ ID: mine[0]!.id }).get())).orderNumber, mine[0]!.orderNumber);
  t.equal((await bodyOf(me.orders().get({ queryArgs: { where: `orderNumber="${others.orderNumber}"` } }))).total, 0);
});

test('answers 404 for orders of others at /me, by id and by number (AUTH045)', async t => {
  const own = quayside.http.as(await customerToken(quayside, project, customer, { scope }));
  t.equal((await own.send('GET', `/${projectKey}/me/orders/order-number=${mine[1]!.orderNumber}`)).status, 200);
  for (const { id, orderNumber } of [others, ownerless])
    for (const path of [id, `order-number=${orderNumber}`, `${id}?expand=state`])
      assertError(t, await own.send('GET', `/${projectKey}/me/orders/${path}`), 'ResourceNotFound');
  t.equal((await own.send('GET', `/${projectKey}/orders`)).status, 403, 'the scope allows paths at /me only');
});

test('an anonymous session reads the orders with its anonymous id (AUTH046, AUTH062)', async t => {
  const id = newKey('visitor').slice(0, 40);
  const own = quayside.http.as(await anonymousToken(quayside, project, scope, id));
  matchWhole(t, (await own.send('GET', `/${projectKey}/me/orders`)).json, { total: 0 });
  const path = `/${projectKey}/me`;
  const cart = (
    await own.send('POST', `${path}/carts`, { body: { currency: 'EUR', shippingAddress: { country: 'DE' } } })
  ).json as { id: string; version: number };
  matchWhole(t, cart, { anonymousId: id, cartState: 'Active' });
  const made = await own.send('POST', `${path}/orders`, { body: { id: cart.id, version: cart.version } });
  matchWhole(t, made, { status: 201, json: { anonymousId: id, cart: { id: cart.id } } }, made.text);
  const { id: orderId } = made.json as { id: string };
  matchWhole(t, (await own.send('GET', `${path}/orders`)).json, { total: 1, results: [{ id: orderId }] });
  t.equal((await own.send('GET', `${path}/orders/${orderId}`)).status, 200);
  t.equal((await own.send('GET', `${path}/orders/${mine[0]!.id}`)).status, 404);

  const foreign = (
    await all.send('POST', `/${projectKey}/carts`, {
      body: { currency: 'EUR', shippingAddress: { country: 'DE' }, anonymousId: 'another-session' },
    })
  ).json as { id: string };
  for (const [input, title] of [
    [{ body: { id: foreign.id, version: 1 } }, 'refuses carts of others'],
    [{ body: { id: foreign.id, version: 9 } }, 'does not reveal the version'],
  ] as const)
    matchWhole(
      t,
      await own.send('POST', `${path}/orders`, input),
      { status: 400, json: { errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: foreign.id }] } },
      title,
    );
  matchWhole(t, (await all.send('GET', `/${projectKey}/carts/${foreign.id}`)).json, { cartState: 'Active' });

  const untaxed = (
    await own.send('POST', `${path}/carts`, {
      body: { currency: 'EUR', shippingAddress: { country: 'DE' }, taxMode: 'External' },
    })
  ).json as { id: string; version: number };
  assertError(
    t,
    await own.send('POST', `${path}/orders`, { body: { id: untaxed.id, version: untaxed.version } }),
    'InvalidOperation',
    { message: /taxes are not set/ },
  );

  const payment = async (draft: object) =>
    (
      (
        await all.send('POST', `/${projectKey}/payments`, {
          body: { amountPlanned: { currencyCode: 'EUR', centAmount: 100 }, ...draft },
        })
      ).json as { id: string }
    ).id;
  const add = async (paymentId: string) =>
    own.send('POST', `${path}/carts/${untaxed.id}`, {
      body: {
        version: untaxed.version,
        actions: [{ action: 'addPayment', payment: { typeId: 'payment', id: paymentId } }],
      },
    });
  const foreignPayment = await payment({ anonymousId: 'another-session' });
  assertError(t, await add(foreignPayment), 'ReferencedResourceNotFound', {
    typeId: 'payment',
    id: foreignPayment,
  });
  matchWhole(t, await add(await payment({ anonymousId: id })), { status: 200 });
});

test('refuses a token that belongs neither to a customer nor to an anonymous session (AUTH062)', async t => {
  const client = quayside.http.as(await quayside.token(project, scope));
  for (const path of ['me/orders', `me/orders/${others.id}`])
    assertError(t, await client.send('GET', `/${projectKey}/${path}`), 'insufficient_scope', {
      message: /customer_id:<id> or anonymous_id:<id>/,
    });
});
