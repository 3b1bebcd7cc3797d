import type { Case } from './case.js';

export const orderById: Case = {
  name: 'order by id',
  about: 'token check, route, correlation id; the bytes of the store',
  reference: 'bareRead',
  shareMin: 0.8,
  requests: async ({ orders, projectKey }) =>
    orders.map(({ id }) => ({ method: 'GET', path: `/${projectKey}/orders/${id}` })),
};
