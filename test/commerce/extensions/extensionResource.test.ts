/** Extensions as resources, with their secrets, their number, and the destinations that the server may call. */
import { test } from '../../support/tap.js';
import { extensibleTypeIds } from '../../../src/commerce/resources/extension/triggers.js';
import { keys } from '../../../src/store/keys.js';
import { newKey, orderDraft } from '../../support/drafts.js';
import { listKeys } from '../../support/listKeys.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { extensionDraft, startExtensionProject, type WireResource } from './extensionProject.js';
import { startExternalServer } from '../../support/externalServer.js';
import type { HttpResponse } from '../../support/http.js';
import { assertRefusal, literally, assertError } from '../../support/refusal.js';

const quayside = await startQuayside();

test('creates and updates extensions, and refuses invalid ones (extension.1f262, extension.5eefa)', async t => {
  const { send, post, get } = await startExtensionProject();
  const url = 'http://127.0.0.1:1/x';
  const key = newKey('extension');
  const created = await post(
    'extensions',
    extensionDraft(url, {
      key,
      timeoutInMs: 10_000,
      additionalContext: { includeOldResource: true },
      triggers: [{ resourceTypeId: 'cart', actions: ['Create', 'Create'], condition: 'version > 1' }],
    }),
  );
  matchWhole(t, created, {
    key,
    version: 1,
    destination: { type: 'HTTP', url },
    timeoutInMs: 10_000,
    additionalContext: { includeOldResource: true },
    triggers: [{ resourceTypeId: 'cart', actions: ['Create'], condition: 'version > 1' }],
  });
  const changed = await post(`extensions/${created.id}`, {
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
        ...extensionDraft(url),
        destination: { type: 'AWSLambda' },
      },
      { code: 'InvalidField', field: 'destination.type', invalidValue: 'AWSLambda', allowedValues: ['HTTP'] },
    ],
    [
      { ...extensionDraft(url), destination: { type: 'GoogleCloudFunction', url } },
      { code: 'InvalidField', field: 'destination.type', invalidValue: 'GoogleCloudFunction', allowedValues: ['HTTP'] },
    ],
    [
      { ...extensionDraft(url), destination: { type: 'HTTP' } },
      { code: 'RequiredField', field: 'destination.url' },
    ],
    [
      extensionDraft('ftp://example.com/'),
      { code: 'InvalidField', field: 'destination.url', invalidValue: 'ftp://example.com/' },
    ],
    [
      extensionDraft('http://user:secret@example.com/'),
      { code: 'InvalidField', field: 'destination.url', invalidValue: 'http://user:secret@example.com/' },
    ],
    [extensionDraft('http://[/'), { code: 'InvalidField', field: 'destination.url', invalidValue: 'http://[/' }],
    [
      { ...extensionDraft(url), destination: { type: 'HTTP', url, authentication: { type: 'AuthorizationHeader' } } },
      { code: 'RequiredField', field: 'destination.authentication.headerValue' },
    ],
    [
      { ...extensionDraft(url), destination: { type: 'HTTP', url, authentication: { type: 'AzureFunctions' } } },
      { code: 'RequiredField', field: 'destination.authentication.key' },
    ],
    ...(
      [
        ['AuthorizationHeader', 'headerValue', 'Basic ****'],
        ['AzureFunctions', 'key', '****'],
      ] as const
    ).map(([type, member, value]): readonly [object, object] => [
      { ...extensionDraft(url), destination: { type: 'HTTP', url, authentication: { type, [member]: value } } },
      { code: 'InvalidField', field: `destination.authentication.${member}`, invalidValue: value },
    ]),
    [
      extensionDraft(url, { timeoutInMs: 10_001 }),
      { code: 'InvalidField', field: 'timeoutInMs', invalidValue: 10_001 },
    ],
    [extensionDraft(url, { triggers: [] }), { code: 'InvalidField', field: 'triggers', invalidValue: [] }],
    [
      extensionDraft(url, { triggers: [{ resourceTypeId: 'state', actions: ['Create'] }] }),
      {
        code: 'InvalidField',
        field: 'triggers[0].resourceTypeId',
        invalidValue: 'state',
        allowedValues: [...extensibleTypeIds],
      },
    ],
    [
      extensionDraft(url, { triggers: [{ resourceTypeId: 'order', actions: ['Delete'] }] }),
      {
        code: 'InvalidField',
        field: 'triggers[0].actions[0]',
        invalidValue: 'Delete',
        allowedValues: ['Create', 'Update'],
      },
    ],
    [
      extensionDraft(url, { triggers: [{ resourceTypeId: 'order', actions: ['Create'], condition: 'version >' }] }),
      { code: 'SyntaxError', message: /^Malformed field 'triggers\[0\]\.condition': .*line 1, column 10/ },
    ],
  ];
  for (const [draft, entry] of refusals)
    matchWhole(t, await send('POST', 'extensions', draft), { status: 400, json: { errors: [entry] } });
  assertError(
    t,
    await send('POST', `extensions/${created.id}`, {
      version: 2,
      actions: [
        { action: 'changeTriggers', triggers: [{ resourceTypeId: 'order', actions: ['Create'], condition: 'a = ' }] },
      ],
    }),
    'SyntaxError',
    { actionIndex: 0 },
  );
  for (const [action, code, members] of [
    [{ action: 'changeTriggers', triggers: [] }, 'InvalidField', { field: 'actions[0].triggers', invalidValue: [] }],
    [{ action: 'changeDestination', destination: {} }, 'RequiredField', { field: 'actions[0].destination.type' }],
  ] as const)
    assertError(t, await send('POST', `extensions/${created.id}`, { version: 2, actions: [action] }), code, members);
});

test('allows at most 25 extensions in a project (ERR026, error.01122, error.31ede)', async t => {
  const { send, post } = await startExtensionProject();
  for (let count = 0; count < 25; count++) await post('extensions', extensionDraft('http://127.0.0.1:1/'));
  assertError(t, await send('POST', 'extensions', extensionDraft('http://127.0.0.1:1/')), 'MaxResourceLimitExceeded', {
    exceededResource: 'extension',
  });
});

/** Returns all texts that Redis stores for a project, joined. */
const storedTexts = async (projectKey: string): Promise<string> => {
  const { redis } = quayside.services;
  const names = await listKeys(redis, `{${projectKey}}*`);
  const texts = await Promise.all(
    names.map(async name =>
      (await redis.type(name)) === 'string' ? (await redis.getBuffer(name))!.toString('latin1') : '',
    ),
  );
  return texts.join('\n');
};

test('sends the secret of an extension, masks it, stores it encrypted and deletes it (extension.aec41)', async t => {
  const { projectKey, server, send, extend, order, get, post } = await startExtensionProject();
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
  t.notMatch(await storedTexts(projectKey), secret);

  const azure = await post(`extensions/${extension.id}`, {
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
  t.equal(server.requests.at(-1)!.headers['x-functions-key'], secret, 'a change applies from the next request on');
  t.equal(server.requests.at(-1)!.headers.authorization, undefined);
  t.notMatch(await storedTexts(projectKey), secret);

  const hidden = keys.hidden(projectKey, 'extension', extension.id);
  t.equal(await quayside.services.redis.exists(hidden), 1);
  const withoutSecret = await post(`extensions/${extension.id}`, {
    version: 2,
    actions: [{ action: 'changeDestination', destination: { type: 'HTTP', url: server.url } }],
  });
  t.equal(await quayside.services.redis.exists(hidden), 0, 'without authentication no secret is stored');
  await order();
  t.equal(server.requests.at(-1)!.headers['x-functions-key'], undefined);
  const withSecret = await post(`extensions/${extension.id}`, {
    version: withoutSecret.version,
    actions: [{ action: 'changeDestination', destination }],
  });
  t.equal(await quayside.services.redis.exists(hidden), 1);
  t.equal((await send('DELETE', `extensions/${extension.id}?version=${withSecret.version}`)).status, 200);
  t.equal(await quayside.services.redis.exists(hidden), 0);
  const calls = server.requests.length;
  await order();
  t.equal(server.requests.length, calls, 'a deleted extension is not called');
});

const loopback = await startQuayside();
const guarded = await startQuayside({ PRIVATE_DESTINATIONS: '' });
const open = await startQuayside({ NODE_ENV: 'production', PRIVATE_DESTINATIONS: '0.0.0.0/0,::/0' });

/** Starts one project for all servers, which share a Redis. */
const start = async () => {
  const credentials = await loopback.project();
  const token = await loopback.token(credentials);
  const sendTo = ({ http }: typeof loopback) => {
    const client = http.as(token);
    const post = (path: string, body: object): Promise<HttpResponse> =>
      client.send('POST', `/${credentials.projectKey}/extensions${path}`, { body });
    return {
      create: (url: string) => post('', extensionDraft(url)),
      importOrder: () => client.send('POST', `/${credentials.projectKey}/orders/import`, { body: orderDraft() }),
      update: ({ id, version }: WireResource, ...actions: object[]) => post(`/${id}`, { version, actions }),
      list: async () =>
        ((await client.send('GET', `/${credentials.projectKey}/extensions`)).json as { results: WireResource[] })
          .results,
    };
  };
  return { sendTo };
};

const changeTo = (url: string) => ({ action: 'changeDestination', destination: { type: 'HTTP', url } });

const privateUrls = [
  'http://127.0.0.1:8080/orders',
  'https://10.0.0.8/',
  'http://169.254.169.254/latest/meta-data',
  'http://0x7f.1/',
  'http://[::1]:9000/',
  'http://[::ffff:192.168.1.1]/',
];

const refused = (t: Parameters<typeof assertRefusal>[0], answer: HttpResponse, url: string): void =>
  assertRefusal(t, answer, 400, [
    {
      code: 'InvalidField',
      field: 'destination.url',
      invalidValue: url,
      message: literally(
        `The value '${url}' is not valid for field 'destination.url'. Expected a public address: ` +
          'this server calls only those private and loopback addresses that its setting PRIVATE_DESTINATIONS lists.',
      ),
    },
  ]);

test('refuses private and loopback addresses when an extension is created or changed', async t => {
  const { create, update, list } = (await start()).sendTo(guarded);
  for (const url of privateUrls) refused(t, await create(url), url);
  t.strictSame(await list(), []);
  const created = (await create('https://192.0.2.1/orders')).json as WireResource;
  for (const url of privateUrls) refused(t, await update(created, changeTo(url)), url);
  t.strictSame(await list(), [created]);
  matchWhole(t, await update(created, changeTo('https://extension.example.com/')), { status: 200 });
  matchWhole(t, await create('http://localhost:8080/'), { status: 201 }, 'names are resolved when they are called');
});

test('accepts the private addresses that PRIVATE_DESTINATIONS lists', async t => {
  const { sendTo } = await start();
  const { create, update } = sendTo(open);
  for (const url of privateUrls) {
    const answer = await create(url);
    matchWhole(t, answer, { status: 201, json: { destination: { url } } });
    matchWhole(t, await update(answer.json as WireResource, changeTo(`${url}?changed`)), { status: 200 });
  }
  matchWhole(t, await sendTo(loopback).create('http://[::1]:9000/'), { status: 201 });
  refused(t, await sendTo(loopback).create('http://10.0.0.8/'), 'http://10.0.0.8/');
});

test('changes other members of a stored extension with a private address', async t => {
  const { sendTo } = await start();
  const url = 'http://127.0.0.1:8080/';
  const stored = (await sendTo(loopback).create(url)).json as WireResource;
  const changed = await sendTo(guarded).update(stored, { action: 'setTimeoutInMs', timeoutInMs: 500 });
  matchWhole(t, changed, { status: 200, json: { version: 2, timeoutInMs: 500, destination: { url } } });
});

test('answers with 504 for a stored private address, whether something listens there or not (ERR037)', async t => {
  const { sendTo } = await start();
  const server = await startExternalServer();
  const { id } = (await sendTo(loopback).create(server.url)).json as WireResource;
  const answers = [await sendTo(guarded).importOrder()];
  await server.stop();
  answers.push(await sendTo(guarded).importOrder());
  const entry = { code: 'ExtensionNoResponse', extensionId: id, errorByExtension: { id } };
  for (const answer of answers) matchWhole(t, answer, { status: 504, json: { errors: [entry] } });
  t.strictSame(answers[0]?.json, answers[1]?.json);
  t.equal(server.requests.length, 0);
});
