/** CPU time of the server by its threads, from Linux' /proc; on other systems there is none to tell. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { World } from '../world.js';

/** Nanoseconds by thread. */
type Times = ReadonlyMap<number, number>;

const timeOf = (pid: number, thread: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    // It ended in the meantime.
    return 0;
  }
};

const timesOf = (pid: number): Times =>
  new Map(
    existsSync(`/proc/${pid}/task`)
      ? readdirSync(`/proc/${pid}/task`)
          .map(Number)
          .map(thread => [thread, timeOf(pid, thread)])
      : [],
  );

const since = (before: Times, after: Times): [thread: number, nanoseconds: number][] =>
  [...after]
    .map(([thread, time]): [number, number] => [thread, time - (before.get(thread) ?? 0)])
    .sort(([, one], [, other]) => other - one);

const scrapes = 100;
let known: number | undefined;

/** Threads have no names: that of the background is the one that works when its metrics are asked for. */
const backgroundOf = async ({ server: { pid }, metricsUrl }: World): Promise<number | undefined> => {
  const before = timesOf(pid);
  for (let count = 0; count < scrapes; count++) await (await fetch(metricsUrl)).text();
  return since(before, timesOf(pid)).find(([thread]) => thread !== pid)?.[0];
};

/** A worker is busy for more than this share of what the busiest is; other threads compile and collect garbage. */
const workerShare = 0.3;

/** Begins; what it returns tells of the time since, in shares of a core. */
export const watchThreads = async (world: World): Promise<() => string> => {
  const { pid } = world.server;
  known ??= await backgroundOf(world);
  const before = timesOf(pid);
  const beginMs = performance.now();
  return () => {
    const elapsedNs = (performance.now() - beginMs) * 1e6;
    const percent = (times: readonly (readonly [number, number])[]): string =>
      `${((100 * times.reduce((sum, [, time]) => sum + time, 0)) / elapsedNs).toFixed(0)} %`;
    const all = since(before, timesOf(pid));
    const others = all.filter(([thread]) => thread !== pid && thread !== known);
    const workers = others.filter(([, time]) => time > workerShare * (others[0]?.[1] ?? 0));
    const rest = others.filter(one => !workers.includes(one));
    return `of a core: front ${percent(all.filter(([thread]) => thread === pid))}, ${workers.length} workers ${percent(workers)}, background ${percent(all.filter(([thread]) => thread === known))}, other threads ${percent(rest)}`;
  };
};
