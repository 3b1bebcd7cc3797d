/** Extensions that refuse a resource, return unusable responses, hang or drop the connection. */
import { type AddressInfo, createServer } from 'node:net';
import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { startExternalServer } from '../../support/externalServer.js';
import { waitUntil } from '../../support/waitUntil.js';
import { firstErrorEntry, startExtensionProject } from './extensionProject.js';

/** Every failure has the same text, so that it does not tell which service listens at the address. */
const failureMessage = (timeoutMs: number): string =>
  'The extension gave no answer that can be used: expected status 200 or 201 with JSON that may hold actions, ' +
  `or 400 with errors, within ${timeoutMs} ms.`;

test('returns the validation errors of all extensions (ERR004, ERR006, ERR007)', async t => {
  const { server, extend, importOrder, total } = await startExtensionProject();
  const second = await startExternalServer();
  const triggers = [{ resourceTypeId: 'order', actions: ['Create'] }];
  const one = await extend({ key: newKey('extension'), triggers });
  const two = await extend({ destination: { type: 'HTTP', url: second.url }, triggers });
  const refusal = {
    code: 'InvalidField',
    message: 'Too dear.',
    field: 'totalPrice',
    invalidValue: 7,
    unknownMember: 1,
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

test('answers an unusable response with 502 (ERR006, ERR035)', async t => {
  const { server, extend, importOrder, total, send } = await startExtensionProject();
  const { id, key, version } = await extend({ key: newKey('extension'), timeoutInMs: 10_000 });
  const assertBadResponse = async () => {
    const answer = await importOrder();
    t.equal(answer.status, 502, answer.text);
    t.strictSame(firstErrorEntry(answer), {
      code: 'ExtensionBadResponse',
      message: failureMessage(10_000),
      extensionId: id,
      extensionKey: key,
      extensionErrors: [],
      errorByExtension: { id, key },
    });
  };
  for (const status of [500, 204, 302, 404, 401]) {
    server.behave(response => response.writeHead(status, { location: server.url }).end());
    await assertBadResponse();
  }
  for (const text of ['{"actions": [', 'OK', '[]', '7', `${'['.repeat(100_000)}`]) {
    server.behave(response => response.end(text));
    await assertBadResponse();
  }
  server.say({ actions: {} });
  await assertBadResponse();
  for (const body of [
    {},
    { errors: [] },
    { errors: [{ code: 'InvalidInput' }] },
    { errors: [{ code: 'MadeUp', message: 'x' }] },
    { errors: [{ code: 'ConcurrentModification', message: 'x' }] },
    { errors: [{ code: 'InvalidInput', message: 'x', localizedMessage: 'x' }] },
  ]) {
    server.say(body, 400);
    await assertBadResponse();
  }
  server.behave(response => response.end(JSON.stringify({ actions: [], padding: 'x'.repeat(2 * 1024 * 1024) })));
  await assertBadResponse();
  const garbage = createServer(socket => {
    socket.on('data', () => socket.end('not HTTP\r\n\r\n'));
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
  await assertBadResponse();
  t.equal(await total('orders'), 0);
});

test('follows no redirect, and uses no cached response (extension.5024f)', async t => {
  const { server, extend, importOrder } = await startExtensionProject();
  await extend();
  server.behave(response => response.writeHead(200, { 'cache-control': 'max-age=600', etag: '"1"' }).end());
  for (const sent of [1, 2]) {
    t.equal((await importOrder()).status, 201);
    t.equal(server.requests.length, sent);
  }
  for (const status of [301, 302, 303, 307, 308]) {
    server.behave(response => response.writeHead(status, { location: server.url }).end());
    const before = server.requests.length;
    t.equal((await importOrder()).status, 502, `${status}`);
    t.equal(server.requests.length, before + 1, `${status} is not followed`);
  }
});

test('accepts an empty response or a response without actions', async t => {
  const { server, extend, importOrder } = await startExtensionProject();
  await extend();
  for (const text of ['', ' \n', '{}', '{"actions":[]}', '{"actions":null}'])
    for (const status of [200, 201]) {
      server.behave(response => response.writeHead(status).end(text));
      t.equal((await importOrder()).status, 201, text);
    }
});

test('answers 504 without a response (ERR006, ERR037, extension.18dfe, extension.8001c, extension.4c120)', async t => {
  const { server, extend, importOrder, total, post } = await startExtensionProject();
  const { id } = await extend({ timeoutInMs: 700 });
  const assertNoResponse = async (timeoutMs = 700): Promise<number> => {
    const startMs = performance.now();
    const answer = await importOrder();
    t.equal(answer.status, 504, answer.text);
    t.strictSame(firstErrorEntry(answer), {
      code: 'ExtensionNoResponse',
      message: failureMessage(timeoutMs),
      extensionId: id,
      errorByExtension: { id },
    });
    return performance.now() - startMs;
  };
  server.behave(() => undefined);
  const tookMs = await assertNoResponse();
  t.ok(tookMs >= 690, `${tookMs} ms`);
  server.behave(response => {
    response.writeHead(200).write('{"actions":');
  });
  await assertNoResponse();
  const setTimeoutInMs = (version: number, timeoutInMs?: number): Promise<unknown> =>
    post(`extensions/${id}`, { version, actions: [{ action: 'setTimeoutInMs', timeoutInMs }] });
  await setTimeoutInMs(1, 10_000);
  server.behave(response => {
    response.socket!.destroy();
  });
  await assertNoResponse(10_000);
  server.behave(response => {
    response.writeHead(200, { 'content-length': '100' }).write('{', () => response.socket?.destroy());
  });
  await assertNoResponse(10_000);
  await setTimeoutInMs(2);
  server.behave(() => undefined);
  const byDefaultMs = await assertNoResponse(2_000);
  t.ok(byDefaultMs >= 1_990, `${byDefaultMs} ms`);
  await setTimeoutInMs(3, 10_000);
  await server.stop();
  await assertNoResponse(10_000);
  t.equal(await total('orders'), 0);
});

test('answers 504 for each reason that prevents a connection (ERR037)', async t => {
  const { server, extend, importOrder, post } = await startExtensionProject();
  const { id, version } = await extend();
  const assertNoResponse = async (title: string): Promise<void> => {
    const answer = await importOrder();
    t.equal(answer.status, 504, `${title}: ${answer.text}`);
    t.strictSame(
      firstErrorEntry(answer),
      { code: 'ExtensionNoResponse', message: failureMessage(10_000), extensionId: id, errorByExtension: { id } },
      title,
    );
  };
  let at = version;
  for (const [title, url] of [
    ['TLS with a server that has none', server.url.replace('http:', 'https:')],
    ['a name that does not exist', 'http://no-such-host.invalid/'],
  ] as const) {
    const destination = { type: 'HTTP', url };
    at = (await post(`extensions/${id}`, { version: at, actions: [{ action: 'changeDestination', destination }] }))
      .version;
    await assertNoResponse(title);
  }
  t.equal(server.requests.length, 0);
});

test('limits the requests that wait for hanging extensions and serves other projects', async t => {
  const { server, extend, importOrder } = await startExtensionProject();
  const other = await startExtensionProject();
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
  t.equal((await importOrder()).status, 201, 'finished requests are no longer counted');
});
