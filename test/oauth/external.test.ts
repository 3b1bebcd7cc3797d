import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { test } from 'tap';
import { readConfig } from '../../src/config/readConfig.js';
import { ExternalGrants } from '../../src/oauth/external/ExternalGrants.js';
import { createGrantLookup } from '../../src/oauth/createGrantLookup.js';
import { ReadLimiter } from '../../src/shedding/ReadLimiter.js';
import type { HttpResponse } from '../support/http.js';
import { startExternalServer } from '../support/externalServer.js';
import { changeProject } from '../support/project.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey } = project;
const server = await startExternalServer();
const authorizationHeader = 'Basic c2VydmljZTpzZWNyZXQ=';
await changeProject(quayside, project, {
  action: 'setExternalOAuth',
  externalOAuth: { url: server.url, authorizationHeader },
});

const states = `/${projectKey}/states`;
const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;
const active = (more: object = {}) => ({ active: true, scope: `view_states:${projectKey}`, exp: inAnHour(), ...more });
const newToken = () => `external-${randomUUID()}`;
const get = (token: string, headers: Record<string, string> = {}): Promise<HttpResponse> =>
  quayside.http.as(token).send('GET', states, { headers });
const failed = (status: number, message: RegExp) => ({
  status,
  json: { statusCode: status, errors: [{ code: 'ExternalOAuthFailed', message }] },
});

test("the endpoint is asked about a token that is not ours, with the project's header and the correlation id (GEN026, AUTH057, AUTH058, AUTH059, AUTH060)", async t => {
  server.say(active());
  const token = newToken();
  t.equal((await get(token, { 'x-correlation-id': 'external-test-1' })).status, 200);
  const { method, headers, form } = server.requests.at(-1)!;
  t.equal(method, 'POST');
  t.same(Object.fromEntries(form), { token, token_type_hint: 'access_token' });
  matchWhole(t, headers, {
    authorization: authorizationHeader,
    'content-type': 'application/x-www-form-urlencoded',
    'x-correlation-id': 'external-test-1',
  });
  t.equal((await get(newToken())).status, 200);
  t.match(
    server.requests.at(-1)!.headers['x-correlation-id'],
    /^[A-Za-z0-9_-]{8,256}$/,
    'one is made where the client sends none',
  );
});

test('our own tokens are not sent anywhere', async t => {
  const before = server.requests.length;
  t.equal((await get(await quayside.token(project))).status, 200);
  t.equal(server.requests.length, before);
});

test("only the service's own scopes are honoured (AUTH061)", async t => {
  server.say(
    active({
      scope: `openid profile view_states:${projectKey} manage_everything:${projectKey} manage_states:another urn:x`,
    }),
  );
  const token = newToken();
  t.equal((await get(token)).status, 200);
  matchWhole(t, await quayside.http.as(token).send('POST', states, { body: { key: 'never', type: 'OrderState' } }), {
    status: 403,
    json: { errors: [{ code: 'insufficient_scope' }] },
  });
  server.say(active({ scope: 'openid profile' }));
  t.equal((await get(newToken())).status, 403);
  server.say({ active: true, exp: inAnHour() });
  t.equal((await get(newToken())).status, 403, 'without any scope');
});

test('customer_id and anonymous_id say whose session it is (AUTH062)', async t => {
  for (const [word, createdBy] of [
    ['customer_id:c-1', { customer: { typeId: 'customer', id: 'c-1' } }],
    ['anonymous_id:a-1', { anonymousId: 'a-1' }],
  ] as const) {
    server.say(active({ scope: `manage_states:${projectKey} ${word}` }));
    const made = await quayside.http
      .as(newToken())
      .send('POST', states, { body: { key: `by-${word.replace(':', '-')}`, type: 'OrderState' } });
    t.equal(made.status, 201, made.text);
    const { createdBy: told } = made.json as { createdBy: object };
    t.same(told, { isPlatformClient: false, ...createdBy });
  }
});

test('a token that the server does not know is a 401', async t => {
  server.say({ active: false });
  matchWhole(t, await get(newToken()), { status: 401, json: { error: 'invalid_token' } });
  server.say(active({ exp: Math.floor(Date.now() / 1000) - 1 }));
  matchWhole(
    t,
    await get(newToken()),
    { status: 401, json: { error: 'invalid_token' } },
    'nor is one whose time is over',
  );
});

test('an answer is remembered until exp, for an hour at most, and not at all without exp (AUTH063, LIM017)', async t => {
  const asked = async (body: object, times: number) => {
    server.say(body);
    const before = server.requests.length;
    const token = newToken();
    for (let time = 0; time < times; time++) t.equal((await get(token)).status, 200);
    return { calls: server.requests.length - before, token };
  };
  t.equal((await asked(active(), 3)).calls, 1);
  t.equal((await asked({ active: true, scope: `view_states:${projectKey}` }, 3)).calls, 3);
  const brief = await asked(active({ exp: Math.floor(Date.now() / 1000) + 2 }), 2);
  t.equal(brief.calls, 1);
  server.say({ active: false });
  await waitUntil(async () => (await get(brief.token)).status === 401, 3_000);
});

test('an hour is the most, however far exp lies (LIM017)', async t => {
  const external = new ExternalGrants(quayside.services, readConfig({}), pino({ level: 'silent' }), {
    runUnmeasured: read => read(),
  });
  t.teardown(() => external.close());
  server.say(active({ exp: inAnHour() + 1_000_000 }));
  const found = await external.find(projectKey, newToken(), 'an-hour-at-most');
  const leftMs = found!.grant.expiresAtMs - Date.now();
  t.ok(leftMs > 3_590_000 && leftMs <= 3_600_000, `${leftMs} ms`);
});

test('who waits for the server holds no place among the reads of Redis', async t => {
  const reads = new ReadLimiter({ readQueueMax: 1, queueWaitMs: 10_000 }, () => Promise.resolve());
  const external = new ExternalGrants(quayside.services, readConfig({}), pino({ level: 'silent' }), reads);
  t.teardown(() => external.close());
  const find = createGrantLookup(quayside.services.tokens, external.find, reads);
  let answer: (() => void) | undefined;
  server.behave(response => {
    answer = () => response.end(JSON.stringify(active()));
  });
  const before = server.requests.length;
  const found = find(projectKey, newToken(), 'holds-no-place');
  await waitUntil(() => server.requests.length > before);
  t.equal(await reads.runUnmeasured(() => Promise.resolve('a place')), 'a place');
  answer!();
  t.ok(await found);
  const looking = find(projectKey, newToken(), 'takes-a-place');
  t.ok(reads.shouldShed(), 'what asks Redis takes one');
  await waitUntil(() => server.requests.length > before + 1);
  answer!();
  t.ok(await looking);
});

test('many requests with one token share a call', async t => {
  server.behave(response => {
    void setTimeout(50).then(() => response.end(JSON.stringify(active())));
  });
  const before = server.requests.length;
  const token = newToken();
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => get(token)))).map(({ status }) => status);
  t.same(new Set(statuses), new Set([200]));
  t.equal(server.requests.length - before, 1);
});

test('a server that connects and says nothing, as before TLS begins, is given up in time (AUTH067, LIM016)', async t => {
  const own = await quayside.project();
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  t.teardown(() => mute.close());
  const { port } = mute.address() as AddressInfo;
  await changeProject(quayside, own, {
    action: 'setExternalOAuth',
    externalOAuth: { url: `https://127.0.0.1:${port}/`, authorizationHeader },
  });
  const startMs = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => quayside.http.as(newToken()).send('GET', `/${own.projectKey}/states`)),
  );
  t.same(new Set(answers.map(({ status }) => status)), new Set([504]));
  t.ok(performance.now() - startMs < 2_500, 'all of them, however many there are');
});

test('a long token is good too, as JSON web tokens are', async t => {
  server.say(active());
  for (const length of [600, 3_000]) {
    const token = `${newToken()}${'x'.repeat(length)}`;
    const before = server.requests.length;
    t.equal((await get(token)).status, 200);
    t.equal((await get(token)).status, 200);
    t.equal(server.requests.length - before, 1);
  }
});

test('what is not active is asked about once in a while', async t => {
  server.say({ active: false, scope: null, exp: null });
  const token = newToken();
  const before = server.requests.length;
  for (let time = 0; time < 5; time++) t.equal((await get(token)).status, 401);
  t.equal(server.requests.length - before, 1);
});

test('an answer to the server of before does not come back after a change', async t => {
  const own = await quayside.project();
  server.behave(response => {
    void setTimeout(300).then(() => response.end(JSON.stringify(active({ scope: `view_states:${own.projectKey}` }))));
  });
  await changeProject(quayside, own, {
    action: 'setExternalOAuth',
    externalOAuth: { url: server.url, authorizationHeader },
  });
  const token = newToken();
  const status = async () => (await quayside.http.as(token).send('GET', `/${own.projectKey}/states`)).status;
  const early = status();
  await setTimeout(80);
  await changeProject(quayside, own, { action: 'setExternalOAuth' });
  t.equal(await status(), 401);
  await early;
  t.equal(await status(), 401);
});

test('a process with another ENCRYPTION_KEY says that it cannot ask', async t => {
  const other = await startQuayside({ ENCRYPTION_KEY: 'another key of thirty-two characters or more' });
  matchWhole(t, await other.http.as(newToken()).send('GET', states), failed(504, /cannot be reached/));
});

test('no answer in 500 ms is a 504, asked once (ERR014, ERR039, AUTH065, AUTH066, AUTH067, LIM016)', async t => {
  for (const [name, behave] of [
    ['it hangs', () => undefined],
    [
      'it sends headers and no end',
      (response: { writeHead(s: number): unknown; write(x: string): unknown }) => {
        response.writeHead(200);
        response.write('{"active":');
      },
    ],
    ['it drops the connection', (response: { destroy(): unknown }) => response.destroy()],
  ] as const) {
    server.behave(behave as never);
    const before = server.requests.length;
    const startMs = performance.now();
    matchWhole(t, await get(newToken()), failed(504, /did not answer within 500 ms, or cannot be reached/), name);
    t.equal(server.requests.length - before, 1, name);
    t.ok(performance.now() - startMs < 2_000, 'it does not hang');
  }
});

test('an answer just in time is good (AUTH065, LIM016)', async t => {
  server.behave(response => {
    void setTimeout(250).then(() => response.end(JSON.stringify(active())));
  });
  t.equal((await get(newToken())).status, 200);
});

test('an answer that cannot be used is a 502 (ERR012, AUTH068)', async t => {
  const unusable: readonly (readonly [
    string,
    (response: { writeHead(s: number, h?: object): { end(x?: string): unknown } }) => unknown,
  ])[] = [
    ['status 500', response => response.writeHead(500).end('{"active":true}')],
    ['status 401', response => response.writeHead(401).end('{}')],
    ['status 302', response => response.writeHead(302, { location: server.url }).end()],
    ['no JSON', response => response.writeHead(200).end('<html>')],
    ['half of it', response => response.writeHead(200).end('{"active":true')],
    ['nothing', response => response.writeHead(200).end()],
    ['a list', response => response.writeHead(200).end('[]')],
    ['null', response => response.writeHead(200).end('null')],
    ['active as text', response => response.writeHead(200).end('{"active":"true"}')],
    ['scope as a list', response => response.writeHead(200).end('{"active":true,"scope":["a"]}')],
    [
      'a scope without measure',
      response => response.writeHead(200).end(JSON.stringify({ active: true, scope: 'a '.repeat(5_000) })),
    ],
  ];
  for (const [name, behave] of unusable) {
    server.behave(behave as never);
    const before = server.requests.length;
    matchWhole(
      t,
      await get(newToken()),
      failed(502, /cannot be used: expected status 200 and JSON as in RFC 7662, got /),
      name,
    );
    t.equal(server.requests.length - before, 1, name);
  }
});

test('an endless answer is cut off', async t => {
  server.behave(response => {
    response.writeHead(200);
    const more = (): void => {
      if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more));
    };
    more();
  });
  const { status } = await get(newToken());
  t.ok([502, 504].includes(status), String(status));
});

test('a new endpoint, or none, takes effect at once: nothing of the old one is remembered', async t => {
  const own = await quayside.project();
  const second = await startExternalServer();
  const set = (externalOAuth?: object) => changeProject(quayside, own, { action: 'setExternalOAuth', externalOAuth });
  const status = async (token: string) =>
    (await quayside.http.as(token).send('GET', `/${own.projectKey}/states`)).status;
  const scope = `view_states:${own.projectKey}`;
  const token = newToken();
  t.equal(await status(token), 401, 'before there is one');
  server.say(active({ scope }));
  await set({ url: server.url, authorizationHeader });
  t.equal(await status(token), 200);
  second.say({ active: false });
  await set({ url: second.url, authorizationHeader });
  t.equal(await status(token), 401);
  second.say(active({ scope }));
  const another = newToken();
  t.equal(await status(another), 200);
  await set();
  t.equal(await status(another), 401);
  await second.stop();
  await set({ url: second.url, authorizationHeader });
  t.equal(await status(another), 504, 'ERR039: nobody listens there any more');
});

test('a host that does not exist is a 504 (AUTH067)', async t => {
  const own = await quayside.project();
  await changeProject(quayside, own, {
    action: 'setExternalOAuth',
    externalOAuth: { url: 'http://no-such-host.invalid/', authorizationHeader },
  });
  matchWhole(t, await quayside.http.as(newToken()).send('GET', `/${own.projectKey}/states`), { status: 504 });
});

test("in production nothing on the server's own machine or network is called", async t => {
  const guarded = await startQuayside({ NODE_ENV: 'production' });
  const before = server.requests.length;
  server.say(active());
  matchWhole(
    t,
    await guarded.http.as(newToken()).send('GET', states),
    failed(504, /did not answer within 500 ms, or cannot be reached\.$/),
  );
  const open = await startQuayside({ NODE_ENV: 'production', PRIVATE_DESTINATIONS: 'true' });
  t.equal(server.requests.length, before);
  t.equal((await open.http.as(newToken()).send('GET', states)).status, 200);
});
