/** One case, and its reference right before it, so that both see the same machine. */
import { setTimeout } from 'node:timers/promises';
import { cpuMicros } from './cpu.js';
import type { Case } from './cases/case.js';
import { runCalls } from './load/calls.js';
import { runLoad } from './load/run.js';
import type { LoadRequest, LoadResult } from './load/plan.js';
import type { Child } from './child.js';
import type { World } from './world.js';

export interface Figures extends LoadResult {
  readonly perSecond: number;
  /** CPU microseconds a request. */
  readonly nodeMicros?: number;
  readonly redisMicros?: number;
  /** Commands that Redis ran a request, those that scripts call included. */
  readonly redisCommands: number;
}

export interface Measured {
  readonly name: string;
  readonly about: string;
  readonly figures: Figures;
  readonly reference?: Figures;
  readonly share?: number;
  readonly remark?: string;
  readonly verdict: string;
}

export const connectionsByDefault = 64;
const warmUpSeconds = 2;
const settleMs = 500;

const each = (after: number | undefined, before: number | undefined, requests: number): number | undefined =>
  after === undefined || before === undefined ? undefined : (after - before) / requests;

/** Commands that Redis has run so far, those that scripts call included. */
const commandCount = async ({ services }: World): Promise<number> => {
  const stats = await (services.redis as unknown as { info(section: string): Promise<string> }).info('stats');
  return Number(/total_commands_processed:(\d+)/.exec(stats)![1]);
};

/** How the client proves itself, and what its bodies are. */
export const headersOf = ({ token, basic }: World, as: Case['as']): Readonly<Record<string, string>> =>
  as === 'client'
    ? { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }
    : { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

/** Sends a load for so many seconds, made ready anew each time. */
type Ready = () => Promise<(seconds: number) => Promise<LoadResult>>;

interface Subject {
  readonly pid: number;
  readonly ready: Ready;
  readonly watch?: Case['watch'];
}

interface Measurement {
  readonly figures: Figures;
  readonly seen?: string;
}

export const measureOn = async (
  world: World,
  { pid, ready, watch }: Subject,
  seconds: number,
): Promise<Measurement> => {
  await (await ready())(warmUpSeconds);
  // What was under way when the generator stopped is still being written.
  await setTimeout(settleMs);
  const load = await ready();
  const tell = await watch?.(world);
  const commands = await commandCount(world);
  const [node, redis] = [cpuMicros(pid), cpuMicros(world.redisPid)];
  const result = await load(seconds);
  const figures = {
    ...result,
    perSecond: result.requests / result.seconds,
    nodeMicros: each(cpuMicros(pid), node, result.requests),
    redisMicros: each(cpuMicros(world.redisPid), redis, result.requests),
    redisCommands: ((await commandCount(world)) - commands) / result.requests,
  };
  return { figures, seen: await tell?.() };
};

const verdictOf = ({ shareMin, p50MsMax }: Case, { failures, p50Ms }: Figures, share: number | undefined): string => {
  if (failures > 0) return `${failures} FAILED`;
  if (shareMin !== undefined)
    return share! >= shareMin ? `ok, at least ${shareMin * 100} %` : `BELOW ${shareMin * 100} %`;
  if (p50MsMax !== undefined) return p50Ms <= p50MsMax ? `ok, p50 at most ${p50MsMax} ms` : `p50 ABOVE ${p50MsMax} ms`;
  return '';
};

/** Bare services know orders only: what the case asks for instead is turned into reads or writes of orders. */
const bareRequests = (world: World, method: 'GET' | 'POST'): LoadRequest[] =>
  world.bareOrders.map(({ id }) => ({
    method,
    path: `/${world.projectKey}/orders/${id}`,
    body: method === 'POST' ? '{}' : undefined,
  }));

type Http = Pick<Case, 'as' | 'once' | 'perSecond'> & {
  readonly connections: number;
  readonly requests: () => Promise<readonly LoadRequest[]>;
};

export const overHttp = (world: World, { pid, address }: Child, { as, requests, ...plan }: Http): Subject => ({
  pid,
  ready: async () => {
    const list = await requests();
    return seconds => runLoad({ ...plan, address, headers: headersOf(world, as), seconds, requests: list });
  },
});

const referenceOf = (world: World, { reference }: Case, connections: number): Subject | undefined => {
  if (reference === undefined) return undefined;
  if (typeof reference !== 'function')
    return overHttp(world, world[reference], {
      connections,
      requests: async () => bareRequests(world, reference === 'bareRead' ? 'GET' : 'POST'),
    });
  return {
    pid: process.pid,
    ready: async () => {
      const calls = await reference(world);
      return seconds => runCalls(calls, connections, seconds);
    },
  };
};

const server = (world: World, one: Case, connections: number): Subject => {
  const { as, once, perSecond, watch } = one;
  return {
    ...overHttp(world, world.server, { as, once, perSecond, connections, requests: () => one.requests(world) }),
    watch,
  };
};

export const measure = async (world: World, one: Case, secondsByDefault: number): Promise<Measured> => {
  const { connections = connectionsByDefault, seconds = secondsByDefault } = one;
  const prepared = await one.prepare?.(world);
  const fault = await one.fault?.(world);
  const bare = referenceOf(world, one, connections);
  const reference = bare && (await measureOn(world, bare, seconds)).figures;
  const measuring = measureOn(world, server(world, one, connections), seconds);
  const [{ figures, seen }, beside] = await Promise.all([measuring, one.beside?.(world, seconds + warmUpSeconds)]);
  const remark = [prepared, beside, seen, one.tell?.(figures, world)].filter(part => part !== undefined).join('; ');
  const share = reference && figures.perSecond / reference.perSecond;
  return {
    name: one.name,
    about: one.about,
    figures,
    reference,
    share,
    remark,
    verdict: fault === undefined ? verdictOf(one, figures, share) : `FAILED: ${fault}`,
  };
};
