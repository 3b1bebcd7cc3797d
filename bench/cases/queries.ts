import type { Case } from './case.js';

const path = (projectKey: string, query: Record<string, string>): string =>
  `/${projectKey}/orders?${new URLSearchParams(query).toString()}`;

/** A few at once, as a shop's office asks: what one query takes, not how many fit. */
const connections = 4;
const p50MsMax = 5;

export const queryByOrderNumber: Case = {
  name: 'query by orderNumber',
  about: 'where on a unique field, with total; 4 connections',
  connections,
  p50MsMax,
  requests: async ({ orders, projectKey }) =>
    orders.map(({ orderNumber }) => ({
      method: 'GET',
      path: path(projectKey, { where: `orderNumber="${orderNumber}"` }),
    })),
};

export const queryByCustomer: Case = {
  name: 'query by customerId',
  about: 'where on an indexed field, sort createdAt desc, with total; 4 connections',
  connections,
  p50MsMax,
  requests: async ({ orders, projectKey }) =>
    orders.map(({ customerId }) => ({
      method: 'GET',
      path: path(projectKey, { where: `customerId="${customerId}"`, sort: 'createdAt desc' }),
    })),
};

export const queryByOrderState: Case = {
  name: 'query by orderState',
  about: 'a page of 20 with its total where thousands match, sort createdAt desc; 4 connections',
  connections,
  p50MsMax,
  requests: async ({ projectKey }) =>
    ['Open', 'Confirmed', 'Complete', 'Cancelled'].map(state => ({
      method: 'GET',
      path: path(projectKey, { where: `orderState="${state}"`, sort: 'createdAt desc' }),
    })),
};

/** Iteration by id from one of two places: its first page, and its last. */
const iteration = (name: string, startAt: (total: number) => number): Case => ({
  name,
  connections,
  p50MsMax,
  about: 'sort=id asc with id > …, 20 of them, without total; 4 connections',
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

/** A predicate that no index answers: every order is looked into, in one worker, for each of the requests. */
export const scan: Case = {
  name: 'query without an index',
  about: 'where lineItems(variant(sku="…")) that no order has; one connection',
  connections: 1,
  requests: async ({ projectKey }) => [
    { method: 'GET', path: path(projectKey, { where: 'lineItems(variant(sku="no-such-sku"))', withTotal: 'false' }) },
  ],
  tell: ({ perSecond }, { orderCount }) => `${Math.round(perSecond * orderCount)} orders scanned a second and worker`,
};
