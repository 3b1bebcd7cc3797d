/** Order search of the project: activated once, through the server, and what building the index took. */
import { setTimeout } from 'node:timers/promises';
import { cpuMicros } from '../cpu.js';
import type { World } from '../world.js';

const pollMs = 20;

const usedMemory = async ({ services }: World): Promise<number> => {
  const info = await (services.redis as unknown as { info(section: string): Promise<string> }).info('memory');
  return Number(/used_memory:(\d+)/.exec(info)![1]);
};

/** The number of the index that is searched; undefined while there is none. */
const current = async ({ services, projectKey }: World): Promise<number | undefined> =>
  (await services.search.states.read(projectKey))?.current;

/** The same, where there is one. */
export const indexNumber = async (world: World): Promise<number> => {
  const number = await current(world);
  if (number === undefined) throw new Error('the project has no search index');
  return number;
};

export const waitingMarks = ({ services, projectKey }: World): Promise<number> =>
  services.search.states.markCount(projectKey);

/** Resolves when the indexer has nothing left to do; to the milliseconds that it took. */
export const drained = async (world: World): Promise<number> => {
  const beginMs = performance.now();
  while ((await waitingMarks(world)) > 0) await setTimeout(pollMs);
  return performance.now() - beginMs;
};

const activate = async ({ server, projectKey, token }: World): Promise<void> => {
  const url = `${server.address}/${projectKey}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { version } = (await (await fetch(url, { headers })).json()) as { version: number };
  const body = JSON.stringify({ version, actions: [{ action: 'changeOrderSearchStatus', status: 'Activated' }] });
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`search was not activated: ${await answer.text()}`);
};

const perOrder = (micros: number | undefined, before: number | undefined, orders: number): string =>
  micros === undefined || before === undefined ? '-' : ((micros - before) / orders).toFixed(0);

const open = async (world: World): Promise<string> => {
  const { server, redisPid, services, projectKey } = world;
  const bytes = await usedMemory(world);
  const [node, redis] = [cpuMicros(server.pid), cpuMicros(redisPid)];
  const beginMs = performance.now();
  await activate(world);
  while ((await current(world)) === undefined) await setTimeout(pollMs);
  await drained(world);
  const seconds = (performance.now() - beginMs) / 1_000;
  const size = await services.indexes.size(projectKey, 'order', await indexNumber(world));
  const { documents } = size;
  return [
    `indexed ${documents} orders in ${seconds.toFixed(1)} s, ${Math.round(documents / seconds)} a second`,
    `CPU an order: node ${perOrder(cpuMicros(server.pid), node, documents)} µs, Redis ${perOrder(cpuMicros(redisPid), redis, documents)} µs`,
    `bytes an order: ${Math.round(size.bytes / documents)} as the index tells, ${Math.round(((await usedMemory(world)) - bytes) / documents)} more of used memory`,
  ].join('; ');
};

let opening: Promise<string> | undefined;

/** Activates search, unless it is; who does so is told what indexing took. */
export const openSearch = async (world: World): Promise<string | undefined> => {
  if (opening !== undefined) return void (await opening);
  return (opening = open(world));
};
