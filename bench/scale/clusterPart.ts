import { startCluster } from '../../test/support/startCluster.js';
import { orderById } from '../cases/orderById.js';
import { orderUpdate } from '../cases/orderUpdate.js';
import { queryByCustomer } from '../cases/queries.js';
import { mainThreadMicros } from '../measure/cpu.js';
import { createEnvironment } from '../world/createEnvironment.js';
import { type BenchRedis, openNode, startBenchRedis } from '../world/startBenchRedis.js';
import { loadOver, measureLoads } from './measureLoads.js';
import { openProjects } from './openProjects.js';
import type { ScalePart } from './ScalePart.js';

/** The same at each point: commits of many projects share fewer lots than those of one. */
const projects = 60;

const startClusterRedis = async (masters: number): Promise<BenchRedis> => {
  const cluster = await startCluster({ masters, args: ['--auto-aof-rewrite-percentage', '0'] });
  const nodes = await Promise.all(cluster.nodes.map(({ port }) => openNode(`redis://127.0.0.1:${port}`)));
  return {
    url: cluster.url,
    nodes,
    stop: async () => {
      for (const { redis } of nodes) redis.disconnect();
      await cluster.stop();
    },
  };
};

/** The part of the busiest master: a third of the work where projects are spread evenly over three. */
const busiestShare = (before: readonly number[], after: readonly number[]): number => {
  const used = after.map((micros, at) => micros - (before[at] ?? 0));
  return Math.max(...used) / used.reduce((sum, micros) => sum + micros, 0);
};

export const clusterPart: ScalePart = {
  name: 'cluster',
  unit: 'masters',
  points: [1, 3],
  measure: async (count, options) => {
    // One master is a Redis without cluster mode, as most services have.
    const redis = count === 1 ? await startBenchRedis() : await startClusterRedis(count);
    const environment = await createEnvironment({ ...options, redis });
    const micros = (): number[] => redis.nodes.map(({ pid }) => mainThreadMicros(pid) ?? 0);
    try {
      const worlds = await openProjects(environment, projects, options.orders);
      const before = micros();
      const loads = [orderById, orderUpdate, queryByCustomer].map(one => loadOver(worlds, one));
      const found = await measureLoads(environment, loads, options);
      return { count, loads: found, values: { busiestMasterShare: busiestShare(before, micros()) } };
    } finally {
      await environment.close();
    }
  },
};
