import type { Order } from '../../src/resources/order/index.js';
import type { Case } from './case.js';

export const orderUpdate: Case = {
  name: 'order update',
  about: 'one action at the right version, distinct orders; order, index and message in one commit',
  reference: 'bareWrite',
  shareMin: 0.6,
  requests: async ({ orders, projectKey, services }) => {
    const bodies = await services.store.bodies(projectKey, 'order', orders.map(({ id }) => id));
    return bodies.map(body => {
      const { id, version } = JSON.parse(body!.toString()) as Order;
      return {
        method: 'POST', path: `/${projectKey}/orders/${id}`, version,
        body: '{"version":@version@,"actions":[{"action":"setCustomerEmail","email":"customer-@unique@@example.com"}]}',
      };
    });
  },
};
