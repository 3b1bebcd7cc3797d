import { orderById } from '../cases/orderById.js';
import { orderUpdate } from '../cases/orderUpdate.js';
import { queryByCustomer } from '../cases/queries.js';
import { createEnvironment } from '../world/createEnvironment.js';
import { loadOver, measureLoads } from './measureLoads.js';
import { openProjects } from './openProjects.js';
import type { ScalePart } from './ScalePart.js';

export const processesPart: ScalePart = {
  name: 'processes',
  unit: 'server processes',
  points: [1, 2, 4],
  measure: async (count, options) => {
    const settings = { SERVER_PROCESSES: String(count) };
    const environment = await createEnvironment({ ...options, settings });
    try {
      const worlds = await openProjects(environment, 1, options.orders);
      const loads = [orderById, orderUpdate, queryByCustomer].map(one => loadOver(worlds, one));
      return { count, loads: await measureLoads(environment, loads, options), values: {} };
    } finally {
      await environment.close();
    }
  },
};
