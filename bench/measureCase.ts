/** Measures a case right after its reference, so that both run under the same conditions of the machine. */
import { setTimeout } from 'node:timers/promises';
import { cpuMicros } from './cpu.js';
import type { BenchCase } from './cases/BenchCase.js';
import { runCalls } from './load/runCalls.js';
import { bareMessagesKey } from './reference/bareKeys.js';
import { runLoad } from './load/runLoad.js';
import type { LoadRequest, LoadResult } from './load/plan.js';
import type { Measurements } from './Measurements.js';
import type { BenchProcess } from './BenchProcess.js';
import type { BenchWorld } from './BenchWorld.js';

export interface CaseResult {
  readonly name: string;
  readonly description: string;
  readonly figures: Measurements;
  readonly reference?: Measurements;
  readonly share?: number;
  readonly remark?: string;
  readonly verdict: string;
}

export const defaultConnections = 64;
const warmUpSeconds = 2;
const pauseMs = 500;

const perRequest = (after: number | undefined, before: number | undefined, requests: number): number | undefined =>
  after === undefined || before === undefined ? undefined : (after - before) / requests;

/** Number of commands that Redis has run, including those that scripts call. */
const commandCount = async ({ services }: BenchWorld): Promise<number> => {
  const stats = await (services.redis as unknown as { info(section: string): Promise<string> }).info('stats');
  return Number(/total_commands_processed:(\d+)/.exec(stats)?.[1]);
};

/** Headers for the credentials and the format of the bodies. */
export const headersOf = (
  { token, basic }: BenchWorld,
  as: BenchCase['credentials'],
): Readonly<Record<string, string>> =>
  as === 'client'
    ? { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }
    : { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

/** Prepares a load, which is then sent for some seconds. */
type Ready = () => Promise<(seconds: number) => Promise<LoadResult>>;

interface Subject {
  readonly pid: number;
  readonly ready: Ready;
  readonly observe?: BenchCase['observe'];
}

interface Measurement {
  readonly figures: Measurements;
  readonly observation?: string;
}

export const measureSubject = async (
  world: BenchWorld,
  { pid, ready, observe }: Subject,
  seconds: number,
): Promise<Measurement> => {
  await (await ready())(warmUpSeconds);
  // Requests that were in progress when the generator stopped are still being processed.
  await setTimeout(pauseMs);
  const load = await ready();
  const readObservation = await observe?.(world);
  const commands = await commandCount(world);
  const [node, redis] = [cpuMicros(pid), cpuMicros(world.redisPid)];
  const result = await load(seconds);
  const figures = {
    ...result,
    perSecond: result.requests / result.seconds,
    nodeMicros: perRequest(cpuMicros(pid), node, result.requests),
    redisMicros: perRequest(cpuMicros(world.redisPid), redis, result.requests),
    redisCommands: ((await commandCount(world)) - commands) / result.requests,
  };
  return { figures, observation: await readObservation?.() };
};

const verdictOf = (
  { shareMin, p50MsMax }: BenchCase,
  { failures, p50Ms }: Measurements,
  share: number | undefined,
): string => {
  if (failures > 0) return `${failures} FAILED`;
  if (shareMin !== undefined)
    return share !== undefined && share >= shareMin ? `ok, at least ${shareMin * 100} %` : `BELOW ${shareMin * 100} %`;
  if (p50MsMax !== undefined) return p50Ms <= p50MsMax ? `ok, p50 at most ${p50MsMax} ms` : `p50 ABOVE ${p50MsMax} ms`;
  return '';
};

/** Requests for the bare services, which only read and write orders. */
const bareRequests = (world: BenchWorld, method: 'GET' | 'POST'): LoadRequest[] =>
  world.bareIds.map(id => ({ method, path: `/orders/${id}`, body: method === 'POST' ? '{}' : undefined }));

type HttpLoad = Pick<BenchCase, 'credentials' | 'once' | 'perSecond'> & {
  readonly connections: number;
  readonly requests: () => Promise<readonly LoadRequest[]>;
};

export const overHttp = (
  world: BenchWorld,
  { pid, address }: BenchProcess,
  { credentials, requests, ...plan }: HttpLoad,
): Subject => ({
  pid,
  ready: async () => {
    const list = await requests();
    return seconds => runLoad({ ...plan, address, headers: headersOf(world, credentials), seconds, requests: list });
  },
});

const referenceOf = (world: BenchWorld, { reference }: BenchCase, connections: number): Subject | undefined => {
  if (reference === undefined) return undefined;
  if (typeof reference !== 'function')
    return overHttp(world, world[reference], {
      connections,
      requests: async () => {
        // Otherwise the messages of all references would fill the memory.
        await world.services.redis.unlink(bareMessagesKey);
        return bareRequests(world, reference === 'bareRead' ? 'GET' : 'POST');
      },
    });
  return {
    pid: process.pid,
    ready: async () => {
      const calls = await reference(world);
      return seconds => runCalls(calls, connections, seconds);
    },
  };
};

const server = (world: BenchWorld, one: BenchCase, connections: number): Subject => {
  const { credentials, once, perSecond, observe } = one;
  return {
    ...overHttp(world, world.server, {
      credentials,
      once,
      perSecond,
      connections,
      requests: () => one.requests(world),
    }),
    observe,
  };
};

export const measureCase = async (world: BenchWorld, one: BenchCase, secondsByDefault: number): Promise<CaseResult> => {
  const { connections = defaultConnections, seconds = secondsByDefault } = one;
  const prepared = await one.setup?.(world);
  const problem = await one.checkResult?.(world);
  const bare = referenceOf(world, one, connections);
  const reference = bare && (await measureSubject(world, bare, seconds)).figures;
  const measuring = measureSubject(world, server(world, one, connections), seconds);
  const [{ figures, observation }, alongside] = await Promise.all([
    measuring,
    one.runAlongside?.(world, seconds + warmUpSeconds),
  ]);
  const remark = [prepared, alongside, observation, one.remark?.(figures, world)]
    .filter(part => part !== undefined)
    .join('; ');
  const share = reference && figures.perSecond / reference.perSecond;
  return {
    name: one.name,
    description: one.description,
    figures,
    reference,
    share,
    remark,
    verdict: problem === undefined ? verdictOf(one, figures, share) : `FAILED: ${problem}`,
  };
};
