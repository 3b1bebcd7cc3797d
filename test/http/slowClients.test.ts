/** Clients that send or receive too slowly: the server closes their connections and serves other clients. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { get } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Test, test, t as root } from '../support/tap.js';
import { shutdownBudget } from '../../src/base/lifecycle/timeouts.js';
import { stateDraft } from '../support/drafts.js';
import { freeMetricsPort, scrape, valueIn } from '../support/metrics.js';
import { type Quayside, startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';
import type { Exchange } from '../../src/http/exchange/Exchange.js';
import { plainHeaders } from '../../src/http/listener/UwsExchange.js';
import { listen, type Listener } from '../../src/http/listener/listen.js';
import { TransferLimiter } from '../../src/http/listener/TransferLimiter.js';
import { assertError } from '../support/refusal.js';
import { startEmbeddedRedis } from '../../src/base/redis/embedded/startEmbeddedRedis.js';
import { matchWhole } from '../support/matchWhole.js';

/** This server has no short limit. The others serve the same project, and each has only the limits of its test. */
const quayside = await startQuayside();
const project = await quayside.project();
const token = await quayside.token(project);
const states = `/${project.projectKey}/states`;
const http = quayside.http.as(token);
const authorization = `Authorization: Bearer ${token}\r\n`;
const postHead = (bytes: number): string =>
  `POST ${states} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n` +
  `${authorization}Content-Length: ${bytes}\r\n\r\n`;

/** Opens a connection that sends `text`, and closes it at the end of the test. */
const open = (t: Test, { address }: Pick<Quayside, 'address'>, text: string): Socket => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(text);
  t.teardown(() => socket.destroy());
  return socket;
};

/** Sends `text` on each connection at an interval, until the test ends. */
const trickle = (t: Test, sockets: readonly Socket[], text: string, intervalMs: number): void => {
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(text);
  }, intervalMs);
  t.teardown(() => clearInterval(timer));
};

const startBounded = async (settings: Readonly<Record<string, string>>) => {
  const metricsPort = await freeMetricsPort();
  const server = await startQuayside({ METRICS_PORT: metricsPort, ...settings });
  const metricValue = async (name: string): Promise<number> => valueIn(await scrape(metricsPort), name)!;
  return {
    server,
    http: server.http.as(token),
    metricsPort,
    metricValue,
    closedConnections: (reason: string): Promise<number> =>
      metricValue(`quayside_connections_closed_total{reason="${reason}"}`),
  };
};

test('closes connections whose headers or bodies arrive too slowly, and serves the others (GEN021)', async t => {
  const post = `POST ${states} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n${authorization}`;
  const beginnings = [
    'GET /healthz HTTP/1.1\r\nHost: h\r\nX: ',
    `${post}Content-Length: 100000\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\nffff\r\n`,
  ];
  const slow = beginnings.flatMap(text => Array.from({ length: 100 }, () => open(t, quayside, text).resume()));
  trickle(t, slow, 'a', 500);
  await waitUntil(() => slow.every(({ connecting }) => !connecting));
  const areOpen = (): boolean => slow.every(({ destroyed }) => !destroyed);
  let servedCount = 0;
  while (areOpen() && servedCount < 20) {
    t.equal((await http.send('GET', states)).status, 200);
    if (areOpen()) servedCount++;
  }
  t.ok(servedCount > 0, 'requests are served while the slow connections are open');
  t.equal(
    slow.reduce((sum, { destroyed, bytesRead }) => sum + (destroyed ? 0 : bytesRead), 0),
    0,
    'the server waits for the bodies and refuses none',
  );
  // The library's time limit is ten seconds or more, in steps of four seconds.
  await waitUntil(() => slow.every(({ destroyed }) => destroyed));
  t.equal((await http.send('GET', states)).status, 200);
});

// The 10 MB exceed the buffers of the kernel.
const languages = 'abcdefghijklmnopqrstuvwxyz'.split('').flatMap(letter => [`a${letter}`, `b${letter}`]);
const draft = stateDraft({ name: Object.fromEntries(languages.map(language => [language, '€'.repeat(65_000)])) });
const created = await http.send('POST', states, { body: draft });
if (created.status !== 201) throw new Error(created.text.slice(0, 200));
const path = `${states}/key=${draft.key}`;
const getHead = `GET ${path} HTTP/1.1\r\nHost: h\r\n${authorization}\r\n`;
const hasty = await startBounded({ TRANSFER_TIMEOUT_MS: '1500' });

test('closes a connection whose body has not arrived in time, at whatever speed it arrives', async t => {
  const before = await hasty.closedConnections('slow_transfer');
  const socket = open(t, hasty.server, postHead(10_000_000)).resume();
  // The library accepts any transfer of at least 16 KB a second.
  trickle(t, [socket], 'a'.repeat(5_000), 50);
  await waitUntil(() => socket.destroyed);
  t.equal(await hasty.closedConnections('slow_transfer'), before + 1);
  t.equal(await hasty.metricValue('quayside_transfer_bytes'), 0);
  t.equal((await hasty.http.send('GET', `${states}/key=Initial`)).status, 200);
});

test('closes connections that have not received their response in time', async t => {
  const before = await hasty.closedConnections('slow_transfer');
  for (let count = 0; count < 4; count++) open(t, hasty.server, getHead).pause();
  await waitUntil(async () => (await hasty.closedConnections('slow_transfer')) === before + 4);
  t.equal(await hasty.metricValue('quayside_transfer_bytes'), 0);
  t.equal((await hasty.http.send('GET', `${states}/key=Initial`)).status, 200);
});

const narrow = await startBounded({ TRANSFER_BYTES_MAX: '1048576', CONNECTIONS_MAX: '50' });

test('limits all arriving bodies together by closing the oldest of the large transfers', async t => {
  const before = await narrow.closedConnections('transfer_limit');
  const send = (): Socket => open(t, narrow.server, `${postHead(600_000)}${'a'.repeat(500_000)}`).resume();
  const small = open(t, narrow.server, `${postHead(100)}${'a'.repeat(50)}`).resume();
  const oldest = send();
  await waitUntil(async () => (await narrow.metricValue('quayside_transfer_bytes')) >= 500_000);
  const closed = once(oldest, 'close');
  const younger = [send(), send()];
  await closed;
  t.notOk(small.destroyed, 'the small transfer continues, although it began first');
  t.ok((await narrow.closedConnections('transfer_limit')) > before);
  t.ok((await narrow.metricValue('quayside_transfer_bytes')) <= 1_048_576);
  t.equal((await narrow.http.send('POST', states, { body: stateDraft() })).status, 201, 'others are served');
  [small, ...younger].forEach(socket => socket.destroy());
  await waitUntil(async () => (await narrow.metricValue('quayside_transfer_bytes')) === 0);
});

test('limits all responses together, and sends complete ones to clients that receive them', async t => {
  const before = await narrow.closedConnections('transfer_limit');
  open(t, narrow.server, getHead).pause();
  await waitUntil(async () => (await narrow.metricValue('quayside_transfer_bytes')) > 0);
  t.equal((await narrow.http.send('GET', path)).text, created.text);
  t.equal(await narrow.closedConnections('transfer_limit'), before + 1, 'the connection that receives nothing');
  t.equal(await narrow.metricValue('quayside_transfer_bytes'), 0);
});

test('limits the connections of a port by closing further ones at once', async t => {
  const before = await narrow.closedConnections('connection_limit');
  const sockets = Array.from({ length: 60 }, () => open(t, narrow.server, 'GET').resume());
  await waitUntil(async () => (await narrow.closedConnections('connection_limit')) >= before + 10);
  await waitUntil(() => sockets.filter(({ destroyed }) => destroyed).length >= 10);
  t.ok((await narrow.metricValue('quayside_connections')) <= 50);
  sockets.forEach(socket => socket.destroy());
  await waitUntil(async () => (await narrow.metricValue('quayside_connections')) < 10);
  t.equal((await narrow.http.send('GET', `${states}/key=Initial`)).status, 200);
});

/** Requests the large resource on a paused connection, which receives nothing yet. */
const requestPaused = (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).pause();
  socket.write(getHead);
  return new Promise(resolve => {
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
  });
};

test('waits at shutdown for responses in transit, including those that began during the drain', async t => {
  // A busy machine may need longer for the responses than a shutdown takes at most.
  for (const limit of ['drainByMs', 'serverStopsByMs', 'redisStopsByMs'] as const)
    t.intercept(shutdownBudget, limit, { value: 300_000 });
  const graceMs = 300;
  const leaving = await startBounded({ DRAIN_MS: String(graceMs) });
  const [early, kept] = [open(t, leaving.server, ''), open(t, leaving.server, '')];
  const first = requestPaused(early);
  await waitUntil(async () => (await leaving.metricValue('quayside_transfer_bytes')) > 0);
  const stopped = leaving.server.stop();
  const { hostname, port } = new URL(leaving.server.address);
  await waitUntil(
    () =>
      new Promise<boolean>(resolve => {
        const probe = connect(Number(port), hostname, () => {
          probe.destroy();
          resolve(false);
        });
        probe.on('error', () => resolve(true));
      }),
  );
  const second = requestPaused(kept);
  t.notOk(
    await Promise.race([stopped.then(() => true), setTimeout(2 * graceMs, false)]),
    'the server waits longer than for idle connections',
  );
  [early, kept].forEach(socket => socket.resume());
  await stopped;
  const [taken, takenLate] = await Promise.all([first, second]);
  t.ok(taken.endsWith(`\r\n\r\n${created.text}`), 'a response that began before the drain is complete');
  t.ok(takenLate.endsWith(`\r\n\r\n${created.text}`), 'a response that began during the drain is complete');
  t.match(takenLate.slice(0, 500), /^Connection: close\r$/m);
});

// A drain closes idle connections and completes responses in transit.
const openTransfer = async (t: Test, body: string): Promise<Listener> => {
  const transfers = new TransferLimiter({ transferBytesMax: 2 ** 30, transferTimeoutMs: 60_000 });
  const listening = await listen(
    '127.0.0.1',
    0,
    undefined,
    (exchange: Exchange) => exchange.send({ status: 200, body }),
    { connectionsMax: 10, transfers, commonHeaders: plainHeaders },
  );
  t.teardown(() => {
    listening.close();
    transfers.close();
  });
  return listening;
};

test('closes an idle connection at the end of the drain', async t => {
  const listening = await openTransfer(t, '{}');
  const socket: Socket = connect(listening.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  const closed = once(socket, 'close');
  listening.stopListening();
  await listening.drain(50, 60_000);
  // The library itself would close an idle connection only after 10 s.
  t.equal(listening.connections, 0);
  await closed;
  listening.close();
});

test('waits for a response that its client is still receiving', async t => {
  const body = 'x'.repeat(16 * 1024 ** 2);
  const listening = await openTransfer(t, body);
  const call = get({ port: listening.port, host: '127.0.0.1' });
  const [answer] = (await once(call, 'response')) as [NodeJS.ReadableStream];
  answer.pause();
  listening.stopListening();
  let isDrained = false;
  const draining = listening.drain(0, 60_000).then(() => {
    isDrained = true;
  });
  await new Promise(resolve => setImmediate(resolve));
  let length = 0;
  answer.on('data', (chunk: Buffer) => {
    if (length === 0) t.notOk(isDrained);
    length += chunk.length;
  });
  answer.resume();
  await once(answer, 'end');
  t.equal(length, body.length);
  await draining;
});

const folder = mkdtempSync(join(tmpdir(), 'quayside-probes-'));
const redis = await startEmbeddedRedis(folder, '');
const ownServer = await startQuayside({ REDIS_URL: redis.url });
root.teardown(async () => {
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('answers /healthz while the process runs, /readyz only while Redis answers', async t => {
  const ownProject = await ownServer.project();
  const ownHttp = ownServer.http.as(await ownServer.token(ownProject));
  const probe = async (name: string) => (await ownHttp.send('GET', `/${name}`)).status;
  t.equal(await probe('healthz'), 200);
  // The check of Redis may take a second, and longer on a busy machine.
  await waitUntil(async () => (await probe('readyz')) === 200);
  await redis.stop();
  // The last reply of Redis applies while a check of a busy process takes longer than a second.
  await waitUntil(async () => (await probe('readyz')) === 503);
  const unready = await ownHttp.send('GET', '/readyz');
  t.equal(unready.headers['retry-after'], '1');
  assertError(t, unready.json, 'ServiceUnavailable', { message: /^Redis does not answer: / });
  t.equal(await probe('healthz'), 200);

  const read = await ownHttp.send('GET', `/${ownProject.projectKey}/states/key=Initial`);
  matchWhole(
    t,
    read.json,
    { statusCode: 503, errors: [{ code: 'ServiceUnavailable' }] },
    'requests are answered, not kept waiting',
  );
  const write = await ownHttp.send('POST', `/${ownProject.projectKey}/states`, {
    body: { key: 'while-away', type: 'OrderState' },
  });
  t.equal(write.status, 503);

  const back = await startEmbeddedRedis(folder, '');
  t.teardown(() => back.stop());
  await waitUntil(async () => (await probe('readyz')) === 200);
  // The threads connect again half a second later at the latest.
  await waitUntil(
    async () => (await ownHttp.send('GET', `/${ownProject.projectKey}/states/key=Initial`)).status === 200,
  );
});
