import type { BenchCase } from './BenchCase.js';

const path = (projectKey: string, query: Record<string, string>): string =>
  `/${projectKey}/orders?${new URLSearchParams(query).toString()}`;

/** Few concurrent requests, as a back office sends them, to measure the time of one query. */
const connections = 4;
const p50MsMax = 5;

export const queryByOrderNumber: BenchCase = {
  name: 'query by orderNumber',
  description: 'where on a unique field, with total; 4 connections',
  connections,
  p50MsMax,
  requests: async ({ orders, projectKey }) =>
    orders.map(({ orderNumber }) => ({
      method: 'GET',
      path: path(projectKey, { where: `orderNumber="${orderNumber}"` }),
    })),
};

export const queryByCustomer: BenchCase = {
  name: 'query by customerId',
  description: 'where on an indexed field, sort createdAt desc, with total; 4 connections',
  connections,
  p50MsMax,
  requests: async ({ orders, projectKey }) =>
    orders.map(({ customerId }) => ({
      method: 'GET',
      path: path(projectKey, { where: `customerId="${customerId}"`, sort: 'createdAt desc' }),
    })),
};

export const queryByOrderState: BenchCase = {
  name: 'query by orderState',
  description: 'a page of 20 with its total where thousands match, sort createdAt desc; 4 connections',
  connections,
  p50MsMax,
  requests: async ({ projectKey }) =>
    ['Open', 'Confirmed', 'Complete', 'Cancelled'].map(state => ({
      method: 'GET',
      path: path(projectKey, { where: `orderState="${state}"`, sort: 'createdAt desc' }),
    })),
};

/** One page of an iteration by id, the first or the last. */
const iteration = (name: string, startAt: (total: number) => number): BenchCase => ({
  name,
  connections,
  p50MsMax,
  description: 'sort=id asc with id > …, a page of 20 without total; 4 connections',
  requests: async ({ projectKey, services: { store } }) => {
    const { to } = await store.rankRange(projectKey, 'order', { by: 'id' }, { from: '-', to: '+' });
    const from = startAt(to);
    const [after] = await store.idsInRange(projectKey, 'order', { by: 'id' }, { from, to: from + 1 });
    return [
      { method: 'GET', path: path(projectKey, { where: `id > "${after}"`, sort: 'id asc', withTotal: 'false' }) },
    ];
  },
});

export const firstPage = iteration('iterate, first page', () => 0);
export const lastPage = iteration('iterate, last page', total => Math.max(0, total - 21));

/** A predicate without index: each request reads every order in one worker. */
export const scan: BenchCase = {
  name: 'query without an index',
  description: 'where lineItems(variant(sku="…")) that no order has; one connection',
  connections: 1,
  requests: async ({ projectKey }) => [
    { method: 'GET', path: path(projectKey, { where: 'lineItems(variant(sku="no-such-sku"))', withTotal: 'false' }) },
  ],
  remark: ({ perSecond }, { orderCount }) => `${Math.round(perSecond * orderCount)} orders scanned a second and worker`,
};
