import { residentMiB } from '../measure/cpu.js';
import type { RedisNode } from '../world/BenchWorld.js';

const bytesPerMiB = 1_048_576;

export interface Memory {
  /** What Redis itself counts. */
  readonly usedBytes: number;
  /** What the kernel counts. */
  readonly residentBytes: number;
}

/** The memory of all nodes together. */
export const redisMemory = async (nodes: readonly RedisNode[]): Promise<Memory> => {
  const infos = await Promise.all(nodes.map(({ redis }) => redis.info('memory')));
  return {
    usedBytes: infos.reduce((sum, info) => sum + Number(/^used_memory:(\d+)/m.exec(info)?.[1]), 0),
    residentBytes: nodes.reduce((sum, { pid }) => sum + (residentMiB(pid) ?? 0) * bytesPerMiB, 0),
  };
};

export const bytesPerOrder = (before: Memory, after: Memory, orders: number): Memory => ({
  usedBytes: (after.usedBytes - before.usedBytes) / orders,
  residentBytes: (after.residentBytes - before.residentBytes) / orders,
});
