import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import { createResource } from '../../../src/engine/commit/pipeline.js';
import { ApiError } from '../../../src/base/errors/ApiError.js';
import { Extensions } from '../../../src/commerce/extensions/Extensions.js';
import { HttpOutbound } from '../../../src/base/net/HttpOutbound.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { openServices } from '../../../src/services/services.js';
import { money, newKey, orderDraft, stateDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';
import { type WireResource, extensionInputs, startExtensionProject } from './extensionProject.js';

const encryptionKey = 'a key of thirty-two characters, for tests';
const quayside = await startQuayside();

/** Hides the times of a resource: the commit sets them, so that an extension sees earlier ones. */
const withoutTimes = <R extends object>(resource: R) => ({ ...resource, createdAt: '', lastModifiedAt: '' });
const seenBy = (input: ReturnType<typeof extensionInputs>[number]) => ({
  ...input,
  resource: { ...input.resource, obj: withoutTimes(input.resource.obj) },
});

test('calls an extension before the commit with new resource and correlation id (GEN025, extension.9574e)', async t => {
  const { server, extend, importOrder, update, get, total, messagesOf } = await startExtensionProject();
  await extend({ additionalContext: { includeOldResource: true } });
  server.behave(response => {
    void total('orders').then(count => response.writeHead(201).end(JSON.stringify({ seen: count })));
  });
  const imported = await importOrder({}, { 'x-correlation-id': 'extension-test-1' });
  t.equal(imported.status, 201);
  const order = imported.json as WireResource;
  const { headers, method } = server.requests[0]!;
  t.equal(method, 'POST');
  matchWhole(t, headers, { 'content-type': 'application/json', 'x-correlation-id': 'extension-test-1' });
  t.equal(headers.authorization, undefined);
  t.strictSame(
    seenBy(extensionInputs(server)[0]!),
    { action: 'Create', resource: { typeId: 'order', id: order.id, obj: withoutTimes(order) } },
    'there is no oldResource on creation',
  );

  const updated = await update(order, { action: 'setCustomerEmail', email: 'jo@example.com' });
  t.equal(updated.status, 200);
  const after = updated.json as WireResource;
  matchWhole(t, after, { version: 2, customerEmail: 'jo@example.com' });
  t.strictSame(seenBy(extensionInputs(server)[1]!), {
    action: 'Update',
    resource: { typeId: 'order', id: order.id, obj: withoutTimes(after) },
    oldResource: { typeId: 'order', id: order.id, obj: order },
  });
  t.match(
    server.requests[1]!.headers['x-correlation-id'],
    /^[A-Za-z0-9_-]{8,256}$/,
    'the service creates one where the client sends none',
  );
  t.equal(server.requests[1]!.headers['x-correlation-id'], updated.headers['x-correlation-id']);
  t.strictSame(await get(`orders/${order.id}`), after);
  t.equal((await messagesOf(order)).length, 2);

  await update(order, { action: 'setCustomerEmail', email: 'late@example.com' });
  await update(after, { action: 'setCustomerEmail', email: 'jo@example.com' });
  await update(after, { action: 'setCustomerEmail', email: 7 });
  t.equal(server.requests.length, 2, 'no call for a conflict, for an update without changes, or for invalid input');
});

test('commits nothing before the extension has answered', async t => {
  const { server, extend, order, total } = await startExtensionProject();
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

test('calls an extension only for the resource type, action and condition of its triggers', async t => {
  const { server, extend, order, update, post } = await startExtensionProject();
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
  const created = await order();
  t.equal(server.requests.length, 0, 'not for the creation of orders');
  const changed = (await update(created, { action: 'setCustomerEmail', email: 'a@example.com' })).json as WireResource;
  t.equal(server.requests.length, 0, 'not while the condition is false');
  t.equal((await update(changed, { action: 'changeOrderState', orderState: 'Complete' })).status, 200);
  t.equal(server.requests.length, 1, 'the condition is evaluated on the updated resource');
  const payment = await post('payments', { key: newKey('payment'), amountPlanned: money(1_000) });
  t.equal(server.requests.length, 2);
  matchWhole(t, extensionInputs(server)[1], {
    action: 'Create',
    resource: { typeId: 'payment', obj: { key: payment.key } },
  });
  await post(`payments/${payment.id}`, {
    version: 1,
    actions: [{ action: 'changeAmountPlanned', amount: money(2_000) }],
  });
  await post('states', stateDraft());
  t.equal(server.requests.length, 2);
});

test('calls a new extension from another process', async t => {
  const { projectKey, extend } = await startExtensionProject();
  const { engine } = quayside.services;
  t.equal(await engine.extensionCaller!(projectKey, 'order', 'Create'), undefined);
  await extend();
  await waitUntil(async () => (await engine.extensionCaller!(projectKey, 'order', 'Create')) !== undefined);
  t.equal(await engine.extensionCaller!(projectKey, 'state', 'Create'), undefined);
});

test('reads the extensions of a project once a second, and not for types without extensions', async t => {
  const { store, engine } = quayside.services;
  let reads = 0;
  const counting = {
    ...store,
    idsInRange: (...all: Parameters<typeof store.idsInRange>) => {
      reads++;
      return store.idsInRange(...all);
    },
  };
  const { extensionCaller } = new Extensions({
    store: counting,
    sealer: engine.sealer,
    outbound: new HttpOutbound(readConfig({})),
    log: pino({ level: 'silent' }),
  });
  const { projectKey } = await quayside.project();
  for (let count = 0; count < 100; count++) await extensionCaller(projectKey, 'state', 'Update');
  t.equal(reads, 0);
  const startMs = performance.now();
  for (let count = 0; count < 100; count++) t.equal(await extensionCaller(projectKey, 'order', 'Update'), undefined);
  t.ok(reads >= 1 && reads <= 1 + (performance.now() - startMs) / 1_000, `${reads} reads`);
  const before = reads;
  const now = performance.now.bind(performance);
  t.intercept(performance, 'now', { value: () => now() + 1_001 });
  // The cache reads the clock once in a millisecond.
  await setTimeout(10);
  await extensionCaller(projectKey, 'order', 'Update');
  t.equal(reads, before + 1, 'what was read is not used for longer than a second');
});

test('connects to loopback addresses only if PRIVATE_DESTINATIONS lists them, and logs why a call failed', async t => {
  const { projectKey, server, extend } = await startExtensionProject();
  const extension = await extend();
  server.say({});
  const lines: string[] = [];
  const log = pino({}, { write: line => lines.push(line) });
  const importWith = async (settings: Readonly<Record<string, string>>) => {
    const config = readConfig({ ENCRYPTION_KEY: encryptionKey, ...settings });
    const services = await openServices(createServiceOptions(config, quayside.redisUrl, encryptionKey), log);
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
  const refused = await importWith({ NODE_ENV: 'development' });
  if (!(refused instanceof ApiError)) throw refused;
  t.same([refused.status, refused.entries.map(({ code }) => code)], [504, ['ExtensionNoResponse']]);
  t.equal(server.requests.length, 0);
  t.equal(lines.length, 1);
  matchWhole(t, JSON.parse(lines[0]!), {
    projectKey,
    extensionId: extension.id,
    host: new URL(server.url).host,
    reason: 'the address is private, and PRIVATE_DESTINATIONS does not list it',
    msg: 'an API extension gave no answer that can be used',
  });
  matchWhole(t, await importWith({ NODE_ENV: 'production', PRIVATE_DESTINATIONS: 'loopback' }), { status: 201 });
  matchWhole(t, await importWith({ PRIVATE_DESTINATIONS: '127.0.0.1' }), { status: 201 });
  t.equal(server.requests.length, 2);
});
