import { setTimeout } from 'node:timers/promises';
import type { BenchCase } from '../cases/BenchCase.js';
import { orderById } from '../cases/orderById.js';
import { orderUpdate } from '../cases/orderUpdate.js';
import { queryByCustomer, queryByOrderState } from '../cases/queries.js';
import { searches } from '../cases/search.js';
import { activateSearch, deactivateSearch } from '../search/activateSearch.js';
import type { BenchEnvironment, BenchWorld } from '../world/BenchWorld.js';
import type { Verification } from '../../src/verify/verifyStoredData.js';
import { createEnvironment } from '../world/createEnvironment.js';
import { ownRoot, runQuayside } from '../world/runQuayside.js';
import { startBenchRedis } from '../world/startBenchRedis.js';
import { startServer } from '../world/startServer.js';
import { loadOver, measureLoads } from './measureLoads.js';
import { bytesPerOrder, redisMemory } from './memory.js';
import type { ScaleOptions, ScalePart, ScalePoint } from './ScalePart.js';

/** So long Redis works on after a load, such as writing its file. */
const pauseMs = 2_000;

const plainLoads: readonly BenchCase[] = [orderById, orderUpdate, queryByCustomer, queryByOrderState];
/** Searches under short names, which fit into the legend of a picture. */
const searchNames = new Map([
  ['search: exact, 32 connections', 'exact search'],
  ['search: full text, range, one connection', 'full-text search'],
]);
const searchLoads: readonly BenchCase[] = searches.flatMap(one => {
  const name = searchNames.get(one.name);
  return name === undefined ? [] : [{ ...one, name }];
});

const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
};

/** Time until another server on the same Redis accepts connections. */
const startUpMs = async ({ redisUrl }: BenchEnvironment): Promise<number> => {
  const startMs = performance.now();
  const server = await startServer({ root: ownRoot, redisUrl }, {});
  const tookMs = performance.now() - startMs;
  await server.stop();
  return tookMs;
};

interface VerifyFigures {
  readonly seconds: number;
  /** Resources of all types that the command examined. */
  readonly resources: number;
}

/** Runs the command; it fails where the data do not agree. */
const verify = async ({ redisUrl, projectKey }: BenchWorld): Promise<VerifyFigures> => {
  const startMs = performance.now();
  const output = await runQuayside({ root: ownRoot, redisUrl }, 'verify', '--project', projectKey, '--json');
  const seconds = (performance.now() - startMs) / 1_000;
  const { resources } = JSON.parse(output) as Verification;
  return { seconds, resources: Object.values(resources).reduce((sum, count) => sum + count, 0) };
};

const memoryAfterPause = async ({ redisNodes }: BenchEnvironment) => {
  await setTimeout(pauseMs);
  return redisMemory(redisNodes);
};

/**
 * Seeds orders and measures all that loads would change, such as memory and verify; then the loads with search, and
 * without it.
 */
const measureOn = async (
  environment: BenchEnvironment,
  orders: number,
  options: ScaleOptions,
): Promise<Omit<ScalePoint, 'count'>> => {
  const empty = await redisMemory(environment.redisNodes);
  const startMs = performance.now();
  const world = await environment.openWorld({ orders: 'all' });
  const seedSeconds = (performance.now() - startMs) / 1_000;
  const seeded = await memoryAfterPause(environment);
  const plain = bytesPerOrder(empty, seeded, orders);
  const loadsOf = (cases: readonly BenchCase[]) => cases.map(one => loadOver([world], one));
  const verified = await verify(world);
  console.error(`activating the search of ${orders} orders`);
  const indexMs = await msOf(() => activateSearch(world));
  const index = bytesPerOrder(seeded, await memoryAfterPause(environment), orders);
  const verifiedWithSearch = await verify(world);
  const serverStartMs = await startUpMs(environment);
  const searchFigures = await measureLoads(environment, loadsOf(searchLoads), options);
  await deactivateSearch(world);
  const plainFigures = await measureLoads(environment, loadsOf(plainLoads), options);
  return {
    loads: [...plainFigures, ...searchFigures],
    values: {
      seedSeconds,
      indexSeconds: indexMs / 1_000,
      usedBytesPerOrder: plain.usedBytes,
      residentBytesPerOrder: plain.residentBytes,
      usedBytesPerSearchedOrder: plain.usedBytes + index.usedBytes,
      residentBytesPerSearchedOrder: plain.residentBytes + index.residentBytes,
      serverStartSeconds: serverStartMs / 1_000,
      verifySeconds: verified.seconds,
      verifiedResources: verified.resources,
      verifyWithSearchSeconds: verifiedWithSearch.seconds,
    },
  };
};

export const ordersPart: ScalePart = {
  name: 'orders',
  unit: 'orders',
  points: [10_000, 100_000, 1_000_000],
  measure: async (orders, options) => {
    const redis = await startBenchRedis();
    const environment = await createEnvironment({ orders, workers: options.workers, redis });
    try {
      const { loads, values } = await measureOn(environment, orders, options);
      await environment.server.stop();
      const redisStartMs = await redis.restart?.();
      const more: Record<string, number> =
        redisStartMs === undefined ? {} : { redisStartSeconds: redisStartMs / 1_000 };
      return { count: orders, loads, values: { ...values, ...more } };
    } finally {
      await environment.close();
    }
  },
};
