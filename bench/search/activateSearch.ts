/** Switches order search of a project on, once and with figures of the build of its index, and off. */
import { setTimeout } from 'node:timers/promises';
import { cpuMicros } from '../measure/cpu.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { oncePer } from '../world/once.js';

const pollMs = 20;

const usedMemory = async ({ redisNodes }: BenchWorld): Promise<number> => {
  const infos = await Promise.all(redisNodes.map(({ redis }) => redis.info('memory')));
  return infos.reduce((sum, info) => sum + Number(/used_memory:(\d+)/.exec(info)?.[1]), 0);
};

/** Number of the searched index; undefined while there is none. */
const currentIndex = async ({ services, projectKey }: BenchWorld): Promise<number | undefined> =>
  (await (await services()).search.states.read(projectKey))?.current;

/** Number of the searched index; throws when there is none. */
export const indexNumber = async (world: BenchWorld): Promise<number> => {
  const number = await currentIndex(world);
  if (number === undefined) throw new Error('the project has no search index');
  return number;
};

export const dirtyMarkCount = async ({ services, projectKey }: BenchWorld): Promise<number> =>
  (await services()).search.states.markCount(projectKey);

/** Waits until the indexer has no work left; returns the time in milliseconds. */
export const waitForIndexer = async (world: BenchWorld): Promise<number> => {
  const beginMs = performance.now();
  while ((await dirtyMarkCount(world)) > 0) await setTimeout(pollMs);
  return performance.now() - beginMs;
};

type SearchStatus = 'Activated' | 'Deactivated';

const setStatus = async ({ server, projectKey, token }: BenchWorld, status: SearchStatus): Promise<void> => {
  const url = `${server.address}/${projectKey}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { version } = (await (await fetch(url, { headers })).json()) as { version: number };
  const body = JSON.stringify({ version, actions: [{ action: 'changeOrderSearchStatus', status }] });
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`search could not become ${status}: ${await answer.text()}`);
};

const perOrder = (micros: number | undefined, before: number | undefined, orders: number): string =>
  micros === undefined || before === undefined ? '-' : ((micros - before) / orders).toFixed(0);

const open = async (world: BenchWorld): Promise<string> => {
  const { server, redisNodes, services, projectKey } = world;
  const redisMicros = (): number => redisNodes.reduce((sum, { pid }) => sum + (cpuMicros(pid) ?? 0), 0);
  const bytes = await usedMemory(world);
  const [node, redis] = [cpuMicros(server.pid), redisMicros()];
  const beginMs = performance.now();
  await setStatus(world, 'Activated');
  while ((await currentIndex(world)) === undefined) await setTimeout(pollMs);
  await waitForIndexer(world);
  const seconds = (performance.now() - beginMs) / 1_000;
  const size = await (await services()).indexes.size(projectKey, 'order', await indexNumber(world));
  const { documents } = size;
  return [
    `indexed ${documents} orders in ${seconds.toFixed(1)} s, ${Math.round(documents / seconds)} per second`,
    `CPU per order: node ${perOrder(cpuMicros(server.pid), node, documents)} µs, Redis ${perOrder(redisMicros(), redis, documents)} µs`,
    `bytes per order: ${Math.round(size.bytes / documents)} by the index, ${Math.round(((await usedMemory(world)) - bytes) / documents)} more of used memory`,
  ].join('; ');
};

/** Activates the search of a project unless it is active; returns the figures of the build. */
export const activateSearch = oncePer(open);

/** Deactivates the search of a project, and waits until its index is dropped. */
export const deactivateSearch = async (world: BenchWorld): Promise<void> => {
  const { projectKey } = world;
  await setStatus(world, 'Deactivated');
  const { states } = (await world.services()).search;
  const hasIndexes = async (): Promise<boolean> =>
    (await states.read(projectKey)) !== undefined || states.hasObsoleteIndexes(projectKey);
  // The last step of dropping a large index holds Redis for longer than a command may take.
  while (await hasIndexes().catch(() => true)) await setTimeout(pollMs);
};
