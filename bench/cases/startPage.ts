/** The requests of the console's start page. */
import { dayMs } from '../../src/base/durations.js';
import { ordersQuery } from '../world/prepare.js';
import type { BenchCase } from './BenchCase.js';

const days = 30;
const lists = [
  ['orders', 'hasOpenReturn = true'],
  ['payments', 'hasFailedTransaction = true'],
  ['inventory', 'isLowOnStock = true'],
] as const;

export const startPage: BenchCase = {
  name: 'start page',
  description: 'the figures of 30 days, and the first of late orders, returns, failed payments and low stocks, in turn',
  chain: true,
  connections: 1,
  p50MsMax: 1_000,
  requests: async ({ projectKey }) => {
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    const starts = Array.from({ length: days }, (_, at) => new Date(today - (days - 1 - at) * dayMs).toISOString());
    const page = { sort: 'createdAt desc', limit: '5' };
    const late = `awaitsShipment = true and createdAt < "${new Date(today + dayMs).toISOString()}"`;
    const paths = [
      `order-figures?starts=${starts.join(',')}`,
      ordersQuery({ ...page, where: late }),
      ...lists.map(([path, where]) => `${path}?${new URLSearchParams({ ...page, where }).toString()}`),
    ];
    return paths.map(path => ({ method: 'GET', path: `/${projectKey}/${path}` }));
  },
};
