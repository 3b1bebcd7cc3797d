/** Reads and updates orders for minutes and samples the resident memory of the server, which must not grow. */
import { setTimeout } from 'node:timers/promises';
import { orderById } from './cases/orderById.js';
import { orderUpdate } from './cases/orderUpdate.js';
import { residentMiB } from './measure/cpu.js';
import { runLoad } from './load/runLoad.js';
import type { LoadResult } from './load/plan.js';
import { headersOf } from './measure/measureSubject.js';
import type { BenchWorld } from './world/BenchWorld.js';

export interface SoakResult {
  readonly seconds: number;
  readonly requests: number;
  readonly failures: number;
  readonly samplesMiB: readonly number[];
  readonly growthMiBPerMinute: number;
}

const sampleMs = 5_000;
const connections = 16;
/** Share of the samples that belong to the warm-up of compiled code, caches and memory pools. */
const warmShare = 0.2;

/** Slope of the least-squares line through equally spaced samples, per sample. */
const slope = (samples: readonly number[]): number => {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const over = samples.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  return over / samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
};

export const measureSoak = async (world: BenchWorld, seconds: number): Promise<SoakResult> => {
  const load = async (one: typeof orderById): Promise<LoadResult> =>
    runLoad({
      address: world.server.address,
      headers: headersOf(world, one.credentials),
      connections,
      seconds,
      requests: await one.requests(world),
    });
  const loads = Promise.all([load(orderById), load(orderUpdate)]);
  const samplesMiB: number[] = [];
  let isDone = false;
  void loads.finally(() => {
    isDone = true;
  });
  while (!isDone) {
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
