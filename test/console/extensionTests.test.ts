/** POST /-/extension-tests: the console tries an API extension, and nothing is written. */
import { test } from '../support/tap.js';
import { assertError } from '../support/refusal.js';
import { consoleOf, createAccount, startConsole } from '../support/accounts.js';
import { startExtensionShop } from '../support/extensionShop.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';

const { quayside, redisUrl } = await startConsole();
const shop = await startExtensionShop(quayside);
const { projectKey, server } = shop;
await createAccount(quayside, { email: 'otto@example.com', role: 'operator' });
await createAccount(quayside, { email: 'tina@example.com', role: 'operator', projects: [projectKey] });
await createAccount(quayside, { email: 'sam@example.com', role: 'support' });
const console = consoleOf(quayside);
const order = await shop.order({ customerEmail: 'jo@example.com' });

const requestOf = ({ id }: { readonly id: string }, members: object = {}) => ({
  projectKey,
  extensionId: id,
  action: 'Update',
  resourceTypeId: 'order',
  resourceId: order.id,
  ...members,
});

const tryAs = async (email: string, request: object, at = quayside) =>
  (await consoleOf(at)().signIn(email)).send('POST', '/-/extension-tests', request);

const sentText = (answer: unknown): string => (answer as { readonly call: { readonly body: string } }).call.body;
const sentBody = (answer: unknown): unknown => JSON.parse(sentText(answer));

/** One text for every failure. */
const failureMessage = /^The extension gave no answer that can be used: /;

test('sends the resource with the real headers, and shows the update actions without writing them', async t => {
  const extension = await shop.extend({
    destination: {
      type: 'HTTP',
      url: server.url,
      authentication: { type: 'AuthorizationHeader', headerValue: 'Bearer secret' },
    },
    additionalContext: { includeOldResource: true },
  });
  const actions = [{ action: 'setCustomerEmail', email: 'ada@example.com' }];
  server.say({ actions });
  const before = server.requests.length;
  const { status, json, headers } = await tryAs('otto@example.com', requestOf(extension));
  t.equal(status, 200);
  t.equal(headers['cache-control'], 'no-store');
  matchWhole(t, json, {
    isTriggered: true,
    call: {
      url: server.url,
      headers: { 'content-type': 'application/json', 'x-correlation-id': String, authorization: 'Bearer ****' },
      body: String,
      durationMs: Number,
      response: { status: 200, text: JSON.stringify({ actions }) },
      reason: undefined,
    },
    meaning: { outcome: 'changed', actions, resource: { id: order.id, version: 2, customerEmail: 'ada@example.com' } },
  });
  t.equal(server.requests.length, before + 1);
  t.strictSame(sentBody(json), {
    action: 'Update',
    resource: { typeId: 'order', id: order.id, obj: order },
    oldResource: { typeId: 'order', id: order.id, obj: order },
  });
  t.equal(sentText(json), server.requests.at(-1)!.text);
  t.equal(server.requests.at(-1)!.headers.authorization, 'Bearer secret');
  t.notOk(JSON.stringify(json).includes('Bearer secret'), 'the secret is not shown');
  t.strictSame(await shop.read(`orders/${order.id}`), order);
  const where = encodeURIComponent(`resource(id="${order.id}")`);
  matchWhole(t, await shop.read(`messages?where=${where}`), { total: 1, results: [{ type: 'OrderImported' }] });
});

test('finds the resource by its order number, and tells that a condition excludes it (ERR034)', async t => {
  const extension = await shop.extend({
    triggers: [{ resourceTypeId: 'order', actions: ['Create'], condition: 'customerEmail = "unknown@example.com"' }],
  });
  server.behave(response => response.end());
  const { orderNumber } = order as unknown as { orderNumber: string };
  const request = requestOf(extension, { action: 'Create', resourceId: undefined, resourceKey: orderNumber });
  const { json } = await tryAs('otto@example.com', request);
  matchWhole(t, json, {
    isTriggered: false,
    call: { response: { status: 200, text: '' } },
    meaning: { outcome: 'accepted' },
  });
  t.strictSame(sentBody(json), { action: 'Create', resource: { typeId: 'order', id: order.id, obj: order } });
});

test('tells errors of the extension from actions that cannot be applied (ERR004, ERR036)', async t => {
  const extension = await shop.extend();
  const errorByExtension = { id: extension.id, key: extension.key };
  server.say({ errors: [{ code: 'InvalidInput', message: 'Too dear.' }] }, 400);
  matchWhole(t, (await tryAs('otto@example.com', requestOf(extension))).json, {
    call: { response: { status: 400 } },
    meaning: { outcome: 'refused', errors: [{ code: 'InvalidInput', message: 'Too dear.', errorByExtension }] },
  });
  const actions = [{ action: 'changeOrderState', orderState: 'Lost' }];
  server.say({ actions });
  matchWhole(t, (await tryAs('otto@example.com', requestOf(extension))).json, {
    meaning: {
      outcome: 'actionsFailed',
      actions,
      errors: [
        {
          code: 'ExtensionUpdateActionsFailed',
          message: /^The extension returned update actions that could not be executed\. .*orderState/,
          extensionErrors: [
            { code: 'InvalidField', message: /orderState/, extensionId: extension.id, extensionKey: extension.key },
          ],
          errorByExtension,
        },
      ],
    },
  });
  t.strictSame(await shop.read(`orders/${order.id}`), order);
});

test('shows an unusable answer and the reason of a failure to accounts of the whole server only', async t => {
  const extension = await shop.extend();
  server.behave(response => response.writeHead(500).end('it broke'));
  const { id, key } = extension;
  const failed = {
    outcome: 'failed',
    errors: [
      {
        code: 'ExtensionBadResponse',
        message: failureMessage,
        extensionId: id,
        extensionKey: key,
        extensionErrors: [],
        errorByExtension: { id, key },
      },
    ],
  };
  matchWhole(t, (await tryAs('otto@example.com', requestOf(extension))).json, {
    call: { response: { status: 500, text: 'it broke' } },
    meaning: failed,
  });
  const limited = (await tryAs('tina@example.com', requestOf(extension))).json as { readonly call: object };
  matchWhole(t, limited, { meaning: failed });
  t.strictSame(Object.keys(limited.call), ['url', 'headers', 'body', 'durationMs']);
  server.say({ actions: [] });
  matchWhole(t, (await tryAs('tina@example.com', requestOf(extension))).json, {
    call: { response: { status: 200 } },
    meaning: { outcome: 'accepted' },
  });
});

test('ends a call by its limits of time and size', async t => {
  const hanging = await shop.extend({ timeoutInMs: 200 });
  server.behave(() => undefined);
  matchWhole(t, (await tryAs('otto@example.com', requestOf(hanging))).json, {
    call: { response: undefined, reason: 'no answer within 200 ms' },
    meaning: { outcome: 'failed' },
  });
  const extension = await shop.extend();
  server.behave(response => response.end(' '.repeat(1024 * 1024 + 1)));
  matchWhole(t, (await tryAs('otto@example.com', requestOf(extension))).json, {
    call: { response: undefined, reason: 'Response content exceeded max size' },
    meaning: { outcome: 'failed' },
  });
});

test('calls no address that the server may not call', async t => {
  const extension = await shop.extend();
  const strict = await startQuayside({ REDIS_URL: redisUrl, PRIVATE_DESTINATIONS: '' });
  const before = server.requests.length;
  matchWhole(t, (await tryAs('otto@example.com', requestOf(extension), strict)).json, {
    call: { response: undefined, reason: 'the address is private, and PRIVATE_DESTINATIONS does not list it' },
    meaning: { outcome: 'failed' },
  });
  t.equal(server.requests.length, before);
});

test('needs an account that may test extensions in the project', async t => {
  const extension = await shop.extend();
  const { projectKey: hidden } = await quayside.project();
  const before = server.requests.length;
  t.equal((await console().send('POST', '/-/extension-tests', requestOf(extension))).status, 401);
  const client = console();
  const { clientId, clientSecret } = shop.credentials;
  await client.send('POST', '/-/session', { projectKey, clientId, clientSecret });
  for (const { status, json } of [
    await tryAs('sam@example.com', requestOf(extension)),
    await tryAs('tina@example.com', requestOf(extension, { projectKey: hidden })),
    await client.send('POST', '/-/extension-tests', requestOf(extension)),
  ]) {
    t.equal(status, 403);
    assertError(t, json, 'PermissionRequired');
  }
  t.equal(server.requests.length, before);
});

test('refuses a request that names no extension, no resource or no trigger', async t => {
  const extension = await shop.extend();
  const before = server.requests.length;
  const browser = await console().signIn('otto@example.com');
  const only = 'projectKey, extensionId, action, resourceTypeId, resourceId, resourceKey';
  for (const [members, status, code, message] of [
    [{ projectKey: 'unknown' }, 404, 'ResourceNotFound', "The project 'unknown' was not found."],
    [{ extensionId: 'x' }, 404, 'ResourceNotFound', "The extension with id 'x' was not found."],
    [{ resourceId: 'x' }, 404, 'ResourceNotFound', "The order with id 'x' was not found."],
    [
      { resourceId: undefined, resourceKey: 'x' },
      404,
      'ResourceNotFound',
      "The order with orderNumber 'x' was not found.",
    ],
    [{ resourceKey: 'x' }, 400, 'InvalidInput', "Expected 'resourceId' or 'resourceKey', and not both."],
    [{ resourceTypeId: 'cart' }, 400, 'InvalidInput', /^The extension has no trigger for the action Update .* 'cart'/],
    [{ resourceTypeId: 'business-unit' }, 400, 'InvalidInput', /has no trigger/],
    [{ resourceTypeId: 'zone' }, 400, 'InvalidField', /resourceTypeId/],
    [{ version: 1 }, 400, 'InvalidInput', `The member 'version' is not known; expected only ${only}.`],
  ] as const) {
    const { status: found, json } = await browser.send('POST', '/-/extension-tests', requestOf(extension, members));
    t.equal(found, status);
    const { message: text, errors } = json as { message: string; errors: { code: string }[] };
    t.equal(errors[0]?.code, code);
    if (typeof message === 'string') t.equal(text, message);
    else t.match(text, message);
  }
  t.equal(server.requests.length, before);
});
