import { required } from '../../src/errors/required.js';
import type { LoadRequest } from '../load/plan.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { readVersions } from '../world/readOrders.js';
import type { BenchCase } from './BenchCase.js';
import { ownOrders } from './caseData.js';

const setEmail = { action: 'setCustomerEmail', email: 'customer-@unique@.example.com' };

/** One update per order at its current version; `@unique@` is replaced by a unique text. */
export const updatesOf = async (
  { server, projectKey, token }: BenchWorld,
  ids: readonly string[],
  actions: readonly object[],
): Promise<LoadRequest[]> => {
  const versions = await readVersions({ address: server.address, projectKey, token }, ids);
  const list = JSON.stringify(actions);
  return ids.map(id => ({
    method: 'POST',
    path: `/${projectKey}/orders/${id}`,
    version: required(versions.get(id), 'the version of an order'),
    body: `{"version":@version@,"actions":${list}}`,
  }));
};

const update =
  (actions: readonly object[]): BenchCase['requests'] =>
  world =>
    updatesOf(
      world,
      world.orders.map(({ id }) => id),
      actions,
    );

export const orderUpdate: BenchCase = {
  name: 'order update',
  description: 'one action at the current version on distinct orders; order, index and message in one commit',
  data: ownOrders,
  reference: 'bareWrite',
  shareMin: 0.55,
  nodeMicrosMax: 150,
  p99TimesMax: 4,
  requests: update([setEmail]),
};

/** What a commit costs without the two commands that move an entry from one index to another. */
export const updateWithoutIndex: BenchCase = {
  name: 'order update, no index',
  description: 'one action on a member without an index; order and message in one commit',
  data: ownOrders,
  reference: 'bareWrite',
  requests: update([{ action: 'setPurchaseOrderNumber', purchaseOrderNumber: '@unique@' }]),
};

const address = { country: 'DE', city: 'City @unique@', streetName: 'Street' };

export const fiveActions: BenchCase = {
  name: 'order update, five actions',
  description: 'email, both addresses, order number and a delivery without parcels; five messages in the commit',
  data: ownOrders,
  reference: 'bareWrite',
  requests: update([
    setEmail,
    { action: 'setShippingAddress', address },
    { action: 'setBillingAddress', address },
    { action: 'setPurchaseOrderNumber', purchaseOrderNumber: '@unique@' },
    { action: 'addDelivery', items: [] },
  ]),
};

export const addDelivery: BenchCase = {
  name: 'order update, one delivery',
  description: 'addDelivery with an address and a parcel; the orders grow by one delivery per round',
  data: ownOrders,
  reference: 'bareWrite',
  requests: update([
    {
      action: 'addDelivery',
      address: { country: 'DE', city: 'Kiel' },
      parcels: [{ trackingData: { trackingId: '@unique@', carrier: 'DHL' } }],
    },
  ]),
};
