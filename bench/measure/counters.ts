/** Reads counters of the kernel, Redis and the server: processor time, memory, commands, slow scripts, and metrics. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { BenchEnvironment, RedisNode } from '../world/BenchWorld.js';
import type { Figures } from './figures.js';

/** Processor time and memory are undefined on systems other than Linux. */
const isLinux = existsSync('/proc/self/stat');
const ticksPerSecond = isLinux ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 0;

const microsOf = (...ticks: readonly (string | undefined)[]): number =>
  (ticks.reduce((sum, each) => sum + Number(each), 0) / ticksPerSecond) * 1e6;

/** Returns the fields of /proc/<pid>/stat after the name of the command, which may contain any character. */
const statOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Returns user and system time of a process and its children with all threads, in microseconds. */
export const cpuMicros = (pid: number): number | undefined => {
  if (!isLinux) return undefined;
  const [userTicks, systemTicks] = statOf(pid).slice(11);
  return childrenOf(pid).reduce((sum, child) => sum + (cpuMicros(child) ?? 0), microsOf(userTicks, systemTicks));
};

/** Returns the time of the main thread alone, in microseconds: the thread of Redis that runs commands. */
export const mainThreadMicros = (pid: number): number | undefined =>
  isLinux ? Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e3 : undefined;

/** Returns the time of this process and of its ended children, such as load generators, in microseconds. */
export const ownMicros = (): number | undefined =>
  isLinux ? microsOf(...statOf(process.pid).slice(11, 15)) : undefined;

/** Returns the time that all processes of the machine have used, in microseconds. */
export const machineMicros = (): number | undefined => {
  if (!isLinux) return undefined;
  const [, user, nice, system, , , irq, softIrq] = readFileSync('/proc/stat', 'utf8').split(/\s+/);
  return microsOf(user, nice, system, irq, softIrq);
};

export const residentMiB = (pid: number): number | undefined => {
  if (!isLinux) return undefined;
  const [, kiB] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kiB) / 1_024);
};

const slowMicros = 1_000;
const entriesMax = 10_000;
const scriptCommands = new Set(['eval', 'evalsha', 'eval_ro', 'evalsha_ro', 'fcall', 'fcall_ro']);

type Entry = readonly [id: number, at: number, micros: number, command: readonly string[]];

/** Counts the commands that the masters have run, including those that scripts call. */
export const commandCount = async (masters: readonly RedisNode[]): Promise<number> => {
  const infos = await Promise.all(masters.map(({ redis }) => redis.info('stats')));
  return infos.reduce((sum, info) => sum + Number(/total_commands_processed:(\d+)/.exec(info)?.[1]), 0);
};

/** Lets Redis log the commands that hold it for longer than a millisecond. */
export const logSlowScripts = async ({ redis }: RedisNode): Promise<void> => {
  await redis.config('SET', 'slowlog-log-slower-than', String(slowMicros));
  await redis.config('SET', 'slowlog-max-len', String(entriesMax));
};

/** Empties the log; the returned function counts what was logged since. */
export const countSlowScripts = async ({
  redis,
}: RedisNode): Promise<() => Promise<NonNullable<Figures['slowScripts']>>> => {
  await redis.slowlog('RESET');
  return async () => {
    const entries = (await redis.slowlog('GET', entriesMax)) as Entry[];
    const scripts = entries.filter(([, , , [command]]) => scriptCommands.has(command?.toLowerCase() ?? ''));
    return { count: scripts.length, longestMs: Math.max(0, ...scripts.map(([, , micros]) => micros)) / 1_000 };
  };
};

/** Returns the samples of a metric over all processes of the server, by the text of their labels. */
const readMetric = async (
  { metricsUrls }: Pick<BenchEnvironment, 'metricsUrls'>,
  name: string,
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  for (const url of metricsUrls) {
    const text = await (await fetch(url)).text();
    for (const [, labels = '', count] of text.matchAll(new RegExp(`^${name}\\{([^}]*)\\} (\\S+)$`, 'gm')))
      counts.set(labels, (counts.get(labels) ?? 0) + Number(count));
  }
  return counts;
};

/** Reads a metric; the returned function returns by how much its samples have grown since. */
export const observeMetric = async (
  environment: Pick<BenchEnvironment, 'metricsUrls'>,
  name: string,
): Promise<() => Promise<(readonly [labels: string, growth: number])[]>> => {
  const before = await readMetric(environment, name);
  return async () =>
    [...(await readMetric(environment, name))].map(([labels, count]) => [labels, count - (before.get(labels) ?? 0)]);
};

/** Starts to count the requests that the server refuses because of overload; the returned function reports them. */
export const observeShedRequests = async (
  environment: BenchEnvironment,
): Promise<() => Promise<string | undefined>> => {
  const read = await observeMetric(environment, 'quayside_shed_requests_total');
  return async () => {
    const shed = (await read()).filter(([, count]) => count > 0);
    return shed.length === 0 ? undefined : `refused: ${shed.map(([labels, count]) => `${labels} ${count}`).join(', ')}`;
  };
};
