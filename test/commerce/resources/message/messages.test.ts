import { test } from '../../../support/tap.js';
import { newKey } from '../../../support/drafts.js';
import { changeProject, withoutMessages } from '../../../support/resourceApi.js';
import { startOrders } from '../../../support/orders.js';
import { rejectionOf, sdkOf, bodyOf } from '../../../support/sdk.js';
import { matchWhole, rowsOf } from '../../../support/matchWhole.js';

const { quayside, credentials, sdk, http, base, create, update, messagesOf } = await startOrders();
const orderNumber = newKey('told');
const order = await create({ orderNumber });
await update(
  order,
  { action: 'changeOrderState', orderState: 'Confirmed' },
  { action: 'setCustomerEmail', email: 'ana@example.com' },
);
await update({ ...order, version: 2 }, { action: 'setLocale', locale: 'de' });
await update({ ...order, version: 3 }, { action: 'changePaymentState', paymentState: 'Paid' });
const all = await messagesOf(order);

test('sends messages of commits numbered without gaps (EVT001, EVT027, EVT029, EVT031, message.682b4)', async t => {
  matchWhole(t, rowsOf(all, 'type', 'sequenceNumber', 'resourceVersion'), [
    ['OrderImported', 1, 1],
    ['OrderStateChanged', 2, 2],
    ['OrderCustomerEmailSet', 3, 2],
    ['OrderPaymentStateChanged', 4, 4],
  ]);
  for (const message of all)
    matchWhole(t, message, {
      version: 1,
      resource: { typeId: 'order', id: order.id },
      resourceUserProvidedIdentifiers: { orderNumber },
      createdBy: { clientId: credentials.clientId },
    });
  matchWhole(t, all[0], { order: { ...order, lastMessageSequenceNumber: 1 } });
});

test('reads a message by id and refuses to write one', async t => {
  t.same(await bodyOf(sdk.messages().withId({ ID: all[1]!.id }).get()), all[1]);
  t.equal((await rejectionOf(sdk.messages().withId({ ID: 'none' }).get())).statusCode, 404);
  for (const method of ['POST', 'DELETE'])
    t.equal((await http.send(method, `${base}/messages/${all[1]!.id}`)).status, 405);
});

test('queries messages like other resources', async t => {
  const find = async (queryArgs: Record<string, string | string[] | number>) =>
    await bodyOf(sdk.messages().get({ queryArgs }));
  t.same((await find({ where: 'type = "OrderStateChanged"' })).results, [all[1]]);
  t.same((await find({ where: ['type in ("OrderStateChanged", "OrderImported")', 'sequenceNumber > 1'] })).results, [
    all[1],
  ]);
  t.same((await find({ where: 'order(orderNumber is defined)' })).results, [all[0]]);
  matchWhole(t, await find({ sort: 'createdAt desc', limit: 1 }), {
    total: 4,
    results: [{ type: 'OrderPaymentStateChanged' }],
  });
  t.equal(
    (await find({ where: `lastModifiedAt > "${all[0]!.createdAt}"` })).total,
    all.filter(({ createdAt }) => createdAt > all[0]!.createdAt).length,
  );
});

test('requires view_messages to read messages', async t => {
  const path = `${base}/messages`;
  t.equal(
    (
      await quayside.http
        .as(await quayside.token(credentials, `view_messages:${credentials.projectKey}`))
        .send('GET', path)
    ).status,
    200,
  );
  t.equal(
    (
      await quayside.http
        .as(await quayside.token(credentials, `manage_products:${credentials.projectKey}`))
        .send('GET', path)
    ).status,
    403,
  );
});

test('sends no messages where the project disables them (EVT029)', async t => {
  const silent = await startOrders();
  await changeProject(quayside, silent.credentials, withoutMessages);
  await silent.update(await silent.create(), { action: 'changeOrderState', orderState: 'Complete' });
  t.equal((await bodyOf(silent.sdk.messages().get())).total, 0);
});

test('names clients in createdBy and lastModifiedBy (GEN035, GEN036)', async t => {
  const { registry } = quayside.services;
  const clientId = newKey('second').slice(0, 40);
  await registry.save({ ...(await registry.find(credentials.clientId))!, id: clientId });
  const second = sdkOf(quayside, { ...credentials, clientId });
  const body = await bodyOf(
    second
      .orders()
      .withId({ ID: order.id })
      .post({ body: { version: 4, actions: [{ action: 'changeOrderState', orderState: 'Complete' }] } }),
  );
  matchWhole(t, [body.createdBy, body.lastModifiedBy], [{ clientId: credentials.clientId }, { clientId }]);
});
