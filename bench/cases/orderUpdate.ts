import type { Order } from '../../src/resources/order/index.js';
import type { LoadRequest } from '../load/plan.js';
import type { World } from '../world.js';
import type { Case } from './case.js';

const setEmail = { action: 'setCustomerEmail', email: 'customer-@unique@.example.com' };

/** One update of each order, at the version it has now; `@unique@` stands for a text that no other request has. */
export const updatesOf = async (
  { projectKey, services }: World,
  ids: readonly string[],
  actions: readonly object[],
): Promise<LoadRequest[]> => {
  const bodies = await services.store.bodies(projectKey, 'order', ids);
  const list = JSON.stringify(actions);
  return bodies.map(body => {
    const { id, version } = JSON.parse(body!.toString()) as Order;
    return {
      method: 'POST',
      path: `/${projectKey}/orders/${id}`,
      version,
      body: `{"version":@version@,"actions":${list}}`,
    };
  });
};

const update =
  (actions: readonly object[]): Case['requests'] =>
  world =>
    updatesOf(
      world,
      world.orders.map(({ id }) => id),
      actions,
    );

export const orderUpdate: Case = {
  name: 'order update',
  about: 'one action at the right version, distinct orders; order, index and message in one commit',
  reference: 'bareWrite',
  shareMin: 0.75,
  requests: update([setEmail]),
};

const address = { country: 'DE', city: 'City @unique@', streetName: 'Street' };

export const fiveActions: Case = {
  name: 'order update, five actions',
  about: 'email, both addresses, a number and a parcel-less delivery; five messages in the commit',
  reference: 'bareWrite',
  requests: update([
    setEmail,
    { action: 'setShippingAddress', address },
    { action: 'setBillingAddress', address },
    { action: 'setPurchaseOrderNumber', purchaseOrderNumber: '@unique@' },
    { action: 'addDelivery', items: [] },
  ]),
};

export const addDelivery: Case = {
  name: 'order update, a delivery',
  about: 'addDelivery with an address and a parcel; the orders grow by one a round',
  reference: 'bareWrite',
  requests: update([
    {
      action: 'addDelivery',
      address: { country: 'DE', city: 'Kiel' },
      parcels: [{ trackingData: { trackingId: '@unique@', carrier: 'DHL' } }],
    },
  ]),
};
