/** Reads and updates for minutes, with the server's resident memory beside: flat once it is warm. */
import { setTimeout } from 'node:timers/promises';
import { orderById } from './cases/orderById.js';
import { orderUpdate } from './cases/orderUpdate.js';
import { residentMiB } from './cpu.js';
import { runLoad } from './load/run.js';
import type { LoadResult } from './load/plan.js';
import { headersOf } from './measure.js';
import type { World } from './world.js';

export interface Soaked {
  readonly seconds: number;
  readonly requests: number;
  readonly failures: number;
  readonly samplesMiB: readonly number[];
  readonly growthMiBPerMinute: number;
}

const sampleMs = 5_000;
const connections = 16;
/** The first part warms up: compiled code, caches, the allocator's pools. */
const warmShare = 0.2;

/** Slope of the least-squares line through equally spaced samples, per sample. */
const slope = (samples: readonly number[]): number => {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const over = samples.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  return over / samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
};

export const soak = async (world: World, seconds: number): Promise<Soaked> => {
  const load = async (one: typeof orderById): Promise<LoadResult> =>
    runLoad({
      address: world.server.address,
      headers: headersOf(world, one.as),
      connections,
      seconds,
      requests: await one.requests(world),
    });
  const loads = Promise.all([load(orderById), load(orderUpdate)]);
  const samplesMiB: number[] = [];
  let isOver = false;
  void loads.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    samplesMiB.push(Math.round(residentMiB(world.server.pid) ?? 0));
    await setTimeout(sampleMs);
  }
  const results = await loads;
  const warm = samplesMiB.slice(Math.floor(samplesMiB.length * warmShare));
  return {
    seconds,
    samplesMiB,
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
    growthMiBPerMinute: slope(warm) * (60_000 / sampleMs),
  };
};
