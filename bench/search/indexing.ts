/** Activates the search of a project, and measures the indexer by the metrics of the server. */
import { setTimeout } from 'node:timers/promises';
import { required } from '../../src/base/errors/ApiError.js';
import { keys } from '../../src/store/keys.js';
import { cpuMicros, observeMetric } from '../measure/counters.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { get, oncePer, post } from '../world/prepare.js';

const pollMs = 20;

/** Returns the bytes that Redis has allocated; `used_memory` leaves out the memory of RediSearch 1.2. */
export const allocatedBytes = async ({ redisNode: { redis } }: BenchWorld): Promise<number> =>
  Number(/allocator_allocated:(\d+)/.exec(await redis.info('memory'))?.[1]);

/** The types whose search is measured, with the update action that activates it. */
const activations = {
  order: { action: 'changeOrderSearchStatus', status: 'Activated' },
  product: { action: 'changeProductSearchIndexingEnabled', enabled: true, mode: 'ProductsSearch' },
};
export type Searched = keyof typeof activations;

const statesOf = async ({ services }: BenchWorld, typeId: Searched) =>
  required((await services()).searches.get(typeId), 'the search of the type').states;

/** Returns the number of the searched index; undefined while there is none. */
const currentIndex = async (world: BenchWorld, typeId: Searched): Promise<number | undefined> =>
  (await (await statesOf(world, typeId)).read(world.projectKey))?.current;

/** Returns the number of the searched index; throws if there is none. */
export const indexNumber = async (world: BenchWorld, typeId: Searched = 'order'): Promise<number> => {
  const number = await currentIndex(world, typeId);
  if (number === undefined) throw new Error('the project has no search index');
  return number;
};

const dirtyMarkCount = async (world: BenchWorld, typeId: Searched): Promise<number> =>
  (await statesOf(world, typeId)).markCount(world.projectKey);

/** Waits until the indexer has no work left; returns the time in milliseconds. */
const waitForIndexer = async (world: BenchWorld, typeId: Searched): Promise<number> => {
  const startMs = performance.now();
  while ((await dirtyMarkCount(world, typeId)) > 0) await setTimeout(pollMs);
  return performance.now() - startMs;
};

const activate = async (world: BenchWorld, typeId: Searched): Promise<string> => {
  const { server, redisNode, services, projectKey } = world;
  const usage = (): number[] => [server, redisNode].map(({ pid }) => cpuMicros(pid) ?? Number.NaN);
  const [bytes, before, startMs] = [await allocatedBytes(world), usage(), performance.now()];
  const { version } = await get<{ version: number }>(world, '');
  await post(world, '', { version, actions: [activations[typeId]] });
  while ((await currentIndex(world, typeId)) === undefined) await setTimeout(pollMs);
  await waitForIndexer(world, typeId);
  const seconds = (performance.now() - startMs) / 1_000;
  const size = await (await services()).indexes.size(projectKey, typeId, await indexNumber(world, typeId));
  const { documents } = size;
  const perDocument = (total: number): string => (total / documents).toFixed(0);
  const [node, redis] = usage().map((micros, at) => perDocument(micros - (before[at] ?? 0)));
  return [
    `indexed ${documents} ${typeId}s in ${seconds.toFixed(1)} s, ${Math.round(documents / seconds)} per second`,
    `CPU per ${typeId}: node ${node} µs, Redis ${redis} µs`,
    `bytes per ${typeId}: ${perDocument(size.bytes)} by the index, ` +
      `${perDocument((await allocatedBytes(world)) - bytes)} more in Redis`,
  ].join('; ');
};

export const waitForProductIndexer = (world: BenchWorld): Promise<number> => waitForIndexer(world, 'product');

export const productIndexSize = async (world: BenchWorld) =>
  (await world.services()).indexes.size(world.projectKey, 'product', await indexNumber(world, 'product'));

/** Activates order search of a project unless it is active; returns the figures of the build. */
export const activateSearch = oncePer((world: BenchWorld) => activate(world, 'order'));
/** Activates product search of a project unless it is active; returns the figures of the build. */
export const activateProductSearch = oncePer((world: BenchWorld) => activate(world, 'product'));

/** Cumulative counts of lags by their maximum in seconds; the last bucket contains all. */
type Buckets = readonly (readonly [upTo: number, count: number])[];

const sampleMs = 50;
const idsPerRead = 500;

const text = (seconds: number): string =>
  seconds < 1 ? `${Math.round(seconds * 1_000)} ms` : `${seconds.toFixed(2)} s`;

/** Returns a quantile under the assumption that lags are evenly distributed within a bucket. */
const quantile = (buckets: Buckets, part: number): string => {
  const wanted = part * (buckets.at(-1)?.[1] ?? 0);
  const at = buckets.findIndex(([, count]) => count >= wanted && count > 0);
  if (at < 0) return '-';
  const [[from, below], [upTo, count]] = [buckets[at - 1] ?? [0, 0], buckets[at] ?? [0, 0]];
  return upTo === Infinity ? `above ${text(from)}` : text(from + ((upTo - from) * (wanted - below)) / (count - below));
};

/** Samples the age of the oldest dirty mark; the returned function stops and returns the maximum. */
const observeOldestMark = async (world: BenchWorld, typeId: Searched): Promise<() => Promise<number>> => {
  const states = await statesOf(world, typeId);
  let isDone = false;
  let oldestMs = 0;
  const sampling = (async () => {
    while (!isDone) {
      const [mark] = await states.oldestMarks(world.projectKey, 1);
      if (mark !== undefined) oldestMs = Math.max(oldestMs, Date.now() - mark.atMs);
      await setTimeout(sampleMs);
    }
  })();
  return async () => {
    isDone = true;
    await sampling;
    return oldestMs;
  };
};

/** Counts the orders whose search document has another version. */
export const countOutdatedDocuments = async (world: BenchWorld): Promise<number> => {
  const { projectKey } = world;
  const { store, indexes, redis } = await world.services();
  const number = await indexNumber(world);
  const ids = await redis.zrange(keys.ids(projectKey, 'order'), 0, -1);
  let count = 0;
  for (let at = 0; at < ids.length; at += idsPerRead) {
    const some = ids.slice(at, at + idsPerRead);
    const [bodies, hits] = await Promise.all([
      store.bodies(projectKey, 'order', some),
      indexes.contents(projectKey, 'order', number, some),
    ]);
    const versions = bodies.map(
      body => (JSON.parse(required(body, 'the body of an order').toString()) as { version: number }).version,
    );
    count += versions.filter((version, each) => version !== hits[each]?.version).length;
  }
  return count;
};

/** Starts to observe threads and Redis; the returned function returns the part of the time that each was busy. */
export const observeThreads = async (world: BenchWorld): Promise<() => Promise<string>> => {
  const read = await observeMetric(world, 'quayside_event_loop_active_seconds_total');
  const redisMicros = (): number => cpuMicros(world.redisNode.pid) ?? Number.NaN;
  const [startMs, redisBefore] = [performance.now(), redisMicros()];
  return async () => {
    const seconds = (performance.now() - startMs) / 1_000;
    const percent = (used: number): string => `${((100 * used) / seconds).toFixed(0)} %`;
    const threads = (await read()).map(([labels, used]) => `${labels} ${percent(used)}`);
    return `busy: ${threads.join(', ')}, Redis ${percent((redisMicros() - redisBefore) / 1e6)}`;
  };
};

/** Starts to observe the indexer; the returned function returns the figures. */
const observeLagOf = async (world: BenchWorld, typeId: Searched): Promise<() => Promise<string>> => {
  const [threads, oldest] = [await observeThreads(world), await observeOldestMark(world, typeId)];
  const readLags = await observeMetric(world, 'quayside_search_index_lag_seconds_bucket');
  return async () => {
    const busy = await threads();
    const marks = await dirtyMarkCount(world, typeId);
    const tookMs = await waitForIndexer(world, typeId);
    const oldestMs = await oldest();
    const lags = (await readLags()).map(([labels, count]): [number, number] => {
      const [, upTo = ''] = /le="([^"]+)"/.exec(labels) ?? [];
      return [upTo === '+Inf' ? Infinity : Number(upTo), count];
    });
    return [
      `lag p50 ${quantile(lags, 0.5)}, p99 ${quantile(lags, 0.99)}, at most ${text(oldestMs / 1_000)} (oldest ` +
        `mark), ${lags.at(-1)?.[1] ?? 0} indexings`,
      `${marks} marks left at the end, indexed after ${Math.round(tookMs)} ms`,
      busy,
    ].join('; ');
  };
};

export const observeLag = (world: BenchWorld) => observeLagOf(world, 'order');
export const observeProductLag = (world: BenchWorld) => observeLagOf(world, 'product');
