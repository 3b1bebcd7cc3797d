import { behind, watchLag } from '../search/lag.js';
import { openSearch } from '../search/open.js';
import { watchThreads } from '../search/threads.js';
import type { World } from '../world.js';
import type { Case } from './case.js';
import { orderUpdate, updatesOf } from './orderUpdate.js';

const { requests } = orderUpdate;

/** To be read side by side: the same load before search is activated, and after. */
export const updateUnsearched: Case = {
  name: 'search: order update without',
  about: 'one action on distinct orders, search not activated',
  reference: 'bareWrite',
  requests,
  watch: async world => {
    const tell = await watchThreads(world);
    return async () => tell();
  },
};

export const updateSearched: Case = {
  name: 'search: order update with',
  about: 'the same, while the indexer follows',
  reference: 'bareWrite',
  requests,
  prepare: openSearch,
  watch: watchLag,
};

const updatesPerSecond = 2_000;
const ordersMax = 25_000;

const some = async ({ services: { store }, projectKey, orderCount }: World): Promise<string[]> =>
  store.idsInRange(projectKey, 'order', { by: 'id' }, { from: 0, to: Math.min(orderCount, ordersMax) });

export const searchLag: Case = {
  name: 'search: lag',
  about: `${updatesPerSecond} updates a second of ${ordersMax} orders, 25 s; lag p99 at most 1 s`,
  seconds: 25,
  perSecond: updatesPerSecond,
  prepare: openSearch,
  requests: async world =>
    updatesOf(world, await some(world), [{ action: 'setCustomerEmail', email: 'customer-@unique@.example.com' }]),
  watch: async world => {
    const tell = await watchLag(world);
    return async () => `${await tell()}; ${await behind(world)} orders are not indexed as they are`;
  },
};
