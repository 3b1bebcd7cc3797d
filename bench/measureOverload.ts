/**
 * Sends ten times the load that the server can serve: measures accepted and shed requests, times, memory and recovery.
 */
import { setTimeout } from 'node:timers/promises';
import type { BenchCase } from './cases/BenchCase.js';
import { orderById } from './cases/orderById.js';
import { orderUpdate } from './cases/orderUpdate.js';
import { queryByOrderNumber } from './cases/queries.js';
import { residentMiB } from './measure/cpu.js';
import type { LoadRequest, OpenResult } from './load/plan.js';
import { runLoad, runOpenLoad } from './load/runLoad.js';
import { headersOf } from './measure/measureSubject.js';
import { requestTimes, type RequestTimes } from './requestTimes.js';
import type { BenchWorld } from './world/BenchWorld.js';

export interface Overloaded extends OpenResult {
  readonly name: string;
  /** Requests per second at 64 connections before the overload. */
  readonly capacity: number;
  readonly asked: number;
  /** Resident memory before, at most during, and at the end of the recovery. */
  readonly residentMiB: readonly [before: number, during: number, after: number];
  /** Response times of accepted requests under overload and in the recovery, from the server's own histogram. */
  readonly server: RequestTimes;
}

type RequestedCase = Pick<BenchCase, 'name' | 'requests'>;

/** Two reads, an update and a query in turn. */
const mix: RequestedCase = {
  name: 'a mix of reads, updates and queries',
  requests: async world => {
    const [reads, updates, queries] = await Promise.all(
      [orderById, orderUpdate, queryByOrderNumber].map(one => one.requests(world)),
    );
    return updates!.flatMap((update, at): LoadRequest[] => [reads![at]!, reads!.at(-1 - at)!, update, queries![at]!]);
  },
};

const cases: readonly RequestedCase[] = [orderById, orderUpdate, mix];
const factor = 10;
/** Maximum rate of the generator on a shared machine. */
const perSecondMax = 40_000;
const connections = 1_000;
const capacitySeconds = 4;
const [calmSeconds, calmShare] = [3, 0.2];
const sampleMs = 200;
const settleMs = 500;

const capacityOf = async (world: BenchWorld, one: RequestedCase): Promise<number> => {
  const { requests, failures, seconds } = await runLoad({
    address: world.server.address,
    headers: headersOf(world, undefined),
    connections: 64,
    seconds: capacitySeconds,
    requests: await one.requests(world),
  });
  if (failures > 0) console.error(`${failures} of ${requests} failed while the capacity of ${one.name} was measured`);
  return requests / seconds;
};

const overloadBy = async (world: BenchWorld, one: RequestedCase, seconds: number): Promise<Overloaded> => {
  const capacity = await capacityOf(world, one);
  const asked = Math.min(perSecondMax, Math.round(capacity * factor));
  // Requests that were in progress when the generator stopped are still being processed.
  await setTimeout(settleMs);
  const requests = await one.requests(world);
  const resident = (): number => Math.round(residentMiB(world.server.pid) ?? 0);
  const before = resident();
  let during = before;
  const sampling = setInterval(() => {
    during = Math.max(during, resident());
  }, sampleMs);
  const serverTimes = await requestTimes(world.metricsUrls[0]);
  const result = await runOpenLoad({
    address: world.server.address,
    headers: headersOf(world, undefined),
    connections,
    seconds,
    perSecond: asked,
    calmSeconds,
    calmPerSecond: Math.round(capacity * calmShare),
    requests,
  });
  clearInterval(sampling);
  return {
    ...result,
    name: one.name,
    capacity,
    asked,
    residentMiB: [before, during, resident()],
    server: await serverTimes(),
  };
};

export const measureOverload = async (
  world: BenchWorld,
  seconds: number,
  isWanted: (one: RequestedCase) => boolean,
): Promise<Overloaded[]> => {
  const results: Overloaded[] = [];
  for (const one of cases.filter(isWanted)) {
    console.error(`overloading with ${one.name}`);
    results.push(await overloadBy(world, one, seconds));
  }
  return results;
};

const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

const lineOf = ({
  name,
  capacity,
  asked,
  overload: over,
  calm,
  residentMiB: [before, during, after],
  server,
}: Overloaded): string => {
  const each = (count: number): number => Math.round(count / over.seconds);
  return [
    `${name}: serves ${Math.round(capacity)}/s at 64 connections; ${asked}/s asked of the generator, ${each(over.sent)}/s sent (${(over.sent / over.seconds / capacity).toFixed(1)} times), ${each(over.unsent)}/s found no free connection of ${connections}`,
    `  accepted ${each(over.accepted)}/s, p50 ${ms(over.acceptedTimes.p50Ms)} ms, p99 ${ms(over.acceptedTimes.p99Ms)} ms, longest ${ms(over.acceptedTimes.maxMs)} ms; by the server's histogram p99 at most ${ms(server.p99Ms)} ms; p99 by second ${over.p99MsBySecond.map(ms).join(' ')}`,
    `  shed ${each(over.shed)}/s, p50 ${ms(over.shedTimes.p50Ms)} ms, p99 ${ms(over.shedTimes.p99Ms)} ms; failed ${over.failed}; the generator's own turns were late by p50 ${ms(over.ownLag.p50Ms)} ms, p99 ${ms(over.ownLag.p99Ms)} ms`,
    `  right after, at ${Math.round(capacity * calmShare)}/s: accepted ${calm.accepted} of ${calm.sent}, shed ${calm.shed}${calm.shed > 0 ? `, the last after ${ms(calm.lastShedMs)} ms` : ''}, failed ${calm.failed}, p50 ${ms(calm.acceptedTimes.p50Ms)} ms, p99 ${ms(calm.acceptedTimes.p99Ms)} ms`,
    `  memory ${before} MiB before, at most ${during} during, ${after} after`,
  ].join('\n');
};

export const formatOverload = (results: readonly Overloaded[]): string => results.map(lineOf).join('\n');
