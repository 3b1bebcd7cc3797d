/** Connections that send or take next to nothing, by the thousand: what others notice of them, what memory they take, and when they are ended. */
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { orderById } from './cases/orderById.js';
import { residentMiB } from './cpu.js';
import type { Phase } from './load/plan.js';
import { runOpen } from './load/run.js';
import { headersOf } from './measure.js';
import type { World } from './world.js';

export interface SlowResult {
  readonly connections: number;
  /** Reads of others: before, and while the connections are there. */
  readonly before: Phase;
  readonly beside: Phase;
  readonly residentMiB: readonly [before: number, during: number, after: number];
  /** Most that the server kept for them at once. */
  readonly transferMiB: number;
  /** By kind, of those who would notice: when the first and the last of its connections were ended, in seconds; undefined where one was not. */
  readonly ended: Readonly<Record<string, readonly [first: number, last: number] | undefined>>;
  /** When the server had none of them any more, as it tells itself. */
  readonly goneAfterSeconds?: number;
  /** Of connections that were ended by a bound of ours. */
  readonly cut: Readonly<Record<string, number>>;
}

const perSecond = 2_000;
const quietSeconds = 3;
/** Longer than any of them is borne. */
const slowSeconds = 25;
const lookMs = 250;

interface Kind {
  readonly name: string;
  readonly begin: (world: World) => string;
  /** Sends a byte more each second. */
  readonly isTrickling?: boolean;
  /** Takes nothing. */
  readonly isPaused?: boolean;
}

const head = ({ token, projectKey }: World, method: string, path: string): string =>
  `${method} /${projectKey}/${path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\n`;
const kinds: readonly Kind[] = [
  { name: 'headers, a byte a second', begin: world => `${head(world, 'GET', 'orders')}X-Slow: `, isTrickling: true },
  {
    name: 'a body, a byte a second',
    begin: world => `${head(world, 'POST', 'orders')}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
    isTrickling: true,
  },
  { name: 'idle', begin: () => '' },
];
const stateKey = 'slow-reader';
/** As much as the kernel does not take off the server's hands. */
const reader: Kind = {
  name: 'an answer of 8 MB, not taken',
  begin: world => `${head(world, 'GET', `states/key=${stateKey}`)}\r\n`,
  isPaused: true,
};
/** One connection of so many is such a reader. */
const readerShare = 25;

const createBigState = async ({ server, projectKey, token }: World): Promise<void> => {
  const languages = [...'abcdefghijklmnopqrstuvwxyz'].flatMap(letter => [`a${letter}`, `b${letter}`]).slice(0, 41);
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

const openAll = async (world: World, count: number): Promise<Slow[]> => {
  const { hostname, port } = new URL(world.server.address);
  return Promise.all(
    Array.from({ length: count }, async (_, at): Promise<Slow> => {
      const kind = at % readerShare === 0 ? reader : kinds[at % kinds.length]!;
      // A thousand a second.
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
  [...text.matchAll(pattern)].map(([, label, value]) => [label!, Number(value)]);
const metrics = async ({ metricsUrl }: World): Promise<string> => (await fetch(metricsUrl)).text();

const readsOf = async (world: World, seconds: number): Promise<Phase> =>
  (
    await runOpen({
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
      const seconds = times.map(time => (time! - startMs) / 1_000).sort((a, b) => a - b);
      return [kind.name, [seconds[0]!, seconds.at(-1)!]];
    }),
  );

export const slow = async (world: World, connections: number): Promise<SlowResult> => {
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
        transferBytes = Math.max(transferBytes, told.quayside_transfer_bytes!);
        if (told.quayside_connections! <= connectionsAtRest) goneMs ??= performance.now();
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

export const slowTable = ({
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
    `orders by id, ${perSecond} a second, by themselves: ${phaseOf(before)}`,
    `the same beside ${connections} slow connections: ${phaseOf(beside)}`,
    ...Object.entries(ended).map(
      ([name, times]) =>
        `  ${name}: ${times === undefined ? `NOT ALL ENDED after ${slowSeconds} s` : `ended after ${times[0].toFixed(1)} to ${times[1].toFixed(1)} s`}`,
    ),
    `  the server has none of them after ${goneAfterSeconds?.toFixed(1) ?? `more than ${slowSeconds}`} s`,
    `  memory ${first} MiB before, at most ${most} during, ${last} after; at most ${transferMiB.toFixed(0)} MiB of bodies and answers; cut: ${Object.entries(
      cut,
    )
      .map(([reason, count]) => `${reason} ${count}`)
      .join(', ')}`,
  ].join('\n');
