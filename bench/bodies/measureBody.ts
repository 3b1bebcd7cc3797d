/** Sends one body, and measures for how long it holds threads, Redis, and a write of another project. */
import { readFileSync, truncateSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { mainThreadMicros } from '../measure/counters.js';
import type { BenchEnvironment, BenchWorld } from '../world/BenchWorld.js';
import type { Hold } from './holdProbe.js';
import type { BodyWorld, HostileBody } from './HostileBody.js';
import { sendBody } from './sendBody.js';

/** The cost of one request: processor time for threads, wall-clock time for the others. */
export interface BodyResult {
  readonly name: string;
  readonly bytes: number;
  /** 0 if the connection ended without a response. */
  readonly status: number;
  /** The beginning of the response to a refused request. */
  readonly answer: string;
  readonly tookMs: number;
  /**
   * The longest turn of the event loop in each kind of thread; for a worker that was replaced meanwhile, the time
   * until the response.
   */
  readonly frontMs: number;
  readonly workerMs: number;
  /** The longest turn in the threads for heavy calls, which no other call waits for. */
  readonly heavyMs: number;
  readonly backgroundMs: number;
  /** Time that the command thread of Redis was busy meanwhile. */
  readonly redisMs: number;
  /** The longest time that a small write of another project waited. */
  readonly waitMs: number;
}

/** Returns the longest hold. The background thread answers no request, so it does not count. */
export const holdOf = ({ frontMs, workerMs, heavyMs, redisMs }: BodyResult): number =>
  Math.max(frontMs, workerMs, heavyMs, redisMs);

const answerLengthMax = 200;
/** The search index is written after the response. */
const afterMs = 400;
const writeEveryMs = 10;

/** Writes a small resource of another project repeatedly; the returned function ends that. */
const watchWrites = ({ server, projectKey, token }: BenchWorld): (() => Promise<number>) => {
  let [longestMs, isOver] = [0, false];
  const writing = (async () => {
    while (!isOver) {
      const startMs = performance.now();
      const answer = await fetch(`${server.address}/${projectKey}/custom-objects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ container: 'neighbour', key: 'write', value: startMs }),
      });
      await answer.text();
      longestMs = Math.max(longestMs, answer.ok ? performance.now() - startMs : Infinity);
      await setTimeout(writeEveryMs);
    }
  })();
  return async () => {
    isOver = true;
    await writing;
    return longestMs;
  };
};

/** The measured server, and the file of the holds that its threads recorded. */
export interface Measured {
  readonly environment: BenchEnvironment;
  readonly world: BodyWorld;
  readonly neighbour: BenchWorld;
  readonly holdsFile: string;
}

/** Returns the longest recorded hold of each kind of thread. */
export const readHolds = (file: string): Record<Hold['thread'], number> => {
  const longest = { front: 0, worker: 0, heavy: 0, background: 0 };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const { thread, ms } = JSON.parse(line) as Hold;
    longest[thread] = Math.max(longest[thread], ms);
  }
  return longest;
};

export const measureBody = async (
  { environment, world, neighbour, holdsFile }: Measured,
  { name, make }: HostileBody,
): Promise<BodyResult> => {
  const request = await (await make(world))();
  await setTimeout(afterMs / 4);
  truncateSync(holdsFile);
  const endWrites = watchWrites(neighbour);
  const { pid } = environment.redisNode;
  const redisMicros = mainThreadMicros(pid) ?? 0;
  const startMs = performance.now();
  const { status, text } = await sendBody(world, request);
  const tookMs = performance.now() - startMs;
  await setTimeout(afterMs);
  const waitMs = await endWrites();
  const holds = readHolds(holdsFile);
  return {
    name,
    bytes: request.body === undefined ? request.path.length : Buffer.byteLength(request.body),
    status,
    answer: status < 300 ? '' : text.slice(0, answerLengthMax),
    tookMs,
    frontMs: holds.front,
    workerMs: status === 503 || status === 0 ? Math.max(tookMs, holds.worker) : holds.worker,
    heavyMs: holds.heavy,
    backgroundMs: holds.background,
    redisMs: ((mainThreadMicros(pid) ?? 0) - redisMicros) / 1e3,
    waitMs,
  };
};
