/** Measures the lag of the search index by the server's histogram. */
import { required } from '../../src/errors/required.js';
import { setTimeout } from 'node:timers/promises';
import { keys } from '../../src/store/keys.js';
import { cpuMicros } from '../measure/cpu.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { waitForIndexer, indexNumber, dirtyMarkCount } from './activateSearch.js';
import { observeThreads } from './observeThreads.js';

/** Cumulative counts of lags by their maximum in seconds; the last bucket contains all. */
type Buckets = readonly (readonly [upTo: number, count: number])[];

const bucket = /^quayside_search_index_lag_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm;

const bucketsOf = async ({ metricsUrls: [metricsUrl] }: BenchWorld): Promise<Buckets> => {
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

/** Assumes that lags are evenly distributed within a bucket. */
const quantile = (buckets: Buckets, part: number): string => {
  const wanted = part * (buckets.at(-1)?.[1] ?? 0);
  const at = buckets.findIndex(([, count]) => count >= wanted && count > 0);
  if (at < 0) return '-';
  const [[from, below], [upTo, count]] = [buckets[at - 1] ?? [0, 0], buckets[at] ?? [0, 0]];
  return upTo === Infinity ? `above ${text(from)}` : text(from + ((upTo - from) * (wanted - below)) / (count - below));
};

const sampleMs = 50;

/** Samples the age of the oldest dirty mark; the returned function stops and returns the maximum. */
const observeOldestMark = async ({ services, projectKey }: BenchWorld): Promise<() => Promise<number>> => {
  const { states } = (await services()).search;
  let isDone = false;
  let oldestMs = 0;
  const watching = (async () => {
    while (!isDone) {
      const [mark] = await states.oldestMarks(projectKey, 1);
      if (mark !== undefined) oldestMs = Math.max(oldestMs, Date.now() - mark.atMs);
      await setTimeout(sampleMs);
    }
  })();
  return async () => {
    isDone = true;
    await watching;
    return oldestMs;
  };
};

const chunk = 500;

/** Counts the orders whose document has another version. */
export const countOutdatedDocuments = async (world: BenchWorld): Promise<number> => {
  const { projectKey } = world;
  const { store, indexes, redis } = await world.services();
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
      (body, each) =>
        (JSON.parse(required(body, 'the body of an order').toString()) as { version: number }).version !==
        hits[each]?.version,
    ).length;
  }
  return count;
};

const redisMicros = ({ redisNodes }: BenchWorld): number | undefined => {
  const [node] = redisNodes;
  return node && cpuMicros(node.pid);
};

/** Starts to observe the indexer; the returned function returns the figures. */
export const observeLag = async (world: BenchWorld): Promise<() => Promise<string>> => {
  const threads = await observeThreads(world);
  const oldest = await observeOldestMark(world);
  const [before, redis, beginMs] = [await bucketsOf(world), redisMicros(world), performance.now()];
  return async () => {
    const byThread = threads();
    const redisShare =
      redis === undefined ? '-' : ((redisMicros(world) ?? 0) - redis) / (performance.now() - beginMs) / 10;
    const waiting = await dirtyMarkCount(world);
    const tookMs = await waitForIndexer(world);
    const oldestMs = await oldest();
    const lags = between(before, await bucketsOf(world));
    return [
      `lag p50 ${quantile(lags, 0.5)}, p99 ${quantile(lags, 0.99)}, at most ${text(oldestMs / 1_000)} (oldest mark), ${lags.at(-1)?.[1] ?? 0} indexings`,
      `${waiting} marks left at the end, indexed after ${Math.round(tookMs)} ms`,
      `${byThread}, Redis ${Number(redisShare).toFixed(0)} %`,
    ].join('; ');
  };
};
