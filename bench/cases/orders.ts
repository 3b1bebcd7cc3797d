/** Reads, updates and imports of orders; large orders; more load than the server can serve. */
import { required } from '../../src/base/errors/ApiError.js';
import { Random } from '../../examples/sample-shop/choices.js';
import { readContent } from '../../examples/sample-shop/content.js';
import { orderDraft } from '../../examples/sample-shop/orderDraft.js';
import { packageFile } from '../../src/base/config/packageFile.js';
import type { LoadRequest } from '../load/runLoad.js';
import { rangeOf } from '../measure/figures.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { createMany, oncePer, post, readVersions } from '../world/prepare.js';
import { type BenchCase, emptyData, ownOrders } from './BenchCase.js';

export const readsOf = ({ projectKey }: BenchWorld, ids: readonly string[], parameters = ''): LoadRequest[] =>
  ids.map(id => ({ method: 'GET', path: `/${projectKey}/orders/${id}${parameters}` }));

/** One update per order at its current version; `@unique@` is replaced by a unique text. */
export const updatesOf = async (
  world: BenchWorld,
  ids: readonly string[],
  actions: readonly object[],
): Promise<LoadRequest[]> => {
  const versions = await readVersions(world, ids);
  const list = JSON.stringify(actions);
  return ids.map(id => ({
    method: 'POST',
    path: `/${world.projectKey}/orders/${id}`,
    version: required(versions.get(id), 'the version of an order'),
    body: `{"version":@version@,"actions":${list}}`,
  }));
};

const idsOf = ({ orders }: BenchWorld): string[] => orders.map(({ id }) => id);

const update =
  (...actions: readonly object[]): BenchCase['requests'] =>
  world =>
    updatesOf(world, idsOf(world), actions);

export const orderById: BenchCase = {
  name: 'order by id',
  description: 'token check, route and correlation id; sends the stored bytes',
  reference: 'bareRead',
  shareMin: 0.8,
  requests: async world => readsOf(world, idsOf(world)),
};

const stateByKey: BenchCase = {
  name: 'state by key',
  description: 'two reads in Redis: the id of the key, then the body',
  reference: 'bareRead',
  requests: async ({ projectKey }) => [{ method: 'GET', path: `/${projectKey}/states/key=Initial` }],
};

export const setEmail = { action: 'setCustomerEmail', email: 'customer-@unique@.example.com' };

export const orderUpdate: BenchCase = {
  name: 'order update',
  description: 'one action at the current version on distinct orders; order, index and message in one commit',
  data: ownOrders,
  reference: 'bareWrite',
  shareMin: 0.55,
  nodeMicrosMax: 150,
  p99TimesMax: 4,
  requests: update(setEmail),
};

const updateCase = (name: string, description: string, ...actions: readonly object[]): BenchCase => ({
  name: `order update, ${name}`,
  description,
  data: ownOrders,
  reference: 'bareWrite',
  requests: update(...actions),
});

const address = { country: 'DE', city: 'City @unique@', streetName: 'Street' };
const setNumber = { action: 'setPurchaseOrderNumber', purchaseOrderNumber: '@unique@' };

const otherUpdates: readonly BenchCase[] = [
  // Measures a commit without the two commands that move an entry from one index to another.
  updateCase('no index', 'one action on a member without an index; order and message in one commit', setNumber),
  updateCase(
    'five actions',
    'email, both addresses, order number and a delivery without parcels; five messages in the commit',
    setEmail,
    { action: 'setShippingAddress', address },
    { action: 'setBillingAddress', address },
    setNumber,
    { action: 'addDelivery', items: [] },
  ),
  updateCase('one delivery', 'addDelivery with an address and a parcel; the orders grow by one delivery per round', {
    action: 'addDelivery',
    address: { country: 'DE', city: 'Kiel' },
    parcels: [{ trackingData: { trackingId: '@unique@', carrier: 'DHL' } }],
  }),
];

const content = readContent(packageFile('examples/sample-shop/content/'), Date.now());

/** The import draft of order `number` of `count`, as `quayside seed --orders` sends it. */
export const sampleOrderDraft = (random: Random, prefix: string, number: number, count: number) =>
  orderDraft(content, random, prefix, number, count);

const draftsCount = 500;

const orderImport: BenchCase = {
  name: 'order import',
  description: 'a draft of about 3 KB; order, 9 index entries and message in one commit',
  data: ownOrders,
  reference: 'bareWrite',
  timesOfReadMax: 8,
  requests: async ({ projectKey }) => {
    const random = new Random(Date.now());
    const run = Date.now().toString(36);
    return Array.from({ length: draftsCount }, (_, number) => {
      const draft = { ...sampleOrderDraft(random, 'import', number, draftsCount), orderNumber: `${run}-@unique@` };
      return {
        method: 'POST',
        path: `/${projectKey}/orders/import`,
        body: JSON.stringify(draft).replaceAll('@example.com', '.example.com'),
      };
    });
  },
};

const bigOrderLines = 500;
const bigOrdersCount = 64;

export const lineItem = (_: unknown, at: number) => ({
  name: { en: `Item ${at}`, de: `Ware ${at}` },
  productId: `product-${at}`,
  quantity: 1 + (at % 3),
  variant: { id: 1, sku: `SKU-${at}`, attributes: [{ name: 'colour', value: 'blue' }] },
  price: { value: { currencyCode: 'EUR', centAmount: 1_000 + at } },
});

const importBigOrders = oncePer(async (world: BenchWorld): Promise<string[]> => {
  const lineItems = Array.from({ length: bigOrderLines }, lineItem);
  const draft = { totalPrice: { currencyCode: 'EUR', centAmount: 1_000_000 }, lineItems };
  return (await createMany(bigOrdersCount, () => post(world, 'orders/import', draft))).map(({ id }) => id);
});

const bigOrder: Pick<BenchCase, 'connections' | 'data' | 'setup'> = {
  /**
   * Fewer than the reads that the server admits regardless of their duration (src/base/shedding/ReadLimiter.ts). More
   * large responses at once take longer than QUEUE_WAIT_MS allows, and the server rightly refuses some of them.
   */
  connections: 16,
  data: emptyData,
  setup: async world => {
    await importBigOrders(world);
    return `${bigOrderLines} line items`;
  },
};

const bigOrders: readonly BenchCase[] = [
  {
    ...bigOrder,
    name: 'big order, read',
    description: 'an order with 500 line items by id; 16 connections',
    requests: async world => readsOf(world, await importBigOrders(world)),
  },
  {
    ...bigOrder,
    name: 'big order, update',
    description: 'setCustomerEmail on an order with 500 line items; 16 connections',
    requests: async world => updatesOf(world, await importBigOrders(world), [setEmail]),
  },
];

/** Several times the rate that two cores serve; the server refuses the rest and answers accepted requests in time. */
const overloadPerSecond = 30_000;

const overload: BenchCase = {
  name: 'overload, order update',
  description: `${overloadPerSecond} updates begin in a second, on 1,000 connections`,
  data: ownOrders,
  connections: 1_000,
  perSecond: overloadPerSecond,
  mayRefuse: true,
  requests: update(setEmail),
  remark: rounds => {
    const median = (count: (each: (typeof rounds)[number]) => number): number =>
      Math.round(rangeOf(rounds.map(each => count(each) / each.seconds))?.median ?? 0);
    const [accepted, unsent] = [median(({ requests, failures }) => requests - failures), median(each => each.unsent)];
    return (
      `accepted ${accepted} a second, ${median(({ refused }) => refused)} refused, ${unsent} without a free ` +
      'connection'
    );
  },
};

export const orderCases: readonly BenchCase[] = [
  orderById,
  stateByKey,
  orderUpdate,
  ...otherUpdates,
  orderImport,
  ...bigOrders,
  overload,
];
