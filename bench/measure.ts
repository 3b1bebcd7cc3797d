/** One case, and its reference right before it, so that both see the same machine. */
import { setTimeout } from 'node:timers/promises';
import { cpuMicros } from './cpu.js';
import type { Case } from './cases/case.js';
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

export interface Measured { readonly name: string; readonly about: string; readonly figures: Figures; readonly reference?: Figures; readonly share?: number; readonly remark?: string; readonly verdict: string }

const connectionsByDefault = 64;
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
export const headersOf = ({ token, basic }: World, as: Case['as']): Readonly<Record<string, string>> => (as === 'client'
  ? { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }
  : { authorization: `Bearer ${token}`, 'content-type': 'application/json' });

interface Load { readonly requests: () => Promise<readonly LoadRequest[]>; readonly as?: Case['as']; readonly connections: number; readonly seconds: number; readonly once?: boolean }

const measureOn = async (world: World, target: Child, { requests, as, connections, seconds, once }: Load): Promise<Figures> => {
  const headers = headersOf(world, as);
  const load = async (length: number) => runLoad({ address: target.address, headers, connections, seconds: length, once, requests: await requests() });
  await load(warmUpSeconds);
  // What was under way when the generator stopped is still being written.
  await setTimeout(settleMs);
  const list = await requests();
  const commands = await commandCount(world);
  const [node, redis] = [cpuMicros(target.pid), cpuMicros(world.redisPid)];
  const result = await runLoad({ address: target.address, headers, connections, seconds, once, requests: list });
  return {
    ...result,
    perSecond: result.requests / result.seconds,
    nodeMicros: each(cpuMicros(target.pid), node, result.requests),
    redisMicros: each(cpuMicros(world.redisPid), redis, result.requests),
    redisCommands: (await commandCount(world) - commands) / result.requests,
  };
};

const verdictOf = ({ shareMin, p50MsMax }: Case, { failures, p50Ms }: Figures, share: number | undefined): string => {
  if (failures > 0) return `${failures} FAILED`;
  if (shareMin !== undefined) return share! >= shareMin ? `ok, at least ${shareMin * 100} %` : `BELOW ${shareMin * 100} %`;
  if (p50MsMax !== undefined) return p50Ms <= p50MsMax ? `ok, p50 at most ${p50MsMax} ms` : `p50 ABOVE ${p50MsMax} ms`;
  return '';
};

/** Bare services know orders only: what the case asks for instead is turned into reads or writes of orders. */
const bareRequests = (world: World, method: 'GET' | 'POST') => async (): Promise<LoadRequest[]> =>
  world.bareOrders.map(({ id }) => ({ method, path: `/${world.projectKey}/orders/${id}`, body: method === 'POST' ? '{}' : undefined }));

export const measure = async (world: World, one: Case, seconds: number): Promise<Measured> => {
  const connections = one.connections ?? connectionsByDefault;
  const prepared = await one.prepare?.(world);
  const reference = one.reference === undefined ? undefined
    : await measureOn(world, world[one.reference], { requests: bareRequests(world, one.reference === 'bareRead' ? 'GET' : 'POST'), connections, seconds });
  const measuring = measureOn(world, world.server, { requests: () => one.requests(world), as: one.as, connections, seconds, once: one.once });
  const [figures, beside] = await Promise.all([measuring, one.beside?.(world, seconds + warmUpSeconds)]);
  const remark = [prepared, beside, one.tell?.(figures, world)].filter(part => part !== undefined).join('; ');
  const share = reference && figures.perSecond / reference.perSecond;
  return { name: one.name, about: one.about, figures, reference, share, remark, verdict: verdictOf(one, figures, share) };
};
