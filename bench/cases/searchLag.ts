import { countOutdatedDocuments, observeLag } from '../search/observeLag.js';
import { activateSearch } from '../search/activateSearch.js';
import { observeThreads } from '../search/observeThreads.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { oncePer } from '../world/once.js';
import { readOrders } from '../world/readOrders.js';
import type { BenchCase } from './BenchCase.js';
import { ownOrders } from './caseData.js';
import { orderUpdate, updatesOf } from './orderUpdate.js';

const { requests } = orderUpdate;

/** Two cases to compare: the same load without and with order search. */
export const updateUnsearched: BenchCase = {
  name: 'search: order update without search',
  description: 'one action on distinct orders, order search is not active',
  data: ownOrders,
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
  data: ownOrders,
  reference: 'bareWrite',
  requests,
  setup: activateSearch,
  observe: observeLag,
};

const updatesPerSecond = 2_000;
const ordersMax = 25_000;

const allIds = oncePer(async ({ server: { address }, projectKey, token }: BenchWorld): Promise<string[]> => {
  const ids: string[] = [];
  for await (const page of readOrders({ address, projectKey, token }, ordersMax)) ids.push(...page.map(({ id }) => id));
  return ids;
});

export const searchLag: BenchCase = {
  name: 'search: lag',
  description: `${updatesPerSecond} updates per second of ${ordersMax} orders, 25 s; lag p99 at most 1 s`,
  data: { orders: ordersMax },
  seconds: 25,
  perSecond: updatesPerSecond,
  setup: activateSearch,
  requests: async world =>
    updatesOf(world, await allIds(world), [{ action: 'setCustomerEmail', email: 'customer-@unique@.example.com' }]),
  observe: async world => {
    const tell = await observeLag(world);
    return async () => `${await tell()}; ${await countOutdatedDocuments(world)} orders are not indexed as they are`;
  },
};
