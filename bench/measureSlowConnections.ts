/**
 * Opens thousands of connections that send or receive almost nothing: measures other requests, memory, and when they
 * are closed.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { orderById } from './cases/orderById.js';
import { residentMiB } from './measure/cpu.js';
import type { Phase } from './load/plan.js';
import { runOpenLoad } from './load/runLoad.js';
import { headersOf } from './measure/measureSubject.js';
import type { BenchWorld } from './world/BenchWorld.js';

export interface SlowResult {
  readonly connections: number;
  /** Reads on other connections before and during the slow connections. */
  readonly before: Phase;
  readonly beside: Phase;
  readonly residentMiB: readonly [before: number, during: number, after: number];
  /** Maximum bytes in transit for them. */
  readonly transferMiB: number;
  /** Seconds until the first and the last connection of each kind were closed; undefined when one was not closed. */
  readonly ended: Readonly<Record<string, readonly [first: number, last: number] | undefined>>;
  /** Seconds until the server reported that all were closed. */
  readonly goneAfterSeconds?: number;
  /** Connections closed by each limit of the server. */
  readonly cut: Readonly<Record<string, number>>;
}

const perSecond = 2_000;
const quietSeconds = 3;
/** Longer than the server allows for any of them. */
const slowSeconds = 25;
const lookMs = 250;

interface Kind {
  readonly name: string;
  readonly begin: (world: BenchWorld) => string;
  /** Sends one more byte each second. */
  readonly isTrickling?: boolean;
  /** Receives nothing. */
  readonly isPaused?: boolean;
}

const head = ({ token, projectKey }: BenchWorld, method: string, path: string): string =>
  `${method} /${projectKey}/${path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\n`;
const kinds: readonly Kind[] = [
  { name: 'headers, a byte per second', begin: world => `${head(world, 'GET', 'orders')}X-Slow: `, isTrickling: true },
  {
    name: 'a body, a byte per second',
    begin: world => `${head(world, 'POST', 'orders')}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
    isTrickling: true,
  },
  { name: 'idle', begin: () => '' },
];
const stateKey = 'slow-reader';
/** Requests a response that exceeds the socket buffers of the kernel. */
const reader: Kind = {
  name: 'a response of 8 MB, not read',
  begin: world => `${head(world, 'GET', `states/key=${stateKey}`)}\r\n`,
  isPaused: true,
};
/** One of so many connections is a reader. */
const readerShare = 25;

const createBigState = async ({ server, projectKey, token }: BenchWorld): Promise<void> => {
  const languages = Array.from('abcdefghijklmnopqrstuvwxyz')
    .flatMap(letter => [`a${letter}`, `b${letter}`])
    .slice(0, 41);
  const body = JSON.stringify({
    key: stateKey,
    type: 'OrderState',
    name: Object.fromEntries(languages.map(language => [language, '€'.repeat(65_000)])),
  });
  const { status } = await fetch(`${server.address}/${projectKey}/states`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  if (status !== 201) throw new Error(`the state of a slow reader was not created: ${status}`);
};

interface Slow {
  readonly kind: Kind;
  readonly socket: Socket;
  endedMs?: number;
}

const openAll = async (world: BenchWorld, count: number): Promise<Slow[]> => {
  const { hostname, port } = new URL(world.server.address);
  return Promise.all(
    Array.from({ length: count }, async (_, at): Promise<Slow> => {
      const kind = at % readerShare === 0 ? reader : (kinds[at % kinds.length] ?? reader);
      // A thousand connections per second.
      await setTimeout(at);
      const socket = connect(Number(port), hostname);
      const slow: Slow = { kind, socket };
      socket.on('error', () => undefined);
      socket.once('close', () => {
        slow.endedMs = performance.now();
      });
      socket.write(kind.begin(world));
      if (kind.isPaused === true) socket.pause();
      else socket.resume();
      return slow;
    }),
  );
};

const connectionsAtRest = 64;

const valuesIn = (text: string, pattern: RegExp): [string, number][] =>
  [...text.matchAll(pattern)].map(([, label, value]) => [label ?? '', Number(value)]);
const metrics = async ({ metricsUrls: [metricsUrl] }: BenchWorld): Promise<string> => (await fetch(metricsUrl)).text();

const readsOf = async (world: BenchWorld, seconds: number): Promise<Phase> =>
  (
    await runOpenLoad({
      address: world.server.address,
      headers: headersOf(world, undefined),
      connections: connectionsAtRest,
      seconds,
      perSecond,
      calmSeconds: 0,
      calmPerSecond: 0,
      requests: await orderById.requests(world),
    })
  ).overload;

const endedOf = (all: readonly Slow[], startMs: number): SlowResult['ended'] =>
  Object.fromEntries(
    kinds.map(kind => {
      const times = all.filter(slow => slow.kind === kind).map(({ endedMs }) => endedMs);
      if (times.some(time => time === undefined)) return [kind.name, undefined];
      const seconds = times.flatMap(time => (time === undefined ? [] : (time - startMs) / 1_000)).sort((a, b) => a - b);
      return [kind.name, [seconds[0] ?? 0, seconds.at(-1) ?? 0]];
    }),
  );

export const measureSlowConnections = async (world: BenchWorld, connections: number): Promise<SlowResult> => {
  const resident = (): number => Math.round(residentMiB(world.server.pid) ?? 0);
  await createBigState(world);
  const before = await readsOf(world, quietSeconds);
  const memoryBefore = resident();
  let [memoryDuring, transferBytes] = [memoryBefore, 0];
  let goneMs: number | undefined;
  const startMs = performance.now();
  const all = await openAll(world, connections);
  const looking = setInterval(() => {
    memoryDuring = Math.max(memoryDuring, resident());
    void metrics(world).then(
      text => {
        const told = Object.fromEntries(valuesIn(text, /^(quayside_transfer_bytes|quayside_connections) (\d+)$/gm));
        transferBytes = Math.max(transferBytes, told.quayside_transfer_bytes ?? 0);
        if ((told.quayside_connections ?? 0) <= connectionsAtRest) goneMs ??= performance.now();
      },
      () => undefined,
    );
  }, lookMs);
  const trickling = setInterval(
    () =>
      all.forEach(({ kind, socket }) => {
        if (kind.isTrickling === true && socket.writable) socket.write('a');
      }),
    1_000,
  );
  const beside = await readsOf(world, slowSeconds);
  clearInterval(looking);
  clearInterval(trickling);
  const cut = Object.fromEntries(
    valuesIn(await metrics(world), /^quayside_connections_closed_total\{reason="(\w+)"\} (\d+)$/gm),
  );
  const ended = endedOf(all, startMs);
  all.forEach(({ socket }) => socket.destroy());
  return {
    connections,
    before,
    beside,
    residentMiB: [memoryBefore, memoryDuring, resident()],
    transferMiB: transferBytes / 2 ** 20,
    ended,
    goneAfterSeconds: goneMs && (goneMs - startMs) / 1_000,
    cut,
  };
};

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const phaseOf = ({ sent, accepted, shed, failed, acceptedTimes: { p50Ms, p99Ms, maxMs } }: Phase): string =>
  `${accepted} of ${sent} served, ${shed} shed, ${failed} failed, p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, longest ${ms(maxMs)}`;

export const formatSlowConnections = ({
  connections,
  before,
  beside,
  residentMiB: [first, most, last],
  transferMiB,
  ended,
  goneAfterSeconds,
  cut,
}: SlowResult): string =>
  [
    `orders by id, ${perSecond} per second, alone: ${phaseOf(before)}`,
    `the same with ${connections} slow connections: ${phaseOf(beside)}`,
    ...Object.entries(ended).map(
      ([name, times]) =>
        `  ${name}: ${times === undefined ? `NOT ALL CLOSED after ${slowSeconds} s` : `closed after ${times[0].toFixed(1)} to ${times[1].toFixed(1)} s`}`,
    ),
    `  the server closed all of them after ${goneAfterSeconds?.toFixed(1) ?? `more than ${slowSeconds}`} s`,
    `  memory ${first} MiB before, at most ${most} during, ${last} after; at most ${transferMiB.toFixed(0)} MiB of bodies and responses in transit; closed by limit: ${Object.entries(
      cut,
    )
      .map(([reason, count]) => `${reason} ${count}`)
      .join(', ')}`,
  ].join('\n');
