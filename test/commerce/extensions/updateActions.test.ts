/** Update actions in the response of an extension, and the conditions of its triggers. */
import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { startExternalServer } from '../../support/externalServer.js';
import type { HttpResponse } from '../../support/http.js';
import { matchWhole, rowsOf } from '../../support/matchWhole.js';
import { waitUntil } from '../../support/waitUntil.js';
import { type WireResource, actionsBody, firstErrorEntry, startExtensionProject } from './extensionProject.js';
import { keys } from '../../../src/store/keys.js';
import { startQuayside } from '../../support/quayside.js';
import { assertRefusal, literally } from '../../support/refusal.js';

test('applies the update actions of the response in the same commit', async t => {
  const { server, extend, order, update, get, messagesOf } = await startExtensionProject();
  await extend({ triggers: [{ resourceTypeId: 'order', actions: ['Update'] }] });
  const before = await order();
  server.say(
    actionsBody(
      { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'PO-1' },
      { action: 'changePaymentState', paymentState: 'Paid' },
    ),
  );
  const answer = await update(before, { action: 'changeOrderState', orderState: 'Confirmed' });
  matchWhole(t, answer, {
    status: 200,
    json: {
      version: 2,
      orderState: 'Confirmed',
      purchaseOrderNumber: 'PO-1',
      paymentState: 'Paid',
      lastMessageSequenceNumber: 4,
    },
  });
  t.strictSame(await get(`orders/${before.id}`), answer.json);
  const messages = await messagesOf(before);
  t.strictSame(rowsOf(messages, 'type', 'sequenceNumber', 'resourceVersion'), [
    ['OrderImported', 1, 1],
    ['OrderStateChanged', 2, 2],
    ['OrderPurchaseOrderNumberSet', 3, 2],
    ['OrderPaymentStateChanged', 4, 2],
  ]);
  t.equal(server.requests.length, 1, 'an extension is not called for its own changes');
  server.say(actionsBody({ action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'PO-1' }));
  matchWhole(
    t,
    await update(answer.json as WireResource, { action: 'changeOrderState', orderState: 'Complete' }),
    { status: 200, json: { version: 3 } },
    'actions that change nothing are accepted',
  );
});

test('applies update actions before the first commit, in the order of the extensions (extension.8937f)', async t => {
  const { server, extend, importOrder, messagesOf, get } = await startExtensionProject();
  const second = await startExternalServer();
  await extend({ triggers: [{ resourceTypeId: 'order', actions: ['Create'] }] });
  await extend({
    destination: { type: 'HTTP', url: second.url },
    triggers: [{ resourceTypeId: 'order', actions: ['Create'] }],
  });
  // The first extension answers after the second one was called.
  server.behave(response => {
    void waitUntil(() => second.requests.length === 1).then(() =>
      response.end(
        JSON.stringify(
          actionsBody(
            { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'first' },
            { action: 'setOrderNumber', orderNumber: 'N-1' },
          ),
        ),
      ),
    );
  });
  second.say(actionsBody({ action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'second' }));
  const answer = await importOrder();
  matchWhole(t, answer, {
    status: 201,
    json: { version: 1, orderNumber: 'N-1', purchaseOrderNumber: 'second', lastMessageSequenceNumber: 3 },
  });
  const order = answer.json as WireResource;
  t.strictSame(await get('orders/order-number=N-1'), order, 'the new order number finds the order');
  const messages = await messagesOf(order);
  t.strictSame(rowsOf(messages, 'type', 'resourceVersion'), [
    ['OrderImported', 1],
    ['OrderPurchaseOrderNumberSet', 1],
    ['OrderPurchaseOrderNumberSet', 1],
  ]);
  matchWhole(
    t,
    messages[0],
    { order: { purchaseOrderNumber: 'second' } },
    'the message of the creation has the complete order',
  );
});

test('answers update actions that cannot be applied with 502 and stores nothing (ERR006, ERR036)', async t => {
  const { server, extend, order, update, get, importOrder, total } = await startExtensionProject();
  const taken = newKey('order');
  await order({ orderNumber: taken });
  const before = await order();
  const { id, key } = await extend({ key: newKey('extension') });
  const assertRefused = (answer: HttpResponse, code: string, message: RegExp) => {
    t.equal(answer.status, 502, answer.text);
    const entry = firstErrorEntry(answer);
    t.equal(entry.code, 'ExtensionUpdateActionsFailed');
    t.strictSame(entry.errorByExtension, { id, key });
    matchWhole(t, entry.message, message);
    matchWhole(t, entry.extensionErrors, [{ code, message, extensionId: id, extensionKey: key }]);
  };
  const answers: readonly (readonly [body: object, code: string, message: RegExp])[] = [
    [actionsBody({ action: 'noSuchAction' }), 'InvalidField', /noSuchAction/],
    [actionsBody({ action: 'changeOrderState' }), 'RequiredField', /actions\[0\]\.orderState/],
    [actionsBody('text' as unknown as object), 'InvalidJsonInput', /expected an object/],
    [
      actionsBody(
        { action: 'setCustomerEmail', email: 'a@example.com' },
        { action: 'removeDelivery', deliveryId: 'none' },
      ),
      'InvalidOperation',
      /none/,
    ],
    [
      actionsBody({ action: 'transitionState', state: { typeId: 'state', key: 'no-such-state' } }),
      'ReferencedResourceNotFound',
      /no-such-state/,
    ],
    [
      actionsBody({ action: 'addPayment', payment: { typeId: 'payment', id: 'no-such-payment' } }),
      'ReferencedResourceNotFound',
      /no-such-payment/,
    ],
    [actionsBody({ action: 'setOrderNumber', orderNumber: taken }), 'DuplicateField', /orderNumber/],
    [actionsBody(...Array.from({ length: 501 }, () => ({ action: 'setCustomerEmail' }))), 'InvalidField', /500/],
  ];
  for (const [body, code, message] of answers) {
    server.say(body);
    assertRefused(await update(before, { action: 'changeOrderState', orderState: 'Confirmed' }), code, message);
    const orders = await total('orders');
    assertRefused(await importOrder(), code, message);
    t.equal(await total('orders'), orders);
  }
  t.strictSame(await get(`orders/${before.id}`), before);
  server.say(actionsBody({ action: 'setCustomerEmail', email: 'a@example.com' }));
  matchWhole(
    t,
    await update(before, { action: 'setOrderNumber', orderNumber: taken }),
    { status: 400, json: { errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: String }] } },
    "an error in the client's own update action is a 400",
  );
  t.notOk(
    'errorByExtension' in firstErrorEntry(await update(before, { action: 'setOrderNumber', orderNumber: taken })),
  );
});

const quayside = await startQuayside();

test('refuses conditions about fields that the resource type lacks; custom fields may be declared later', async t => {
  const { server, send, post } = await startExtensionProject();
  const draftWith = (condition: string, resourceTypeId = 'order') => ({
    destination: { type: 'HTTP', url: server.url },
    triggers: [
      { resourceTypeId: 'customer', actions: ['Create'] },
      { resourceTypeId, actions: ['Create'], condition },
    ],
  });
  for (const [condition, problem] of [
    [
      'orderState = "Open" or orderStat = 1',
      "The field 'orderStat' does not exist. Did you mean 'orderState'? (line 1, column 24)",
    ],
    ['constructor is defined', "The field 'constructor' does not exist. (line 1, column 1)"],
    ['not(shippingAddress within circle(0, 0, 5))', "The field 'shippingAddress' is no point. (line 1, column 5)"],
  ] as const)
    assertRefusal(t, await send('POST', 'extensions', draftWith(condition)), 400, [
      { code: 'InvalidInput', message: literally(`Malformed field 'triggers[1].condition': ${problem}`) },
    ]);
  await post('extensions', draftWith('anything = 1', 'payment-method'));
  await post('extensions', draftWith('custom is defined and custom(fields(colour is defined))'));
});

test('evaluates a condition about a field that only queries know', async t => {
  const { server, extend, post } = await startExtensionProject();
  server.say({});
  const condition = 'lowercaseEmail = "ana@example.com"';
  await extend({ triggers: [{ resourceTypeId: 'customer', actions: ['Create'], condition }] });
  for (const email of ['Bea@example.com', 'Ana@Example.com'])
    await post('customers', { email, password: 'secret-123' });
  const sent = server.requests.map(
    ({ text }) => (JSON.parse(text) as { resource: { obj: { email: string } } }).resource,
  );
  t.strictSame(
    sent.map(({ obj }) => obj.email),
    ['Ana@Example.com'],
  );
});

test('refuses stored conditions that can no longer be evaluated (ERR006, ERR034)', async t => {
  const { projectKey, server, extend, post, importOrder, send } = await startExtensionProject();
  server.say({});
  const extension = await extend();
  const conditioned = async (condition: string): Promise<HttpResponse> => {
    const { version } = (await send('GET', `extensions/${extension.id}`)).json as WireResource;
    await post(`extensions/${extension.id}`, {
      version,
      actions: [{ action: 'changeTriggers', triggers: [{ resourceTypeId: 'order', actions: ['Create'], condition }] }],
    });
    return importOrder();
  };
  for (const condition of [
    'customerEmail is not defined',
    'custom is not defined and createdBy(clientId is defined)',
    'lineItems(name(en = "Rain jacket"))',
    'version = 1',
  ])
    t.equal((await conditioned(condition)).status, 201, condition);
  t.equal(server.requests.length, 4, 'a missing optional member is not defined');
  // Workers read the stored extension again after a second.
  const { redis } = quayside.services;
  const body = keys.body(projectKey, 'extension', extension.id);
  for (const [stored, problem] of [
    ['orderState =', /Unexpected end of input/],
    ['orderStat is defined', /'orderStat' does not exist/],
  ] as const) {
    await redis.set(body, (await redis.get(body))!.replace(/"condition":"[^\n]*?"\}/, `"condition":"${stored}"}`));
    let answer = await importOrder();
    await waitUntil(async () => {
      answer = await importOrder();
      return answer.status !== 201 && problem.test(answer.text);
    });
    assertRefusal(t, answer, 400, [
      { code: 'ExtensionPredicateEvaluationFailed', message: problem, errorByExtension: { id: extension.id } },
    ]);
  }
});
