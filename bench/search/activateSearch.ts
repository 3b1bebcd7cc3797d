/** Activates order search of the project once, through the server, and measures the build of its index. */
import { setTimeout } from 'node:timers/promises';
import { cpuMicros } from '../cpu.js';
import type { BenchWorld } from '../BenchWorld.js';

const pollMs = 20;

const usedMemory = async ({ services }: BenchWorld): Promise<number> => {
  const info = await (services.redis as unknown as { info(section: string): Promise<string> }).info('memory');
  return Number(/used_memory:(\d+)/.exec(info)?.[1]);
};

/** Number of the searched index; undefined while there is none. */
const currentIndex = async ({ services, projectKey }: BenchWorld): Promise<number | undefined> =>
  (await services.search.states.read(projectKey))?.current;

/** Number of the searched index; throws when there is none. */
export const indexNumber = async (world: BenchWorld): Promise<number> => {
  const number = await currentIndex(world);
  if (number === undefined) throw new Error('the project has no search index');
  return number;
};

export const dirtyMarkCount = ({ services, projectKey }: BenchWorld): Promise<number> =>
  services.search.states.markCount(projectKey);

/** Waits until the indexer has no work left; returns the time in milliseconds. */
export const waitForIndexer = async (world: BenchWorld): Promise<number> => {
  const beginMs = performance.now();
  while ((await dirtyMarkCount(world)) > 0) await setTimeout(pollMs);
  return performance.now() - beginMs;
};

const activate = async ({ server, projectKey, token }: BenchWorld): Promise<void> => {
  const url = `${server.address}/${projectKey}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { version } = (await (await fetch(url, { headers })).json()) as { version: number };
  const body = JSON.stringify({ version, actions: [{ action: 'changeOrderSearchStatus', status: 'Activated' }] });
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`activating search failed: ${await answer.text()}`);
};

const perOrder = (micros: number | undefined, before: number | undefined, orders: number): string =>
  micros === undefined || before === undefined ? '-' : ((micros - before) / orders).toFixed(0);

const open = async (world: BenchWorld): Promise<string> => {
  const { server, redisPid, services, projectKey } = world;
  const bytes = await usedMemory(world);
  const [node, redis] = [cpuMicros(server.pid), cpuMicros(redisPid)];
  const beginMs = performance.now();
  await activate(world);
  while ((await currentIndex(world)) === undefined) await setTimeout(pollMs);
  await waitForIndexer(world);
  const seconds = (performance.now() - beginMs) / 1_000;
  const size = await services.indexes.size(projectKey, 'order', await indexNumber(world));
  const { documents } = size;
  return [
    `indexed ${documents} orders in ${seconds.toFixed(1)} s, ${Math.round(documents / seconds)} per second`,
    `CPU per order: node ${perOrder(cpuMicros(server.pid), node, documents)} µs, Redis ${perOrder(cpuMicros(redisPid), redis, documents)} µs`,
    `bytes per order: ${Math.round(size.bytes / documents)} by the index, ${Math.round(((await usedMemory(world)) - bytes) / documents)} more of used memory`,
  ].join('; ');
};

let opening: Promise<string> | undefined;

/** Activates search unless it is active; the first call returns the figures of the build. */
export const activateSearch = async (world: BenchWorld): Promise<string | undefined> => {
  if (opening !== undefined) return void (await opening);
  return (opening = open(world));
};
