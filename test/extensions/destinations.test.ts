/** Destinations that the server may call, when an extension is created or changed. */
import { test } from '../support/tap.js';
import { orderDraft } from '../support/drafts.js';
import { startExternalServer } from '../support/externalServer.js';
import type { HttpResponse } from '../support/http.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { assertRefusal, literally } from '../support/refusal.js';
import { extensionDraft, type WireResource } from './extensionProject.js';

const loopback = await startQuayside();
const guarded = await startQuayside({ PRIVATE_DESTINATIONS: '' });
const open = await startQuayside({ NODE_ENV: 'production', PRIVATE_DESTINATIONS: '0.0.0.0/0,::/0' });

/** One project of all servers, which share a Redis. */
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
        `The value '${url}' is not valid for field 'destination.url'. Expected a public address: this server calls only those private and loopback addresses that its setting PRIVATE_DESTINATIONS lists.`,
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
