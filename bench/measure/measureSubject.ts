/** Sends the load of a case or a reference and measures the processes meanwhile. */
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { BenchCase } from '../cases/BenchCase.js';
import type { LoadRequest, LoadResult } from '../load/plan.js';
import { runLoad } from '../load/runLoad.js';
import type { BenchEnvironment, BenchWorld, RedisNode } from '../world/BenchWorld.js';
import type { BenchProcess } from '../world/BenchProcess.js';
import { cpuMicros, generatorMicros, machineMicros, mainThreadMicros } from './cpu.js';
import type { Measurements } from './Measurements.js';
import { countSlowScripts } from './slowScripts.js';

/** Prepares a load, which is then sent for some seconds. */
type PrepareLoad = () => Promise<(seconds: number) => Promise<LoadResult>>;

export interface Subject {
  /** The process whose time is measured. */
  readonly pid: number;
  readonly prepareLoad: PrepareLoad;
  readonly observe?: () => Promise<() => Promise<string>>;
}

export interface Timing {
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface Measurement {
  readonly figures: Measurements;
  readonly observation?: string;
}

const pauseMs = 500;

/** Headers for the credentials and the format of the bodies. */
export const headersOf = (
  { token, basic }: Pick<BenchWorld, 'token' | 'basic'>,
  as?: BenchCase['credentials'],
): Readonly<Record<string, string>> =>
  as === 'client'
    ? { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }
    : { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

type HttpLoad = Pick<BenchCase, 'once' | 'perSecond'> & {
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly requests: () => Promise<readonly LoadRequest[]>;
};

export const overHttp = ({ pid, address }: BenchProcess, { requests, ...plan }: HttpLoad): Subject => ({
  pid,
  prepareLoad: async () => {
    const list = await requests();
    return seconds => runLoad({ ...plan, address, seconds, requests: list });
  },
});

const sumOf = (nodes: readonly RedisNode[], micros: (pid: number) => number | undefined): number | undefined =>
  nodes.reduce<number | undefined>((sum, { pid }) => {
    const value = micros(pid);
    return sum === undefined || value === undefined ? undefined : sum + value;
  }, 0);

/** Number of commands that Redis has run, including those that scripts call. */
const commandCount = async (nodes: readonly RedisNode[]): Promise<number> => {
  const stats = await Promise.all(nodes.map(({ redis }) => redis.info('stats')));
  return stats.reduce((sum, text) => sum + Number(/total_commands_processed:(\d+)/.exec(text)?.[1]), 0);
};

interface Usage {
  readonly node?: number;
  readonly redis?: number;
  readonly redisMain?: number;
  readonly generator?: number;
  readonly machine?: number;
}

const usageOf = (pid: number, nodes: readonly RedisNode[]): Usage => ({
  node: cpuMicros(pid),
  redis: sumOf(nodes, cpuMicros),
  redisMain: sumOf(nodes, mainThreadMicros),
  // A reference whose calls this process makes has no generator besides.
  generator: pid === process.pid ? 0 : generatorMicros(),
  machine: machineMicros(),
});

/** Microseconds between two usages. */
const usedBetween = (before: Usage, after: Usage): Usage => {
  const of = (name: keyof Usage): number | undefined => {
    const [from, to] = [before[name], after[name]];
    return from === undefined || to === undefined ? undefined : to - from;
  };
  return {
    node: of('node'),
    redis: of('redis'),
    redisMain: of('redisMain'),
    generator: of('generator'),
    machine: of('machine'),
  };
};

const otherCoresOf = ({ machine, node = 0, redis = 0, generator = 0 }: Usage, tookMs: number): number | undefined =>
  machine === undefined ? undefined : Math.max(0, (machine - node - redis - generator) / (tookMs * 1_000));

export const measureSubject = async (
  { redisNodes }: BenchEnvironment,
  { pid, prepareLoad, observe }: Subject,
  { seconds, warmUpSeconds }: Timing,
  countsSlowScripts = false,
): Promise<Measurement> => {
  if (warmUpSeconds > 0) await (await prepareLoad())(warmUpSeconds);
  // Requests that were in progress when the generator stopped are still being processed.
  await setTimeout(pauseMs);
  const load = await prepareLoad();
  const readObservation = await observe?.();
  const readSlowScripts = countsSlowScripts ? await countSlowScripts(redisNodes) : undefined;
  const commands = await commandCount(redisNodes);
  const [before, startMs] = [usageOf(pid, redisNodes), performance.now()];
  const result = await load(seconds);
  const tookMs = performance.now() - startMs;
  const used = usedBetween(before, usageOf(pid, redisNodes));
  // Without any response there is no cost of one.
  const perRequest = (total: number | undefined): number | undefined =>
    total === undefined || result.requests === 0 ? undefined : total / result.requests;
  const figures: Measurements = {
    ...result,
    perSecond: result.requests / result.seconds,
    nodeMicros: perRequest(used.node),
    redisMicros: perRequest(used.redis),
    redisMainMicros: perRequest(used.redisMain),
    generatorMicros: perRequest(used.generator),
    redisCommands: perRequest((await commandCount(redisNodes)) - commands),
    loadAverage: loadavg()[0] ?? 0,
    otherCores: otherCoresOf(used, tookMs),
    slowScripts: await readSlowScripts?.(),
  };
  return { figures, observation: await readObservation?.() };
};
