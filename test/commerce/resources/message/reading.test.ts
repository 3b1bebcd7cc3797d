import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { newKey, orderDraft } from '../../../support/drafts.js';
import { startOrders } from '../../../support/orders.js';
import { rejectionOf, sdkOf, bodyOf } from '../../../support/sdk.js';
import { matchWhole, rowsOf, valuesOf } from '../../../support/matchWhole.js';

const {
  quayside,
  sdk,
  http,
  base,
  create: createOrder,
  update,
  remove,
  get,
  messagesOf,
  createIn,
} = await startOrders();
const create = () => createOrder({ orderNumber: newKey('o') });

test('numbers messages of concurrent writers without gaps (EVT001)', async t => {
  const { id } = await create();
  const write = (version: number, email: string) =>
    update(
      { id, version },
      { action: 'setCustomerEmail', email },
      { action: 'setCustomerEmail', email: `second-${email}` },
    );
  for (let version = 1; version <= 5; version++) {
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map(name => write(version, `${name}${version}@example.com`)),
    );
    t.same(
      results.map(({ status }) => status).sort(),
      ['fulfilled', 'rejected', 'rejected'],
      'one writer wins each round',
    );
    for (const result of results)
      if (result.status === 'rejected')
        assertError(t, result.reason, 'ConcurrentModification', { currentVersion: version + 1 });
  }
  const messages = await messagesOf({ id });
  t.same(rowsOf(messages, 'sequenceNumber', 'resourceVersion'), [
    [1, 1],
    ...[2, 3, 4, 5, 6].flatMap(version => [
      [2 * version - 2, version],
      [2 * version - 1, version],
    ]),
  ]);
  matchWhole(t, await get({ id }), { version: 6, lastMessageSequenceNumber: 11 });
});

test('keeps messages of a deleted order readable by id and by query (EVT026)', async t => {
  const order = await create();
  await remove(order);
  const messages = await messagesOf(order);
  t.same(rowsOf(messages, 'type', 'sequenceNumber'), [
    ['OrderImported', 1],
    ['OrderDeleted', 2],
  ]);
  for (const message of messages) t.same(await bodyOf(sdk.messages().withId({ ID: message.id }).get()), message);
});

test('expands the resource of a message until it is deleted (EVT001, GEN061)', async t => {
  const order = await create();
  const expandedMessages = async () =>
    (
      await bodyOf(
        sdk.messages().get({
          queryArgs: { where: `resource(id = "${order.id}")`, sort: 'sequenceNumber asc', expand: 'resource' },
        }),
      )
    ).results;
  const [expanded] = await expandedMessages();
  t.same(expanded!.resource, { typeId: 'order', id: order.id, obj: order });
  t.same(
    (
      await bodyOf(
        sdk
          .messages()
          .withId({ ID: expanded!.id })
          .get({ queryArgs: { expand: 'resource' } }),
      )
    ).resource,
    { typeId: 'order', id: order.id, obj: order },
  );
  await remove(order);
  t.same(valuesOf(await expandedMessages(), 'resource'), [
    { typeId: 'order', id: order.id },
    { typeId: 'order', id: order.id },
  ]);
});

test('queries messages by members of their payload (EVT001)', async t => {
  const order = await create();
  const { id, orderNumber } = order;
  await update(order, { action: 'changeOrderState', orderState: 'Complete' });
  for (const where of [
    `resourceUserProvidedIdentifiers(orderNumber = "${orderNumber}") and type = "OrderStateChanged"`,
    `resource(typeId = "order" and id = "${id}") and resourceVersion = 2`,
    `resource(id = "${id}") and sequenceNumber > 1`,
    `resource(id in ("${id}", "x")) and oldOrderState = "Open" and orderState != "Open"`,
    `resource(id = "${id}") and order is not defined`,
  ]) {
    const body = await bodyOf(sdk.messages().get({ queryArgs: { where } }));
    matchWhole(t, body, { count: 1, total: 1, results: [{ type: 'OrderStateChanged', sequenceNumber: 2 }] }, where);
  }
  assertError(t, await rejectionOf(sdk.messages().get({ queryArgs: { where: 'type = ' } })), 'SyntaxError');
});

test('stores messages in a new project, apart from other projects (EVT029, GEN002)', async t => {
  const other = sdkOf(quayside, await quayside.project());
  matchWhole(t, await bodyOf(other.messages().get()), { total: 0, results: [] });
  const order = await bodyOf(other.orders().importOrder().post({ body: orderDraft() }));
  const {
    results: [message],
  } = await bodyOf(other.messages().get());
  matchWhole(t, message, { type: 'OrderImported', resource: { id: order.id } });
  t.equal((await rejectionOf(sdk.messages().withId({ ID: message!.id }).get())).statusCode, 404);
  t.equal((await messagesOf(order)).length, 0);
});

test('sends no messages for states and types (EVT001)', async t => {
  const before = (await bodyOf(sdk.messages().get())).total;
  const key = newKey('quiet');
  for (const [path, body] of [
    ['states', { key, type: 'OrderState' }],
    ['types', { key, name: { en: 'x' }, resourceTypeIds: ['order'] }],
  ] as const) {
    t.notOk('lastMessageSequenceNumber' in (await createIn(path, body)));
    t.equal((await http.send('DELETE', `${base}/${path}/key=${key}?version=1`)).status, 200);
  }
  t.equal((await bodyOf(sdk.messages().get())).total, before);
});
