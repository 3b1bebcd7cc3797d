/** Clients that send or receive too slowly: the server closes their connections and serves other clients. */
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { t as root, test } from '../support/tap.js';
import { stateDraft } from '../support/drafts.js';
import { freeMetricsPort, scrape, valueIn } from '../support/metrics.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';

const quayside = await startQuayside();
const project = await quayside.project();
const bearer = await quayside.token(project);
const http = quayside.http.as(bearer);
const { hostname, port } = new URL(quayside.address);
const count = 100;

/** Connections that send `text`, and then a byte each half second. */
const openSlowConnections = (text: string): readonly Socket[] => {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(text);
    socket.resume();
    return socket;
  });
  const timer = setInterval(
    () =>
      sockets.forEach(socket => {
        if (socket.writable) socket.write('a');
      }),
    500,
  );
  root.teardown(() => {
    clearInterval(timer);
    sockets.forEach(socket => socket.destroy());
  });
  return sockets;
};

test('closes connections whose headers or bodies arrive too slowly, and serves the others (GEN021)', async t => {
  const path = `/${project.projectKey}/states`;
  const post = `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nAuthorization: Bearer ${bearer}\r\n`;
  const slow = [
    ...openSlowConnections('GET /healthz HTTP/1.1\r\nHost: h\r\nX: '),
    ...openSlowConnections(`${post}Content-Length: 100000\r\n\r\n`),
    ...openSlowConnections(`${post}Transfer-Encoding: chunked\r\n\r\nffff\r\n`),
  ];
  await waitUntil(() => slow.every(({ connecting }) => !connecting));
  for (let round = 0; round < 20; round++) t.equal((await http.send('GET', path)).status, 200);
  t.equal(slow.filter(({ destroyed }) => !destroyed).length, slow.length, 'slow connections are still open');
  t.equal(
    slow.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    0,
    'the server waits for the bodies and refuses none',
  );
  // The library's time limit is ten seconds or more, in steps of four seconds.
  await waitUntil(() => slow.every(({ destroyed }) => destroyed), 40_000);
  t.equal((await http.send('GET', path)).status, 200);
});

const metricsPort = await freeMetricsPort();
const bounded = await startQuayside({
  METRICS_PORT: metricsPort,
  TRANSFER_TIMEOUT_MS: '1500',
  TRANSFER_BYTES_MAX: '1048576',
  CONNECTIONS_MAX: '50',
});
const other = await bounded.project();
const token = await bounded.token(other);
const boundedHttp = bounded.http.as(token);
const states = `/${other.projectKey}/states`;
const boundedPort = Number(new URL(bounded.address).port);
const metricValue = async (name: string): Promise<number> => valueIn(await scrape(metricsPort), name)!;
const closedConnections = (reason: string): Promise<number> =>
  metricValue(`quayside_connections_closed_total{reason="${reason}"}`);

const open = (text: string): Socket => {
  const socket = connect(boundedPort, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  root.teardown(() => socket.destroy());
  return socket;
};
const postHead = (bytes: number): string =>
  `POST ${states} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${bytes}\r\n\r\n`;

test('closes a connection whose body has not arrived in time, at whatever speed it arrives', async t => {
  const before = await closedConnections('slow_transfer');
  const socket = open(postHead(10_000_000)).resume();
  // The library accepts any transfer of at least 16 KB a second.
  const timer = setInterval(() => {
    if (socket.writable) socket.write('a'.repeat(5_000));
  }, 50);
  await waitUntil(() => socket.destroyed);
  clearInterval(timer);
  t.equal(await closedConnections('slow_transfer'), before + 1);
  t.equal(await metricValue('quayside_transfer_bytes'), 0);
  t.equal((await boundedHttp.send('GET', states)).status, 200);
});

test('limits all arriving bodies together by closing the oldest of the large transfers', async t => {
  const before = await closedConnections('transfer_limit');
  const send = (): Socket => open(`${postHead(600_000)}${'a'.repeat(500_000)}`).resume();
  const small = open(`${postHead(100)}${'a'.repeat(50)}`).resume();
  const oldest = send();
  await waitUntil(async () => (await metricValue('quayside_transfer_bytes')) >= 500_000);
  const younger = [send(), send()];
  await waitUntil(() => oldest.destroyed);
  t.ok((await closedConnections('transfer_limit')) > before);
  t.ok((await metricValue('quayside_transfer_bytes')) <= 1_048_576);
  t.equal((await boundedHttp.send('POST', states, { body: stateDraft() })).status, 201, 'others are served');
  t.notOk(small.destroyed, 'the small transfer continues, although it began first');
  [small, ...younger].forEach(socket => socket.destroy());
  await waitUntil(async () => (await metricValue('quayside_transfer_bytes')) === 0);
});

// Created on the server with a long time limit. The 10 MB exceed the buffers of the kernel.
const languages = 'abcdefghijklmnopqrstuvwxyz'.split('').flatMap(letter => [`a${letter}`, `b${letter}`]);
const draft = stateDraft({ name: Object.fromEntries(languages.map(language => [language, '€'.repeat(65_000)])) });
const created = await quayside.http.as(token).send('POST', states, { body: draft });
const path = `${states}/key=${draft.key}`;

/**
 * Receives the beginning of a large response only. On a busy machine Redis may take longer for it than its time limit:
 * then the response is a short 503, and the request is sent again.
 */
const receiveBeginning = async (): Promise<Socket> => {
  for (;;) {
    const socket = open(`GET ${path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await new Promise(resolve => socket.on('readable', resolve).on('close', resolve));
    const status = String(socket.read(12));
    if (status === 'HTTP/1.1 200') return socket;
    socket.destroy();
    if (status !== 'HTTP/1.1 503') throw new Error(`The response begins with '${status}'.`);
  }
};

test('closes a connection that does not receive its response, and sends complete responses to the others', async t => {
  const before = (await closedConnections('slow_transfer')) + (await closedConnections('transfer_limit'));
  t.equal(created.status, 201, created.text.slice(0, 200));
  t.equal((await boundedHttp.send('GET', path)).text, created.text);
  const idle = await Promise.all(Array.from({ length: 4 }, receiveBeginning));
  await waitUntil(
    async () =>
      (await closedConnections('slow_transfer')) + (await closedConnections('transfer_limit')) >= before + idle.length,
    30_000,
  );
  t.equal(await metricValue('quayside_transfer_bytes'), 0);
  idle.forEach(socket => socket.destroy());
  t.equal((await boundedHttp.send('GET', `${states}/key=Initial`)).status, 200);
});

/** Requests the large resource on a connection that is paused, so that it receives nothing yet. */
const requestPaused = (socket: Socket): { socket: Socket; whole: Promise<string> } => {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).pause();
  socket
    .on('error', () => undefined)
    .write(`GET ${path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return {
    socket,
    whole: new Promise(resolve => {
      socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
    }),
  };
};

test('waits at shutdown for responses in transit, including those that began during the drain', async t => {
  const graceMs = 300;
  const leavingMetricsPort = await freeMetricsPort();
  const leaving = await startQuayside({ METRICS_PORT: leavingMetricsPort, DRAIN_MS: String(graceMs) });
  const { port: leavingPort } = new URL(leaving.address);
  const [early, kept] = [connect(Number(leavingPort), '127.0.0.1'), connect(Number(leavingPort), '127.0.0.1')];
  root.teardown(() => [early, kept].forEach(socket => socket.destroy()));
  const first = requestPaused(early);
  await waitUntil(async () => valueIn(await scrape(leavingMetricsPort), 'quayside_transfer_bytes')! > 0);
  const stopped = leaving.stop();
  await waitUntil(
    () =>
      new Promise<boolean>(resolve => {
        const probe = connect(Number(leavingPort), '127.0.0.1', () => {
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
  const [taken, takenLate] = await Promise.all([first.whole, second.whole]);
  t.ok(taken.endsWith(`\r\n\r\n${created.text}`), 'a response that began before the drain is complete');
  t.ok(takenLate.endsWith(`\r\n\r\n${created.text}`), 'a response that began during the drain is complete');
  t.match(takenLate.slice(0, 500), /^Connection: close\r$/m);
});

test('limits the connections of a port by closing further ones at once', async t => {
  const sockets = Array.from({ length: 60 }, () => open('GET').resume());
  await waitUntil(async () => (await closedConnections('connection_limit')) >= 10);
  await waitUntil(() => sockets.filter(({ destroyed }) => destroyed).length >= 10);
  t.ok((await metricValue('quayside_connections')) <= 50);
  sockets.forEach(socket => socket.destroy());
  await waitUntil(async () => (await metricValue('quayside_connections')) < 10);
  t.equal((await boundedHttp.send('GET', states)).status, 200);
});
