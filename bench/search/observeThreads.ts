/** CPU time of the server's threads from /proc of Linux; empty on other systems. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { BenchWorld } from '../world/BenchWorld.js';
import { oncePer } from '../world/once.js';

/** CPU nanoseconds by thread id. */
type Times = ReadonlyMap<number, number>;

const timeOf = (pid: number, thread: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    // The thread ended meanwhile.
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
/** Threads have no names; the background thread is the one that works while its metrics are requested. */
const findBackgroundThread = oncePer(
  async ({ server: { pid }, metricsUrls: [metricsUrl] }: BenchWorld): Promise<number | undefined> => {
    const before = timesOf(pid);
    for (let count = 0; count < scrapes; count++) await (await fetch(metricsUrl)).text();
    return since(before, timesOf(pid)).find(([thread]) => thread !== pid)?.[0];
  },
);

/** A worker uses more than this share of the busiest worker's time; other threads compile and collect garbage. */
const workerShare = 0.3;

/** Starts to observe the threads; the returned function returns their shares of a core. */
export const observeThreads = async (world: BenchWorld): Promise<() => string> => {
  const { pid } = world.server;
  const backgroundThread = await findBackgroundThread(world);
  const before = timesOf(pid);
  const beginMs = performance.now();
  return () => {
    const elapsedNs = (performance.now() - beginMs) * 1e6;
    const percent = (times: readonly (readonly [number, number])[]): string =>
      `${((100 * times.reduce((sum, [, time]) => sum + time, 0)) / elapsedNs).toFixed(0)} %`;
    const all = since(before, timesOf(pid));
    const others = all.filter(([thread]) => thread !== pid && thread !== backgroundThread);
    const workers = others.filter(([, time]) => time > workerShare * (others[0]?.[1] ?? 0));
    const rest = others.filter(one => !workers.includes(one));
    return `of a core: main thread ${percent(all.filter(([thread]) => thread === pid))}, ${workers.length} workers ${percent(workers)}, background ${percent(all.filter(([thread]) => thread === backgroundThread))}, other threads ${percent(rest)}`;
  };
};
