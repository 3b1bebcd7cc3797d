/** API extensions against a real HTTP server that answers, refuses, returns nonsense, hangs and drops the connection. */
import { extensibleTypeIds } from '../../src/resources/extension/triggers.js';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { test } from 'tap';
import { readConfig } from '../../src/config/readConfig.js';
import { createResource } from '../../src/engine/commit/pipeline.js';
import { ApiError } from '../../src/errors/ApiError.js';
import { Extensions } from '../../src/extensions/Extensions.js';
import { HttpOutbound } from '../../src/outbound/HttpOutbound.js';
import { openServices } from '../../src/services/services.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { keys } from '../../src/store/keys.js';
import { money, newKey, orderDraft, stateDraft } from '../support/drafts.js';
import { type ExternalServer, startExternalServer } from '../support/externalServer.js';
import type { HttpResponse } from '../support/http.js';
import { listKeys } from '../support/listKeys.js';
import { startQuayside } from '../support/quayside.js';
import { errorOf, type WireEntry } from '../support/refusal.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

type Resource = Record<string, unknown> & { readonly id: string; readonly version: number };

const encryptionKey = 'a key of thirty-two characters, for tests';
const quayside = await startQuayside();

/** A project with a server of its own that extensions are called on. */
const startProject = async () => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  const server = await startExternalServer();
  const send = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<HttpResponse> =>
    http.send(method, `/${projectKey}/${path}`, { headers, ...(body !== undefined && { body }) });
  const made = async (path: string, body: object): Promise<Resource> => {
    const answer = await send('POST', path, body);
    if (answer.status > 201) throw new Error(`${path}: ${answer.text}`);
    return answer.json as Resource;
  };
  return {
    projectKey,
    server,
    send,
    made,
    order: (draft: object = {}) => made('orders/import', orderDraft(draft)),
    importOrder: (draft: object = {}, headers?: Record<string, string>) =>
      send('POST', 'orders/import', orderDraft(draft), headers),
    update: ({ id, version }: Resource, ...actions: object[]) => send('POST', `orders/${id}`, { version, actions }),
    extend: (changes: object = {}) =>
      made('extensions', {
        destination: { type: 'HTTP', url: server.url },
        triggers: [{ resourceTypeId: 'order', actions: ['Create', 'Update'] }],
        ...changes,
      }),
    get: async (path: string) => (await send('GET', path)).json as Resource,
    total: async (path: string) => ((await send('GET', `${path}?limit=1`)).json as { total: number }).total,
    messagesOf: async ({ id }: Resource) =>
      (
        (await send('GET', `messages?sort=sequenceNumber%20asc&where=${encodeURIComponent(`resource(id="${id}")`)}`))
          .json as { results: Record<string, unknown>[] }
      ).results,
  };
};

interface Input {
  readonly action: string;
  readonly resource: { readonly typeId: string; readonly id: string; readonly obj: Resource };
  readonly oldResource?: Input['resource'];
}

const inputs = ({ requests }: ExternalServer): Input[] => requests.map(({ text }) => JSON.parse(text) as Input);

const actions = (...list: object[]) => ({ actions: list });
const entryOf = (answer: HttpResponse): WireEntry => errorOf(answer).errors[0]!;
const draftFor = (url: string, changes: object = {}) => ({
  destination: { type: 'HTTP', url },
  triggers: [{ resourceTypeId: 'order', actions: ['Create'] }],
  ...changes,
});

test('extensions are made and changed in the shapes of the API, over HTTP only, with readable conditions and a bounded time', async t => {
  const { send, made, get } = await startProject();
  const url = 'http://127.0.0.1:1/x';
  const key = newKey('extension');
  const made1 = await made(
    'extensions',
    draftFor(url, {
      key,
      timeoutInMs: 10_000,
      additionalContext: { includeOldResource: true },
      triggers: [{ resourceTypeId: 'cart', actions: ['Create', 'Create'], condition: 'version > 1' }],
    }),
  );
  matchWhole(t, made1, {
    key,
    version: 1,
    destination: { type: 'HTTP', url },
    timeoutInMs: 10_000,
    additionalContext: { includeOldResource: true },
    triggers: [{ resourceTypeId: 'cart', actions: ['Create'], condition: 'version > 1' }],
  });
  const changed = await made(`extensions/${made1.id}`, {
    version: 1,
    actions: [
      { action: 'setKey', key: `${key}-2` },
      { action: 'changeTriggers', triggers: [{ resourceTypeId: 'payment', actions: ['Update'] }] },
      { action: 'changeDestination', destination: { type: 'HTTP', url: `${url}/2` } },
      { action: 'setTimeoutInMs' },
      { action: 'setAdditionalContext', additionalContext: {} },
    ],
  });
  t.strictSame(changed.triggers, [{ resourceTypeId: 'payment', actions: ['Update'] }]);
  matchWhole(t, changed, {
    key: `${key}-2`,
    version: 2,
    destination: { type: 'HTTP', url: `${url}/2` },
    additionalContext: { includeOldResource: false },
  });
  t.notOk('timeoutInMs' in changed);
  t.strictSame(await get(`extensions/key=${key}-2`), changed);

  const refusals: readonly (readonly [draft: object, entry: object])[] = [
    [
      {
        ...draftFor(url),
        destination: { type: 'AWSLambda', arn: 'arn:aws:lambda:x', accessKey: 'a', accessSecret: 'b' },
      },
      { code: 'InvalidField', field: 'destination.type', invalidValue: 'AWSLambda', allowedValues: ['HTTP'] },
    ],
    [
      { ...draftFor(url), destination: { type: 'GoogleCloudFunction', url } },
      {
        code: 'InvalidField',
        field: 'destination.type',
        invalidValue: 'GoogleCloudFunction',
        allowedValues: ['HTTP'],
      },
    ],
    [
      { ...draftFor(url), destination: { type: 'HTTP' } },
      { code: 'RequiredField', field: 'destination.url' },
    ],
    [
      draftFor('ftp://example.com/'),
      { code: 'InvalidField', field: 'destination.url', invalidValue: 'ftp://example.com/' },
    ],
    [
      draftFor('http://user:secret@example.com/'),
      { code: 'InvalidField', field: 'destination.url', invalidValue: 'http://user:secret@example.com/' },
    ],
    [draftFor('http://[/'), { code: 'InvalidField', field: 'destination.url', invalidValue: 'http://[/' }],
    [
      { ...draftFor(url), destination: { type: 'HTTP', url, authentication: { type: 'AuthorizationHeader' } } },
      { code: 'RequiredField', field: 'destination.authentication.headerValue' },
    ],
    [
      { ...draftFor(url), destination: { type: 'HTTP', url, authentication: { type: 'AzureFunctions' } } },
      { code: 'RequiredField', field: 'destination.authentication.key' },
    ],
    [draftFor(url, { timeoutInMs: 10_001 }), { code: 'InvalidField', field: 'timeoutInMs', invalidValue: 10_001 }],
    [draftFor(url, { triggers: [] }), { code: 'InvalidField', field: 'triggers', invalidValue: [] }],
    [
      draftFor(url, { triggers: [{ resourceTypeId: 'state', actions: ['Create'] }] }),
      {
        code: 'InvalidField',
        field: 'triggers[0].resourceTypeId',
        invalidValue: 'state',
        allowedValues: [...extensibleTypeIds],
      },
    ],
    [
      draftFor(url, { triggers: [{ resourceTypeId: 'order', actions: ['Delete'] }] }),
      {
        code: 'InvalidField',
        field: 'triggers[0].actions[0]',
        invalidValue: 'Delete',
        allowedValues: ['Create', 'Update'],
      },
    ],
    [
      draftFor(url, { triggers: [{ resourceTypeId: 'order', actions: ['Create'], condition: 'version >' }] }),
      { code: 'SyntaxError', message: /^Malformed field 'triggers\[0\]\.condition': .*line 1, column 10/ },
    ],
  ];
  for (const [draft, entry] of refusals)
    matchWhole(t, await send('POST', 'extensions', draft), { status: 400, json: { errors: [entry] } });
  matchWhole(
    t,
    await send('POST', `extensions/${made1.id}`, {
      version: 2,
      actions: [
        { action: 'changeTriggers', triggers: [{ resourceTypeId: 'order', actions: ['Create'], condition: 'a = ' }] },
      ],
    }),
    { status: 400, json: { errors: [{ code: 'SyntaxError', actionIndex: 0 }] } },
  );
});

test('a project has at most 25 extensions (ERR026)', async t => {
  const { send, made } = await startProject();
  for (let count = 0; count < 25; count++) await made('extensions', draftFor('http://127.0.0.1:1/'));
  matchWhole(t, await send('POST', 'extensions', draftFor('http://127.0.0.1:1/')), {
    status: 400,
    json: { errors: [{ code: 'MaxResourceLimitExceeded', exceededResource: 'extension' }] },
  });
});

/** All that Redis holds of a project, as one text. */
const stored = async (projectKey: string): Promise<string> => {
  const { redis } = quayside.services;
  const names = await listKeys(redis, `{${projectKey}}*`);
  const texts = await Promise.all(
    names.map(async name =>
      (await redis.type(name)) === 'string' ? (await redis.getBuffer(name))!.toString('latin1') : '',
    ),
  );
  return texts.join('\n');
};

test('the secret of an extension is sent, never shown, lies sealed, and goes with it', async t => {
  const { projectKey, server, send, extend, order, get, made } = await startProject();
  const secret = 'c2VydmljZTpzZWNyZXQ';
  const destination = {
    type: 'HTTP',
    url: server.url,
    authentication: { type: 'AuthorizationHeader', headerValue: `Basic ${secret}` },
  };
  const extension = await extend({ destination });
  server.say({});
  await order();
  t.equal(server.requests.at(-1)!.headers.authorization, `Basic ${secret}`);
  const masked = { ...destination, authentication: { type: 'AuthorizationHeader', headerValue: 'Basic ****' } };
  t.strictSame(extension.destination, masked);
  t.strictSame((await get(`extensions/${extension.id}`)).destination, masked);
  const read = (await send('GET', 'extensions')).text;
  t.match(read, /Basic \*{4}/);
  t.notMatch(read, secret);
  t.notMatch(await stored(projectKey), secret);

  const azure = await made(`extensions/${extension.id}`, {
    version: 1,
    actions: [
      {
        action: 'changeDestination',
        destination: { type: 'HTTP', url: server.url, authentication: { type: 'AzureFunctions', key: secret } },
      },
    ],
  });
  t.strictSame((azure.destination as { authentication: object }).authentication, {
    type: 'AzureFunctions',
    key: '****',
  });
  await order();
  t.equal(server.requests.at(-1)!.headers['x-functions-key'], secret, 'a change holds from the next request on');
  t.equal(server.requests.at(-1)!.headers.authorization, undefined);
  t.notMatch(await stored(projectKey), secret);

  const hidden = keys.hidden(projectKey, 'extension', extension.id);
  t.equal(await quayside.services.redis.exists(hidden), 1);
  const open = await made(`extensions/${extension.id}`, {
    version: 2,
    actions: [{ action: 'changeDestination', destination: { type: 'HTTP', url: server.url } }],
  });
  t.equal(await quayside.services.redis.exists(hidden), 0, 'without authentication nothing is kept');
  await order();
  t.equal(server.requests.at(-1)!.headers['x-functions-key'], undefined);
  const again = await made(`extensions/${extension.id}`, {
    version: open.version,
    actions: [{ action: 'changeDestination', destination }],
  });
  t.equal(await quayside.services.redis.exists(hidden), 1);
  t.equal((await send('DELETE', `extensions/${extension.id}?version=${again.version}`)).status, 200);
  t.equal(await quayside.services.redis.exists(hidden), 0);
  const calls = server.requests.length;
  await order();
  t.equal(server.requests.length, calls, 'a deleted extension is not called');
});

test('it is called before the commit with the resource to be and the correlation id (GEN025)', async t => {
  const { server, extend, importOrder, update, get, total, messagesOf } = await startProject();
  await extend({ additionalContext: { includeOldResource: true } });
  server.behave(response => {
    void total('orders').then(count => response.writeHead(201).end(JSON.stringify({ seen: count })));
  });
  const imported = await importOrder({}, { 'x-correlation-id': 'extension-test-1' });
  t.equal(imported.status, 201);
  const order = imported.json as Resource;
  const { headers, method } = server.requests[0]!;
  t.equal(method, 'POST');
  matchWhole(t, headers, { 'content-type': 'application/json', 'x-correlation-id': 'extension-test-1' });
  t.equal(headers.authorization, undefined);
  t.strictSame(
    inputs(server)[0],
    { action: 'Create', resource: { typeId: 'order', id: order.id, obj: order } },
    'there is no oldResource on creation',
  );

  const updated = await update(order, { action: 'setCustomerEmail', email: 'jo@example.com' });
  t.equal(updated.status, 200);
  const after = updated.json as Resource;
  matchWhole(t, after, { version: 2, customerEmail: 'jo@example.com' });
  t.strictSame(inputs(server)[1], {
    action: 'Update',
    resource: { typeId: 'order', id: order.id, obj: after },
    oldResource: { typeId: 'order', id: order.id, obj: order },
  });
  t.match(
    server.requests[1]!.headers['x-correlation-id'],
    /^[A-Za-z0-9_-]{8,256}$/,
    'one is made where the client sends none',
  );
  t.equal(server.requests[1]!.headers['x-correlation-id'], updated.headers['x-correlation-id']);
  t.strictSame(await get(`orders/${order.id}`), after);
  t.equal((await messagesOf(order)).length, 2);

  await update(order, { action: 'setCustomerEmail', email: 'late@example.com' });
  await update(after, { action: 'setCustomerEmail', email: 'jo@example.com' });
  await update(after, { action: 'setCustomerEmail', email: 7 });
  t.equal(server.requests.length, 2, 'neither conflicts, nor what changes nothing, nor bad input is put before it');
});

test('during the call nothing is committed yet', async t => {
  const { server, extend, order, total } = await startProject();
  await extend();
  let seen: number | undefined;
  server.behave(response => {
    void total('orders').then(count => {
      seen = count;
      response.end();
    });
  });
  await order();
  t.equal(seen, 0);
  t.equal(await total('orders'), 1);
});

test('triggers name types and actions, and a condition in the predicate language', async t => {
  const { server, extend, order, update, made } = await startProject();
  server.say({});
  await extend({
    triggers: [
      {
        resourceTypeId: 'order',
        actions: ['Update'],
        condition: 'orderState = "Complete" and totalPrice(centAmount >= 2000) and lineItems(quantity > 1)',
      },
      { resourceTypeId: 'payment', actions: ['Create'] },
    ],
  });
  const made1 = await order();
  t.equal(server.requests.length, 0, 'no creation of orders');
  const open = (await update(made1, { action: 'setCustomerEmail', email: 'a@example.com' })).json as Resource;
  t.equal(server.requests.length, 0, 'the condition does not hold');
  t.equal((await update(open, { action: 'changeOrderState', orderState: 'Complete' })).status, 200);
  t.equal(server.requests.length, 1, 'it is about the resource as it will be');
  const payment = await made('payments', { key: newKey('payment'), amountPlanned: money(1_000) });
  t.equal(server.requests.length, 2);
  matchWhole(t, inputs(server)[1], { action: 'Create', resource: { typeId: 'payment', obj: { key: payment.key } } });
  await made(`payments/${payment.id}`, {
    version: 1,
    actions: [{ action: 'changeAmountPlanned', amount: money(2_000) }],
  });
  await made('states', stateDraft());
  t.equal(server.requests.length, 2);
});

test('update actions in the answer are applied in the same commit', async t => {
  const { server, extend, order, update, get, messagesOf } = await startProject();
  await extend({ triggers: [{ resourceTypeId: 'order', actions: ['Update'] }] });
  const before = await order();
  server.say(
    actions(
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
  const told = await messagesOf(before);
  t.strictSame(
    told.map(({ type, sequenceNumber, resourceVersion }) => [type, sequenceNumber, resourceVersion]),
    [
      ['OrderImported', 1, 1],
      ['OrderStateChanged', 2, 2],
      ['OrderPurchaseOrderNumberSet', 3, 2],
      ['OrderPaymentStateChanged', 4, 2],
    ],
  );
  t.equal(server.requests.length, 1, 'it is not called for what it changed itself');
  server.say(actions({ action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'PO-1' }));
  matchWhole(
    t,
    await update(answer.json as Resource, { action: 'changeOrderState', orderState: 'Complete' }),
    { status: 200, json: { version: 3 } },
    'actions that change nothing do no harm',
  );
});

test('on creation they are applied before the first commit, those of several in the order of their creation', async t => {
  const { server, extend, importOrder, messagesOf, get } = await startProject();
  const second = await startExternalServer();
  await extend({ triggers: [{ resourceTypeId: 'order', actions: ['Create'] }] });
  await extend({
    destination: { type: 'HTTP', url: second.url },
    triggers: [{ resourceTypeId: 'order', actions: ['Create'] }],
  });
  // The first answers last.
  server.behave(response => {
    void setTimeout(100).then(() =>
      response.end(
        JSON.stringify(
          actions(
            { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'first' },
            { action: 'setOrderNumber', orderNumber: 'N-1' },
          ),
        ),
      ),
    );
  });
  second.say(actions({ action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'second' }));
  const answer = await importOrder();
  matchWhole(t, answer, {
    status: 201,
    json: { version: 1, orderNumber: 'N-1', purchaseOrderNumber: 'second', lastMessageSequenceNumber: 3 },
  });
  const order = answer.json as Resource;
  t.strictSame(await get('orders/order-number=N-1'), order, 'indexes and unique values know of them');
  const told = await messagesOf(order);
  t.strictSame(
    told.map(({ type, resourceVersion }) => [type, resourceVersion]),
    [
      ['OrderImported', 1],
      ['OrderPurchaseOrderNumberSet', 1],
      ['OrderPurchaseOrderNumberSet', 1],
    ],
  );
  matchWhole(
    t,
    told[0],
    { order: { purchaseOrderNumber: 'second' } },
    'what is told of the creation is the whole of it',
  );
});

test('actions that cannot be applied are a 502, and nothing is written (ERR006, ERR036)', async t => {
  const { server, extend, order, update, get, importOrder, total } = await startProject();
  const taken = newKey('order');
  await order({ orderNumber: taken });
  const before = await order();
  const { id, key } = await extend({ key: newKey('extension') });
  const isBlamed = (answer: HttpResponse, code: string, message: RegExp) => {
    t.equal(answer.status, 502, answer.text);
    const entry = entryOf(answer);
    t.equal(entry.code, 'ExtensionUpdateActionsFailed');
    t.strictSame(entry.errorByExtension, { id, key });
    matchWhole(t, entry.message, message);
    matchWhole(t, entry.extensionErrors, [{ code, message, extensionId: id, extensionKey: key }]);
  };
  const answers: readonly (readonly [body: object, code: string, message: RegExp])[] = [
    [actions({ action: 'noSuchAction' }), 'InvalidField', /noSuchAction/],
    [actions({ action: 'changeOrderState' }), 'RequiredField', /actions\[0\]\.orderState/],
    [actions('text' as unknown as object), 'InvalidJsonInput', /expected an object/],
    [
      actions({ action: 'setCustomerEmail', email: 'a@example.com' }, { action: 'removeDelivery', deliveryId: 'none' }),
      'InvalidOperation',
      /none/,
    ],
    [
      actions({ action: 'transitionState', state: { typeId: 'state', key: 'no-such-state' } }),
      'ReferencedResourceNotFound',
      /no-such-state/,
    ],
    [
      actions({ action: 'addPayment', payment: { typeId: 'payment', id: 'no-such-payment' } }),
      'ReferencedResourceNotFound',
      /no-such-payment/,
    ],
    [actions({ action: 'setOrderNumber', orderNumber: taken }), 'DuplicateField', /orderNumber/],
    [actions(...Array.from({ length: 501 }, () => ({ action: 'setCustomerEmail' }))), 'InvalidField', /500/],
  ];
  for (const [body, code, message] of answers) {
    server.say(body);
    isBlamed(await update(before, { action: 'changeOrderState', orderState: 'Confirmed' }), code, message);
    const orders = await total('orders');
    isBlamed(await importOrder(), code, message);
    t.equal(await total('orders'), orders);
  }
  t.strictSame(await get(`orders/${before.id}`), before);
  server.say(actions({ action: 'setCustomerEmail', email: 'a@example.com' }));
  matchWhole(
    t,
    await update(before, { action: 'setOrderNumber', orderNumber: taken }),
    { status: 400, json: { errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: String }] } },
    "what is wrong with the client's own stays the client's",
  );
  t.notOk('errorByExtension' in entryOf(await update(before, { action: 'setOrderNumber', orderNumber: taken })));
});

test('validation failures pass through, those of several together (ERR004, ERR006, ERR007)', async t => {
  const { server, extend, importOrder, total } = await startProject();
  const second = await startExternalServer();
  const triggers = [{ resourceTypeId: 'order', actions: ['Create'] }];
  const one = await extend({ key: newKey('extension'), triggers });
  const two = await extend({ destination: { type: 'HTTP', url: second.url }, triggers });
  const refusal = {
    code: 'InvalidField',
    message: 'Too dear.',
    field: 'totalPrice',
    invalidValue: 7,
    stranger: 1,
    localizedMessage: { en: 'Too dear', de: 'Zu teuer' },
    extensionExtraInfo: { limit: [1, { b: true }] },
  };
  server.say({ errors: [refusal, { code: 'InvalidOperation', message: 'Not today.' }] }, 400);
  second.say({ errors: [{ code: 'InvalidInput', message: 'Nor with me.', localizedMessage: null }] }, 400);
  const answer = await importOrder();
  t.equal(answer.status, 400);
  const errorByExtension = { id: one.id, key: one.key };
  t.strictSame(answer.json, {
    statusCode: 400,
    message: 'Too dear.',
    errors: [
      {
        code: 'InvalidField',
        message: 'Too dear.',
        field: 'totalPrice',
        invalidValue: 7,
        errorByExtension,
        localizedMessage: refusal.localizedMessage,
        extensionExtraInfo: refusal.extensionExtraInfo,
      },
      { code: 'InvalidOperation', message: 'Not today.', errorByExtension },
      { code: 'InvalidInput', message: 'Nor with me.', errorByExtension: { id: two.id } },
    ],
  });
  t.equal(await total('orders'), 0);
});

test('nonsense is a 502 (ERR006, ERR035)', async t => {
  const { server, extend, importOrder, total, send } = await startProject();
  const { id, key, version } = await extend({ key: newKey('extension') });
  const isBad = async (status: number | undefined, message: RegExp) => {
    const answer = await importOrder();
    t.equal(answer.status, 502, answer.text);
    const { message: said, ...entry } = entryOf(answer);
    matchWhole(t, said, message);
    t.strictSame(entry, {
      code: 'ExtensionBadResponse',
      extensionId: id,
      extensionKey: key,
      ...(status !== undefined && { extensionStatusCode: status }),
      extensionErrors: [],
      errorByExtension: { id, key },
    });
  };
  for (const status of [500, 204, 302, 404, 401]) {
    server.behave(response => response.writeHead(status, { location: server.url }).end());
    await isBad(status, new RegExp(`status ${status}`));
  }
  for (const text of ['{"actions": [', 'OK', '[]', '7', `${'['.repeat(100_000)}`]) {
    server.behave(response => response.end(text));
    await isBad(200, /no JSON object/);
  }
  server.say({ actions: {} });
  await isBad(200, /no array/);
  for (const body of [
    {},
    { errors: [] },
    { errors: [{ code: 'InvalidInput' }] },
    { errors: [{ code: 'MadeUp', message: 'x' }] },
    { errors: [{ code: 'ConcurrentModification', message: 'x' }] },
    { errors: [{ code: 'InvalidInput', message: 'x', localizedMessage: 'x' }] },
  ]) {
    server.say(body, 400);
    await isBad(400, /without a list of errors/);
  }
  server.behave(response => response.end(JSON.stringify({ actions: [], padding: 'x'.repeat(2 * 1024 * 1024) })));
  await isBad(undefined, /longer/);
  const garbage = createServer(socket => {
    socket.on('data', () => socket.end('what is this?\r\n\r\n'));
    socket.on('error', () => undefined);
  });
  await new Promise<void>(resolve => {
    garbage.listen(0, '127.0.0.1', resolve);
  });
  t.teardown(() => garbage.close());
  await send('POST', `extensions/${id}`, {
    version,
    actions: [
      {
        action: 'changeDestination',
        destination: { type: 'HTTP', url: `http://127.0.0.1:${(garbage.address() as AddressInfo).port}/` },
      },
    ],
  });
  await isBad(undefined, /no HTTP/);
  t.equal(await total('orders'), 0);
});

test('an empty answer, or one without actions, lets it pass', async t => {
  const { server, extend, importOrder } = await startProject();
  await extend();
  for (const text of ['', ' \n', '{}', '{"actions":[]}', '{"actions":null}'])
    for (const status of [200, 201]) {
      server.behave(response => response.writeHead(status).end(text));
      t.equal((await importOrder()).status, 201, text);
    }
});

test('who hangs, refuses or drops the connection is a 504 once the time is over (ERR006, ERR037)', async t => {
  const { server, extend, importOrder, total, made } = await startProject();
  const { id } = await extend({ timeoutInMs: 700 });
  const isSilent = async (): Promise<number> => {
    const startMs = performance.now();
    const answer = await importOrder();
    t.equal(answer.status, 504, answer.text);
    const { message, ...entry } = entryOf(answer);
    t.match(message, /did not answer within \d+ ms/);
    t.strictSame(entry, { code: 'ExtensionNoResponse', extensionId: id, errorByExtension: { id } });
    return performance.now() - startMs;
  };
  server.behave(() => undefined);
  const tookMs = await isSilent();
  t.ok(tookMs >= 690 && tookMs < 1_900, `${tookMs} ms`);
  server.behave(response => {
    response.writeHead(200).write('{"actions":');
  });
  await isSilent();
  server.behave(response => {
    response.socket!.destroy();
  });
  t.ok((await isSilent()) < 650, 'a dropped connection is known at once');
  server.behave(response => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    void setTimeout(20).then(() => response.socket!.destroy());
  });
  await isSilent();
  await made(`extensions/${id}`, { version: 1, actions: [{ action: 'setTimeoutInMs' }] });
  server.behave(() => undefined);
  const byDefaultMs = await isSilent();
  t.ok(byDefaultMs >= 1_990 && byDefaultMs < 3_500, `${byDefaultMs} ms`);
  await server.stop();
  t.ok((await isSilent()) < 1_500, 'nobody listens');
  t.equal(await total('orders'), 0);
});

test('a condition about what orders cannot have (ERR006, ERR034)', async t => {
  const { projectKey, server, extend, made, importOrder, send } = await startProject();
  server.say({});
  const extension = await extend();
  const conditioned = async (condition: string): Promise<HttpResponse> => {
    const { version } = (await send('GET', `extensions/${extension.id}`)).json as Resource;
    await made(`extensions/${extension.id}`, {
      version,
      actions: [{ action: 'changeTriggers', triggers: [{ resourceTypeId: 'order', actions: ['Create'], condition }] }],
    });
    return importOrder();
  };
  for (const [condition, message] of [
    ['orderState = "Open" or noSuchField = 1', /'noSuchField' is not present/],
    ['lineItems(variant(skew = "x"))', /'lineItems.variant.skew'/],
    ['constructor is defined', /'constructor'/],
    ['orderState(name = "x")', /'orderState.name'/],
    ['not(shippingAddress within circle(0, 0, 5))', /'shippingAddress' is no point/],
  ] as const) {
    const answer = await conditioned(condition);
    t.equal(answer.status, 400, condition);
    const { message: said, ...entry } = entryOf(answer);
    matchWhole(t, said, message);
    t.strictSame(entry, { code: 'ExtensionPredicateEvaluationFailed', errorByExtension: { id: extension.id } });
  }
  t.equal(server.requests.length, 0);
  for (const condition of [
    'customerEmail is not defined',
    'custom(fields(anything = 1)) or createdBy(clientId is defined)',
    'lineItems(name(en = "Rain jacket"))',
    'version = 1',
  ])
    t.equal((await conditioned(condition)).status, 201, condition);
  t.equal(server.requests.length, 4, 'what this order merely lacks is not defined');
  // As a version saved it that read predicates otherwise; whatever this worker knew is a second old by then.
  const { redis } = quayside.services;
  const body = keys.body(projectKey, 'extension', extension.id);
  await redis.set(body, (await redis.get(body))!.replace(/"condition":"[^\n]*?"\}/, '"condition":"orderState ="}'));
  await setTimeout(1_100);
  const answer = await importOrder();
  matchWhole(t, answer, {
    status: 400,
    json: { errors: [{ code: 'ExtensionPredicateEvaluationFailed', errorByExtension: { id: extension.id } }] },
  });
});

test('extensions that hang leave the service to others, and are not waited for by all', async t => {
  const { server, extend, importOrder } = await startProject();
  const other = await startProject();
  await extend({ timeoutInMs: 10_000 });
  const held: (() => void)[] = [];
  server.behave(response => {
    held.push(() => response.end());
  });
  const statuses: number[] = [];
  const hanging = Array.from({ length: 40 }, async () => {
    statuses.push((await importOrder()).status);
  });
  await waitUntil(() => held.length === 24 && statuses.length === 16);
  t.strictSame(new Set(statuses), new Set([503]));
  t.equal((await other.importOrder()).status, 201);
  held.forEach(release => release());
  await Promise.all(hanging);
  t.equal(statuses.filter(status => status === 201).length, 24);
  server.say({});
  t.equal((await importOrder()).status, 201, 'and nobody is counted for ever');
});

test('another process calls a new extension within a second', async t => {
  const { projectKey, extend } = await startProject();
  const { engine } = quayside.services;
  t.equal(await engine.extensionCaller!(projectKey, 'order', 'Create'), undefined);
  await extend();
  await waitUntil(async () => (await engine.extensionCaller!(projectKey, 'order', 'Create')) !== undefined, 5_000);
  t.equal(await engine.extensionCaller!(projectKey, 'state', 'Create'), undefined);
});

test('a project without extensions costs one read a second, a type that none is for costs nothing', async t => {
  const { store, engine } = quayside.services;
  let reads = 0;
  const counting = {
    ...store,
    slice: (...all: Parameters<typeof store.idsInRange>) => {
      reads++;
      return store.idsInRange(...all);
    },
  };
  const { extensionCaller } = new Extensions({
    store: counting,
    sealer: engine.sealer,
    outbound: new HttpOutbound(readConfig({})),
  });
  const { projectKey } = await quayside.project();
  for (let count = 0; count < 100; count++) await extensionCaller(projectKey, 'state', 'Update');
  t.equal(reads, 0);
  const startMs = performance.now();
  for (let count = 0; count < 100; count++) t.equal(await extensionCaller(projectKey, 'order', 'Update'), undefined);
  t.ok(reads <= 1 + (performance.now() - startMs) / 1_000, `${reads} reads`);
});

test('in production no connection goes to loopback unless a setting allows it', async t => {
  const { projectKey, server, extend } = await startProject();
  await extend();
  server.say({});
  const importWith = async (settings: Readonly<Record<string, string>>) => {
    const config = readConfig({ ENCRYPTION_KEY: encryptionKey, ...settings });
    const services = await openServices(createServiceOptions(config, quayside.redisUrl, encryptionKey));
    t.teardown(() => services.close());
    const request = {
      projectKey,
      resourceType: services.engine.resourceTypes.get('order')!,
      creation: 'import',
      query: new URLSearchParams(),
      body: Buffer.from(JSON.stringify(orderDraft())),
      client: {},
    };
    return createResource(services.engine, request).catch((error: unknown) => error);
  };
  const refused = await importWith({ NODE_ENV: 'production' });
  if (!(refused instanceof ApiError)) throw refused;
  t.same([refused.status, refused.entries.map(({ code }) => code)], [504, ['ExtensionNoResponse']]);
  t.equal(server.requests.length, 0);
  matchWhole(t, await importWith({ NODE_ENV: 'production', PRIVATE_DESTINATIONS: 'true' }), { status: 201 });
  matchWhole(t, await importWith({ NODE_ENV: 'development' }), { status: 201 });
  t.equal(server.requests.length, 2);
});
