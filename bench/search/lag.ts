/** How far the index is behind the orders, as the server's histogram tells. */
import { setTimeout } from 'node:timers/promises';
import { keys } from '../../src/store/keys.js';
import { cpuMicros } from '../cpu.js';
import type { World } from '../world.js';
import { drained, indexNumber, waitingMarks } from './open.js';
import { watchThreads } from './threads.js';

/** How many lags were at most so long, in seconds; the last is all. */
type Buckets = readonly (readonly [upTo: number, count: number])[];

const bucket = /^quayside_search_index_lag_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm;

const bucketsOf = async ({ metricsUrl }: World): Promise<Buckets> => {
  const text = await (await fetch(metricsUrl)).text();
  return [...text.matchAll(bucket)].map(([, upTo, count]) => [
    upTo === '+Inf' ? Infinity : Number(upTo),
    Number(count),
  ]);
};

const between = (before: Buckets, after: Buckets): Buckets =>
  after.map(([upTo, count], at) => [upTo, count - (before[at]?.[1] ?? 0)]);

const text = (seconds: number): string =>
  seconds < 1 ? `${Math.round(seconds * 1_000)} ms` : `${seconds.toFixed(2)} s`;

/** Within its bucket the lags are taken to be spread evenly. */
const quantile = (buckets: Buckets, part: number): string => {
  const wanted = part * (buckets.at(-1)?.[1] ?? 0);
  const at = buckets.findIndex(([, count]) => count >= wanted && count > 0);
  if (at < 0) return '-';
  const [[from, below], [upTo, count]] = [buckets[at - 1] ?? [0, 0], buckets[at]!];
  return upTo === Infinity ? `above ${text(from)}` : text(from + ((upTo - from) * (wanted - below)) / (count - below));
};

const sampleMs = 50;

/** The age of the oldest mark, looked at again and again; what it returns ends that and tells the greatest. */
const watchOldest = ({ services, projectKey }: World): (() => Promise<number>) => {
  let isOver = false;
  let oldestMs = 0;
  const watching = (async () => {
    while (!isOver) {
      const [mark] = await services.search.states.oldestMarks(projectKey, 1);
      if (mark !== undefined) oldestMs = Math.max(oldestMs, Date.now() - mark.atMs);
      await setTimeout(sampleMs);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return oldestMs;
  };
};

const chunk = 500;

/** Orders whose document is of another version than they are. */
export const behind = async (world: World): Promise<number> => {
  const {
    services: { store, indexes, redis },
    projectKey,
  } = world;
  const number = await indexNumber(world);
  const ids = await redis.zrange(keys.ids(projectKey, 'order'), 0, -1);
  let count = 0;
  for (let at = 0; at < ids.length; at += chunk) {
    const some = ids.slice(at, at + chunk);
    const [bodies, hits] = await Promise.all([
      store.bodies(projectKey, 'order', some),
      indexes.contents(projectKey, 'order', number, some),
    ]);
    count += bodies.filter(
      (body, each) => (JSON.parse(body!.toString()) as { version: number }).version !== hits[each]?.version,
    ).length;
  }
  return count;
};

/** Begins; what it returns tells how the indexer kept up since. */
export const watchLag = async (world: World): Promise<() => Promise<string>> => {
  const threads = await watchThreads(world);
  const oldest = watchOldest(world);
  const [before, redis, beginMs] = [await bucketsOf(world), cpuMicros(world.redisPid), performance.now()];
  return async () => {
    const byThread = threads();
    const redisShare =
      redis === undefined ? '-' : (cpuMicros(world.redisPid)! - redis) / (performance.now() - beginMs) / 10;
    const waiting = await waitingMarks(world);
    const tookMs = await drained(world);
    const oldestMs = await oldest();
    const lags = between(before, await bucketsOf(world));
    return [
      `lag p50 ${quantile(lags, 0.5)}, p99 ${quantile(lags, 0.99)}, at most ${text(oldestMs / 1_000)} (oldest mark seen), ${lags.at(-1)?.[1] ?? 0} indexings`,
      `${waiting} marks waited at the end, for ${Math.round(tookMs)} ms`,
      `${byThread}, Redis ${Number(redisShare).toFixed(0)} %`,
    ].join('; ');
  };
};
