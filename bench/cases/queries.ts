import { rangeOf } from '../measure/Range.js';
import type { Order } from '../world/BenchWorld.js';
import { getJson } from '../world/readOrders.js';
import type { BenchCase } from './BenchCase.js';
import { ordersPath } from './ordersPath.js';

/** Few concurrent requests, as a back office sends them, to measure the time of one query. */
const connections = 4;
const p50MsMax = 5;

/** The time of one query, as a case of its own beside the cost of many. */
const timeOf = (one: BenchCase): BenchCase => ({
  ...one,
  name: `${one.name}, 4 connections`,
  connections,
  timesOfReadMax: undefined,
  p50MsMax,
});

export const queryByOrderNumber: BenchCase = {
  name: 'query by orderNumber',
  description: 'where on a unique field, with total',
  timesOfReadMax: 2.5,
  requests: async ({ orders, projectKey }) =>
    orders.map(({ orderNumber }) => ({
      method: 'GET',
      path: ordersPath(projectKey, { where: `orderNumber="${orderNumber}"` }),
    })),
};

export const queryByCustomer: BenchCase = {
  name: 'query by customerId',
  description: 'a page of 20 where on an indexed field, sort createdAt desc, with total',
  timesOfReadMax: 5,
  requests: async ({ orders, projectKey }) =>
    orders.map(({ customerId }) => ({
      method: 'GET',
      path: ordersPath(projectKey, { where: `customerId="${customerId}"`, sort: 'createdAt desc' }),
    })),
};

export const queryTimes: readonly BenchCase[] = [timeOf(queryByOrderNumber), timeOf(queryByCustomer)];

export const queryByOrderState: BenchCase = {
  name: 'query by orderState',
  description: 'a page of 20 with its total where thousands match, sort createdAt desc; 4 connections',
  connections,
  p50MsMax,
  requests: async ({ projectKey }) =>
    ['Open', 'Confirmed', 'Complete', 'Cancelled'].map(state => ({
      method: 'GET',
      path: ordersPath(projectKey, { where: `orderState="${state}"`, sort: 'createdAt desc' }),
    })),
};

/** One page of an iteration by id, the first or the last; `sort` leads to an id at its start. */
const iteration = (name: string, sort: 'id asc' | 'id desc'): BenchCase => ({
  name,
  connections,
  p50MsMax,
  description: 'sort=id asc with id > …, a page of 20 without total; 4 connections',
  requests: async ({ server: { address }, projectKey, token }) => {
    const { results } = await getJson<{ results: Order[] }>(
      { address, projectKey, token },
      `orders?${new URLSearchParams({ sort, limit: '21', withTotal: 'false' }).toString()}`,
    );
    const after = results.at(sort === 'id asc' ? 0 : -1)?.id;
    return [
      { method: 'GET', path: ordersPath(projectKey, { where: `id > "${after}"`, sort: 'id asc', withTotal: 'false' }) },
    ];
  },
});

export const firstPage = iteration('iterate, first page', 'id asc');
export const lastPage = iteration('iterate, last page', 'id desc');

/** A predicate without index: each request reads every order in one worker. */
export const scan: BenchCase = {
  name: 'query without an index',
  description: 'where on a street number that no order has; one connection',
  connections: 1,
  requests: async ({ projectKey }) => [
    {
      method: 'GET',
      path: ordersPath(projectKey, { where: 'shippingAddress(streetNumber="none")', withTotal: 'false' }),
    },
  ],
  remark: (rounds, { orderCount }) =>
    `${Math.round((rangeOf(rounds.map(({ perSecond }) => perSecond))?.median ?? 0) * orderCount)} orders scanned a second and worker`,
};
