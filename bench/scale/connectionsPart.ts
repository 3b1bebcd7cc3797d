import type { BenchCase } from '../cases/BenchCase.js';
import { orderById } from '../cases/orderById.js';
import { orderUpdate } from '../cases/orderUpdate.js';
import { residentMiB } from '../measure/cpu.js';
import { createEnvironment } from '../world/createEnvironment.js';
import { loadOver, measureLoads } from './measureLoads.js';
import { openProjects } from './openProjects.js';
import type { ScalePart } from './ScalePart.js';

/**
 * Rates that the server can serve: with thousands of connections that all wait for a response it refuses some requests
 * (QUEUE_WAIT_MS), and the figures would be those of refusals.
 */
const [readsPerSecond, updatesPerSecond] = [5_000, 1_000];

const atRate = (one: BenchCase, connections: number, perSecond: number): BenchCase => ({
  ...one,
  name: `${one.name}, ${perSecond.toLocaleString('en')} a second`,
  connections,
  perSecond,
});

export const connectionsPart: ScalePart = {
  name: 'connections',
  unit: 'connections',
  points: [64, 1_000, 10_000],
  measure: async (count, options) => {
    const environment = await createEnvironment(options);
    try {
      const worlds = await openProjects(environment, 1, options.orders);
      const loads = [atRate(orderById, count, readsPerSecond), atRate(orderUpdate, count, updatesPerSecond)];
      const found = await measureLoads(
        environment,
        loads.map(one => loadOver(worlds, one)),
        options,
      );
      return { count, loads: found, values: { serverResidentMiB: residentMiB(environment.server.pid) ?? 0 } };
    } finally {
      await environment.close();
    }
  },
};
