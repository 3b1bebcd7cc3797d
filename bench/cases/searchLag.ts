import { countOutdatedDocuments, observeLag } from '../search/observeLag.js';
import { activateSearch } from '../search/activateSearch.js';
import { observeThreads } from '../search/observeThreads.js';
import type { BenchWorld } from '../BenchWorld.js';
import type { BenchCase } from './BenchCase.js';
import { orderUpdate, updatesOf } from './orderUpdate.js';

const { requests } = orderUpdate;

/** Two cases to compare: the same load without and with order search. */
export const updateUnsearched: BenchCase = {
  name: 'search: order update without search',
  description: 'one action on distinct orders, order search is not active',
  reference: 'bareWrite',
  requests,
  observe: async world => {
    const tell = await observeThreads(world);
    return async () => tell();
  },
};

export const updateSearched: BenchCase = {
  name: 'search: order update with search',
  description: 'the same, while the indexer updates the index',
  reference: 'bareWrite',
  requests,
  setup: activateSearch,
  observe: observeLag,
};

const updatesPerSecond = 2_000;
const ordersMax = 25_000;

const some = async ({ services: { store }, projectKey, orderCount }: BenchWorld): Promise<string[]> =>
  store.idsInRange(projectKey, 'order', { by: 'id' }, { from: 0, to: Math.min(orderCount, ordersMax) });

export const searchLag: BenchCase = {
  name: 'search: lag',
  description: `${updatesPerSecond} updates per second of ${ordersMax} orders, 25 s; lag p99 at most 1 s`,
  seconds: 25,
  perSecond: updatesPerSecond,
  setup: activateSearch,
  requests: async world =>
    updatesOf(world, await some(world), [{ action: 'setCustomerEmail', email: 'customer-@unique@.example.com' }]),
  observe: async world => {
    const tell = await observeLag(world);
    return async () => `${await tell()}; ${await countOutdatedDocuments(world)} orders are not indexed as they are`;
  },
};
