/** Counts scripts that hold Redis for long, by its own log of slow commands. */
import type { RedisNode } from '../world/BenchWorld.js';
import type { Measurements } from './Measurements.js';

const slowMicros = 1_000;
const entriesMax = 10_000;
const scriptCommands = new Set(['eval', 'evalsha', 'eval_ro', 'evalsha_ro', 'fcall', 'fcall_ro']);

type Entry = readonly [id: number, at: number, micros: number, command: readonly string[]];

export const logSlowScripts = async (nodes: readonly RedisNode[]): Promise<void> => {
  for (const { redis } of nodes) {
    await redis.config('SET', 'slowlog-log-slower-than', String(slowMicros));
    await redis.config('SET', 'slowlog-max-len', String(entriesMax));
  }
};

/** Empties the log; the returned function counts what was logged since. */
export const countSlowScripts = async (
  nodes: readonly RedisNode[],
): Promise<() => Promise<NonNullable<Measurements['slowScripts']>>> => {
  for (const { redis } of nodes) await redis.slowlog('RESET');
  return async () => {
    const entries = await Promise.all(nodes.map(({ redis }) => redis.slowlog('GET', entriesMax) as Promise<Entry[]>));
    const scripts = entries.flat().filter(([, , , [command]]) => scriptCommands.has(command?.toLowerCase() ?? ''));
    return { count: scripts.length, longestMs: Math.max(0, ...scripts.map(([, , micros]) => micros)) / 1_000 };
  };
};
