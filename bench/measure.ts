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
}

export interface Measured { readonly name: string; readonly about: string; readonly figures: Figures; readonly reference?: Figures; readonly share?: number; readonly verdict: string }

const connectionsByDefault = 64;
const warmUpSeconds = 2;
const settleMs = 500;

const each = (after: number | undefined, before: number | undefined, requests: number): number | undefined =>
  after === undefined || before === undefined ? undefined : (after - before) / requests;

const measureOn = async (world: World, target: Child, requests: () => Promise<readonly LoadRequest[]>, connections: number, seconds: number): Promise<Figures> => {
  const load = async (length: number) => runLoad({ address: target.address, token: world.token, connections, seconds: length, requests: await requests() });
  await load(warmUpSeconds);
  // What was under way when the generator stopped is still being written.
  await setTimeout(settleMs);
  const list = await requests();
  const [node, redis] = [cpuMicros(target.pid), cpuMicros(world.redisPid)];
  const result = await runLoad({ address: target.address, token: world.token, connections, seconds, requests: list });
  return {
    ...result,
    perSecond: result.requests / result.seconds,
    nodeMicros: each(cpuMicros(target.pid), node, result.requests),
    redisMicros: each(cpuMicros(world.redisPid), redis, result.requests),
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
  const reference = one.reference === undefined ? undefined
    : await measureOn(world, world[one.reference], bareRequests(world, one.reference === 'bareRead' ? 'GET' : 'POST'), connections, seconds);
  const figures = await measureOn(world, world.server, () => one.requests(world), connections, seconds);
  const share = reference && figures.perSecond / reference.perSecond;
  return { name: one.name, about: one.about, figures, reference, share, verdict: verdictOf(one, figures, share) };
};
