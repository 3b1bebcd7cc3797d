import { setTimeout } from 'node:timers/promises';
import { orderById } from '../cases/orderById.js';
import { orderUpdate } from '../cases/orderUpdate.js';
import { queryByCustomer } from '../cases/queries.js';
import { cpuMicros, residentMiB } from '../measure/cpu.js';
import type { BenchEnvironment } from '../world/BenchWorld.js';
import { createEnvironment } from '../world/createEnvironment.js';
import { loadOver, measureLoads } from './measureLoads.js';
import { openProjects } from './openProjects.js';
import type { ScalePart } from './ScalePart.js';

const idleSeconds = 5;

/** Shares of a core that server and Redis use without requests. */
const idleCores = async ({ server, redisNodes }: BenchEnvironment): Promise<{ node: number; redis: number }> => {
  const node = (): number => cpuMicros(server.pid) ?? 0;
  const redis = (): number => redisNodes.reduce((sum, { pid }) => sum + (cpuMicros(pid) ?? 0), 0);
  const before = { node: node(), redis: redis() };
  await setTimeout(idleSeconds * 1_000);
  const share = (micros: number): number => micros / 1e6 / idleSeconds;
  return { node: share(node() - before.node), redis: share(redis() - before.redis) };
};

export const projectsPart: ScalePart = {
  name: 'projects',
  unit: 'projects',
  points: [1, 100, 1_000],
  measure: async (count, options) => {
    const environment = await createEnvironment(options);
    try {
      const worlds = await openProjects(environment, count, options.orders);
      const loads = [orderById, orderUpdate, queryByCustomer].map(one => loadOver(worlds, one));
      const found = await measureLoads(environment, loads, options);
      const idle = await idleCores(environment);
      return {
        count,
        loads: found,
        values: {
          idleNodeCores: idle.node,
          idleRedisCores: idle.redis,
          serverResidentMiB: residentMiB(environment.server.pid) ?? 0,
        },
      };
    } finally {
      await environment.close();
    }
  },
};
