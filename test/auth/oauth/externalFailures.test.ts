/** External authorization servers that fail, hang or return unusable responses. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { limits } from '../../../src/base/config/limits.js';
import { pino } from 'pino';
import { test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import { createGrantLookup } from '../../../src/auth/oauth/GrantCache.js';
import { ExternalGrants } from '../../../src/auth/oauth/external/ExternalGrants.js';
import { ReadLimiter } from '../../../src/base/shedding/ReadLimiter.js';
import { matchWhole } from '../../support/matchWhole.js';
import { changeProject } from '../../support/resourceApi.js';
import { startQuayside } from '../../support/quayside.js';
import { testConfig } from '../../support/testConfig.js';
import { waitUntil } from '../../support/waitUntil.js';
import {
  authorizationHeader,
  failed,
  failureMessage,
  newToken,
  setIntrospectionMs,
  startExternalOAuthProject,
} from './externalOAuthProject.js';

const productionMs = limits.introspectionMs;
const { quayside, projectKey, server, states, active, get } = await startExternalOAuthProject();

test('gives up on a server that accepts connections and sends nothing (AUTH067, LIM016)', async t => {
  const shared = await startQuayside();
  const own = await shared.project();
  let [connections, connectionsMax] = [0, 0];
  const mute = createServer(socket => {
    connectionsMax = Math.max(connectionsMax, ++connections);
    socket.on('error', () => undefined).on('close', () => connections--);
  }).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  t.teardown(() => mute.close());
  const { port } = mute.address() as AddressInfo;
  await changeProject(shared, own, {
    action: 'setExternalOAuth',
    externalOAuth: { url: `https://127.0.0.1:${port}/`, authorizationHeader },
  });
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => shared.http.as(newToken()).send('GET', `/${own.projectKey}/states`)),
  );
  t.same(new Set(answers.map(({ status }) => status)), new Set([504]));
  t.ok(connectionsMax > 1, 'the requests do not wait for each other');
});

test('reports an unreachable endpoint in a process with another ENCRYPTION_KEY', async t => {
  const other = await startQuayside({ ENCRYPTION_KEY: 'another key of thirty-two characters or more' });
  matchWhole(t, await other.http.as(newToken()).send('GET', states), failed(504, failureMessage));
});

test('opens a header that was stored with ENCRYPTION_KEY_FORMER', async t => {
  const { encryptionKey } = testConfig();
  const other = await startQuayside({
    ENCRYPTION_KEY: 'another key of thirty-two characters or more',
    ENCRYPTION_KEY_FORMER: encryptionKey,
  });
  server.say(active());
  t.equal((await other.http.as(newToken()).send('GET', states)).status, 200);
});

test('answers with 504 after 500 ms without response (ERR014, ERR039, AUTH065, AUTH066, AUTH067, LIM016)', async t => {
  t.equal(productionMs, 500);
  // This gives the request enough time to arrive at the server.
  setIntrospectionMs(2_000);
  t.teardown(() => setIntrospectionMs(60_000));
  for (const [name, behave, leastMs] of [
    ['no response', () => undefined, 1_990],
    [
      'headers without an end',
      (response: { writeHead(s: number): unknown; write(x: string): unknown }) => {
        response.writeHead(200);
        response.write('{"active":');
      },
      1_990,
    ],
    ['a dropped connection', (response: { destroy(): unknown }) => response.destroy(), 0],
  ] as const) {
    server.behave(behave as never);
    const before = server.requests.length;
    const startMs = performance.now();
    matchWhole(t, await get(newToken()), failed(504, failureMessage), name);
    t.equal(server.requests.length - before, 1, name);
    t.ok(performance.now() - startMs >= leastMs, `${name}: not before the time limit`);
  }
});

test('accepts a late response within the time limit (AUTH065, LIM016)', async t => {
  server.behave(response => {
    void setTimeout(250).then(() => response.end(JSON.stringify(active())));
  });
  t.equal((await get(newToken())).status, 200);
});

test('answers an unusable response with 502 (ERR012, AUTH068)', async t => {
  const unusable: readonly (readonly [
    string,
    (response: { writeHead(s: number, h?: object): { end(x?: string): unknown } }) => unknown,
  ])[] = [
    ['status 500', response => response.writeHead(500).end('{"active":true}')],
    ['status 401', response => response.writeHead(401).end('{}')],
    ['status 302', response => response.writeHead(302, { location: server.url }).end()],
    ['no JSON', response => response.writeHead(200).end('<html>')],
    ['incomplete JSON', response => response.writeHead(200).end('{"active":true')],
    ['an empty body', response => response.writeHead(200).end()],
    ['a list', response => response.writeHead(200).end('[]')],
    ['null', response => response.writeHead(200).end('null')],
    ['active as text', response => response.writeHead(200).end('{"active":"true"}')],
    ['scope as a list', response => response.writeHead(200).end('{"active":true,"scope":["a"]}')],
    [
      'a scope that is too long',
      response => response.writeHead(200).end(JSON.stringify({ active: true, scope: 'a '.repeat(5_000) })),
    ],
  ];
  for (const [name, behave] of unusable) {
    server.behave(behave as never);
    const before = server.requests.length;
    matchWhole(t, await get(newToken()), failed(502, failureMessage), name);
    t.equal(server.requests.length - before, 1, name);
  }
});

test('ends an endless response', async t => {
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

test('answers with 504 for a host that does not exist (AUTH067)', async t => {
  const own = await quayside.project();
  await changeProject(quayside, own, {
    action: 'setExternalOAuth',
    externalOAuth: { url: 'http://no-such-host.invalid/', authorizationHeader },
  });
  matchWhole(t, await quayside.http.as(newToken()).send('GET', `/${own.projectKey}/states`), { status: 504 });
});

test('does not count a request that waits for the server as a read of Redis', async t => {
  const reads = new ReadLimiter({ readQueueMax: 1, queueWaitMs: 60_000 }, () => Promise.resolve());
  const external = new ExternalGrants(
    quayside.services,
    readConfig({ PRIVATE_DESTINATIONS: 'loopback' }),
    pino({ level: 'silent' }),
    reads,
  );
  t.teardown(() => external.close());
  const find = createGrantLookup(quayside.services.tokens, external.find, reads);
  let answer: (() => void) | undefined;
  server.behave(response => {
    answer = () => response.end(JSON.stringify(active()));
  });
  const before = server.requests.length;
  const found = find(projectKey, newToken(), 'waits-for-server');
  await waitUntil(() => server.requests.length > before);
  t.equal(await reads.runUnmeasured(projectKey, () => Promise.resolve('read')), 'read');
  answer!();
  t.ok(await found);
  const looking = find(projectKey, newToken(), 'reads-redis');
  t.ok(reads.gateOf(projectKey).shouldShed(projectKey), 'a lookup in Redis counts');
  await waitUntil(() => server.requests.length > before + 1);
  answer!();
  t.ok(await looking);
});
