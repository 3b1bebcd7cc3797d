import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { addCustomer, anonymousToken, customerToken } from '../../support/oauth.js';
import { startOrders } from '../../support/orders.js';
import { customerSdk } from '../../support/sdk.js';

const { quayside, credentials: project, projectKey, http: all, create } = await startOrders();
const scope = `manage_my_orders:${projectKey}`;

const importOrder = (customerId?: string) => create({ orderNumber: newKey('own'), customerId });
const customer = await addCustomer(quayside, projectKey);
const mine = [await importOrder(customer.id), await importOrder(customer.id)];
const others = await importOrder('somebody-else');
const nobodys = await importOrder();

test('a customer reads own orders only (AUTH045, AUTH062)', async t => {
  const me = customerSdk(quayside, project, customer, [scope]).me();
  const { body: page } = await me
    .orders()
    .get({ queryArgs: { sort: 'createdAt asc' } })
    .execute();
  t.same(
    page.results.map(({ id }) => id),
    mine.map(({ id }) => id),
  );
  t.equal(page.total, 2);
  t.equal((await me.orders().withId({ ID: mine[0]!.id }).get().execute()).body.orderNumber, mine[0]!.orderNumber);
  t.equal(
    (
      await me
        .orders()
        .get({ queryArgs: { where: `orderNumber="${others.orderNumber}"` } })
        .execute()
    ).body.total,
    0,
  );
});

test('answers 404 for orders of others at /me, by id and by number (AUTH045)', async t => {
  const own = quayside.http.as(await customerToken(quayside, project, customer, { scope }));
  t.equal((await own.send('GET', `/${projectKey}/me/orders/order-number=${mine[1]!.orderNumber}`)).status, 200);
  for (const { id, orderNumber } of [others, nobodys])
    for (const path of [id, `order-number=${orderNumber}`, `${id}?expand=state`])
      matchWhole(t, await own.send('GET', `/${projectKey}/me/orders/${path}`), {
        status: 404,
        json: { errors: [{ code: 'ResourceNotFound' }] },
      });
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
      body: { currency: 'EUR', shippingAddress: { country: 'DE' }, anonymousId: 'somebody-else' },
    })
  ).json as { id: string };
  matchWhole(
    t,
    await own.send('POST', `${path}/orders`, { body: { id: foreign.id, version: 1 } }),
    { status: 400, json: { errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: foreign.id }] } },
    'refuses carts of others',
  );
  matchWhole(
    t,
    await own.send('POST', `${path}/orders`, { body: { id: foreign.id, version: 9 } }),
    { status: 400, json: { errors: [{ code: 'ReferencedResourceNotFound', typeId: 'cart', id: foreign.id }] } },
    'does not reveal the version',
  );
  matchWhole(t, (await all.send('GET', `/${projectKey}/carts/${foreign.id}`)).json, { cartState: 'Active' });

  const untaxed = (
    await own.send('POST', `${path}/carts`, {
      body: { currency: 'EUR', shippingAddress: { country: 'DE' }, taxMode: 'External' },
    })
  ).json as { id: string; version: number };
  matchWhole(t, await own.send('POST', `${path}/orders`, { body: { id: untaxed.id, version: untaxed.version } }), {
    status: 400,
    json: { errors: [{ code: 'InvalidOperation', message: /taxes are not set/ }] },
  });

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
  const foreignPayment = await payment({ anonymousId: 'somebody-else' });
  matchWhole(t, await add(foreignPayment), {
    status: 400,
    json: { errors: [{ code: 'ReferencedResourceNotFound', typeId: 'payment', id: foreignPayment, actionIndex: 0 }] },
  });
  matchWhole(t, await add(await payment({ anonymousId: id })), { status: 200 });
});

test('refuses a token that belongs neither to a customer nor to an anonymous session (AUTH062)', async t => {
  const client = quayside.http.as(await quayside.token(project, scope));
  for (const path of ['me/orders', `me/orders/${others.id}`])
    matchWhole(t, await client.send('GET', `/${projectKey}/${path}`), {
      status: 403,
      json: { errors: [{ code: 'insufficient_scope', message: /customer_id:<id> or anonymous_id:<id>/ }] },
    });
});
