import type { BenchCase } from './BenchCase.js';

export const orderById: BenchCase = {
  name: 'order by id',
  description: 'token check, route and correlation id; sends the stored bytes',
  reference: 'bareRead',
  shareMin: 0.8,
  requests: async ({ orders, projectKey }) =>
    orders.map(({ id }) => ({ method: 'GET', path: `/${projectKey}/orders/${id}` })),
};
