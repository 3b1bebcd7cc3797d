/** Sends the load of a case or a reference, and measures the processes meanwhile. */
import { setTimeout } from 'node:timers/promises';
import type { BenchCase } from '../cases/BenchCase.js';
import { type LoadPlan, type LoadRequest, type LoadResult, runLoad } from '../load/runLoad.js';
import type { BenchEnvironment, BenchWorld } from '../world/BenchWorld.js';
import type { BenchProcess } from '../world/processes.js';
import {
  commandCount,
  countSlowScripts,
  cpuMicros,
  machineMicros,
  mainThreadMicros,
  ownMicros,
  residentMiB,
} from './counters.js';
import type { Figures } from './figures.js';

/** Prepares a load, which is then sent for some seconds. */
type PrepareLoad = () => Promise<(seconds: number) => Promise<LoadResult>>;

export interface Subject {
  readonly environment: BenchEnvironment;
  /** The process whose time is measured. */
  readonly pid: number;
  /** The processes of a store other than Redis. */
  readonly storePids?: readonly number[];
  readonly prepareLoad: PrepareLoad;
  readonly observe?: () => Promise<() => Promise<string>>;
  readonly runAlongside?: (seconds: number) => Promise<string>;
}

export interface Timing {
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** Requests that were in progress at the end of a load are still being processed. */
const pauseMs = 500;

/** Returns headers for the credentials and the format of the bodies. */
export const headersOf = (
  { token, basic }: Pick<BenchWorld, 'token' | 'basic'>,
  as?: BenchCase['credentials'],
): Readonly<Record<string, string>> =>
  as === 'client'
    ? { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }
    : { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

type HttpLoad = Pick<LoadPlan, 'once' | 'mix' | 'chain' | 'perSecond' | 'headers' | 'connections'> & {
  readonly requests: () => Promise<readonly LoadRequest[]>;
};

export const overHttp = (
  environment: BenchEnvironment,
  { pid, address }: BenchProcess,
  { requests, ...plan }: HttpLoad,
): Subject => ({
  environment,
  pid,
  prepareLoad: async () => {
    const list = await requests();
    return seconds => runLoad({ ...plan, address, seconds, requests: list });
  },
});

type Usage = Readonly<Record<'node' | 'redis' | 'own' | 'machine', number | undefined>> & {
  /** The processor time of the main thread of each master. */
  readonly mainThreads: readonly (number | undefined)[];
};

const sumOfKnown = (values: readonly (number | undefined)[]): number | undefined =>
  values.reduce((sum, each) => (sum === undefined || each === undefined ? undefined : sum + each), 0);

/** Returns the processor time used until now, in microseconds. */
const usageOf = (pid: number, storePids: readonly number[]): Usage => ({
  node: cpuMicros(pid),
  redis: sumOfKnown(storePids.map(cpuMicros)),
  mainThreads: storePids.map(mainThreadMicros),
  // A reference that this process calls itself has no generator besides.
  own: pid === process.pid ? 0 : ownMicros(),
  machine: machineMicros(),
});

const difference = (after: number | undefined, before: number | undefined): number | undefined =>
  after === undefined || before === undefined ? undefined : after - before;

export const measureSubject = async (
  { environment: { redisNode, masters }, pid, storePids = masters.map(master => master.pid), ...subject }: Subject,
  { seconds, warmUpSeconds }: Timing,
  countsSlowScripts = false,
): Promise<{ readonly figures: Figures; readonly observation?: string }> => {
  const { prepareLoad, observe } = subject;
  if (warmUpSeconds > 0) await (await prepareLoad())(warmUpSeconds);
  await setTimeout(pauseMs);
  const load = await prepareLoad();
  const readObservation = await observe?.();
  const readSlowScripts = countsSlowScripts ? await countSlowScripts(redisNode) : undefined;
  const commands = await commandCount(masters);
  const [before, startMs] = [usageOf(pid, storePids), performance.now()];
  const result = await load(seconds);
  const tookMs = performance.now() - startMs;
  const after = usageOf(pid, storePids);
  const used = (name: Exclude<keyof Usage, 'mainThreads'>): number | undefined => difference(after[name], before[name]);
  const mainThreads = after.mainThreads.map((each, at) => difference(each, before.mainThreads[at]));
  const redisMain = sumOfKnown(mainThreads);
  // Without any response the cost of one is undefined.
  const perRequest = (total: number | undefined): number | undefined =>
    total === undefined || result.requests === 0 ? undefined : total / result.requests;
  const [machine, ...ours] = [used('machine'), used('node'), used('redis'), used('own')];
  const others = machine && machine - ours.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const figures: Figures = {
    ...result,
    perSecond: result.requests / result.seconds,
    nodeMicros: perRequest(used('node')),
    redisMicros: perRequest(used('redis')),
    redisMainMicros: perRequest(redisMain),
    busiestMicros: perRequest(redisMain && Math.max(...mainThreads.map(each => each ?? 0))),
    redisCommands: perRequest((await commandCount(masters)) - commands),
    residentMiB: residentMiB(pid),
    otherCores: others === undefined ? undefined : Math.max(0, others / (tookMs * 1_000)),
    slowScripts: await readSlowScripts?.(),
  };
  return { figures, observation: await readObservation?.() };
};
