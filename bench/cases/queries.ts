/** Queries of orders: pages by an index, iterations, scans, and predicates that shops use. */
import { required } from '../../src/base/errors/ApiError.js';
import type { LoadRequest } from '../load/runLoad.js';
import { rangeOf } from '../measure/figures.js';
import type { BenchWorld, CaseData, Order } from '../world/BenchWorld.js';
import { runQuayside } from '../world/processes.js';
import { createMany, get, oncePer, ordersQuery, post } from '../world/prepare.js';
import type { BenchCase } from './BenchCase.js';

/** Few concurrent requests, as a back office sends them, to measure the time of one query. */
const connections = 4;
const p50MsMax = 5;

export const query = ({ projectKey }: BenchWorld, parameters: Readonly<Record<string, string>>): LoadRequest => ({
  method: 'GET',
  path: `/${projectKey}/${ordersQuery(parameters)}`,
});

export const queryByOrderNumber: BenchCase = {
  name: 'query by orderNumber',
  description: 'where on a unique field, with total',
  timesOfReadMax: 2.5,
  requests: async world =>
    world.orders.map(({ orderNumber }) => query(world, { where: `orderNumber="${orderNumber}"` })),
};

const queryByCustomer: BenchCase = {
  name: 'query by customerId',
  description: 'a page of 20 where on an indexed field, sort createdAt desc, with total',
  timesOfReadMax: 5,
  requests: async world =>
    world.orders.map(({ customerId }) => query(world, { where: `customerId="${customerId}"`, sort: 'createdAt desc' })),
};

/** A case for the time of one query, beside the case for the cost of many. */
const timeOf = (one: BenchCase): BenchCase => ({
  ...one,
  name: `${one.name}, 4 connections`,
  connections,
  timesOfReadMax: undefined,
  p50MsMax,
});

const queryByOrderState: BenchCase = {
  name: 'query by orderState',
  description: 'a page of 20 with its total where thousands match, sort createdAt desc; 4 connections',
  connections,
  p50MsMax,
  requests: async world =>
    ['Open', 'Confirmed', 'Complete', 'Cancelled'].map(state =>
      query(world, { where: `orderState="${state}"`, sort: 'createdAt desc' }),
    ),
};

/** A case of one page of an iteration by id, the first or the last; `sort` leads to an id at its start. */
const iteration = (name: string, sort: 'id asc' | 'id desc'): BenchCase => ({
  name,
  connections,
  p50MsMax,
  description: 'sort=id asc with id > …, a page of 20 without total; 4 connections',
  requests: async world => {
    const path = ordersQuery({ sort, limit: '21', withTotal: 'false' });
    const { results } = await get<{ results: Order[] }>(world, path);
    const after = results.at(sort === 'id asc' ? 0 : -1)?.id;
    return [query(world, { where: `id > "${after}"`, sort: 'id asc', withTotal: 'false' })];
  },
});

/** A predicate without index: each request reads every order in one worker. */
const scan: BenchCase = {
  name: 'query without an index',
  description: 'where on a street number that no order has; one connection',
  connections: 1,
  requests: async world => [query(world, { where: 'shippingAddress(streetNumber="none")', withTotal: 'false' })],
  remark: (rounds, { orderCount }) =>
    `${Math.round((rangeOf(rounds.map(({ perSecond }) => perSecond))?.median ?? 0) * orderCount)} orders scanned ` +
    'a second and worker',
};

/** The project with all orders, some of which have a custom field, a payment and a parcel. */
const extendedData: CaseData = { orders: 'all', sharedAs: 'predicates' };
const extendedCount = 200;
const typeKey = 'bench-ticket';

interface ExtendedOrder {
  readonly ticket: string;
  readonly paymentId: string;
  readonly trackingId: string;
}

const extendOrder = async (world: BenchWorld, { id, version }: Order, number: number): Promise<ExtendedOrder> => {
  const amountPlanned = { currencyCode: 'EUR', centAmount: 1_000 };
  const { id: paymentId } = await post(world, 'payments', { amountPlanned });
  const [ticket, trackingId] = [`ticket-${number}`, `parcel-${number}`];
  const actions = [
    { action: 'setCustomType', type: { typeId: 'type', key: typeKey }, fields: { ticket } },
    { action: 'addPayment', payment: { typeId: 'payment', id: paymentId } },
    { action: 'addDelivery', parcels: [{ trackingData: { trackingId, carrier: 'DHL' } }] },
  ];
  await post(world, `orders/${id}`, { version, actions });
  return { ticket, paymentId, trackingId };
};

const extendOrders = oncePer(async (world: BenchWorld): Promise<ExtendedOrder[]> => {
  await post(world, 'types', {
    key: typeKey,
    name: { en: 'Ticket' },
    resourceTypeIds: ['order'],
    fieldDefinitions: [
      { name: 'ticket', label: { en: 'Ticket' }, type: { name: 'String' }, inputHint: 'SingleLine', required: false },
    ],
  });
  const chosen = world.orders.slice(0, extendedCount);
  return createMany(chosen.length, number => extendOrder(world, required(chosen[number], 'an order'), number));
});

/** A case of a page of 20 with its total; few connections, so that a scan does not take minutes. */
const predicateCase = (
  subject: string,
  description: string,
  predicatesOf: (world: BenchWorld) => Promise<readonly string[]>,
): BenchCase => ({
  name: `query by ${subject}`,
  description: `${description}; a page of 20 with total; 4 connections`,
  data: extendedData,
  connections,
  setup: async world => {
    const path = ordersQuery({ where: (await predicatesOf(world))[0] ?? '' });
    return `total ${(await get<{ total: number }>(world, path)).total}`;
  },
  requests: async world => (await predicatesOf(world)).map(where => query(world, { where })),
});

const extended = (text: (order: ExtendedOrder) => string) => async (world: BenchWorld) =>
  (await extendOrders(world)).map(text);

/** Every second of the seeded variants 1 to 40. */
const variants = Array.from({ length: 20 }, (_, number) => 2 * number + 2);
const sku = (variant: number): string => `lineItems(variant(sku="TRAIL-SHOE-${variant}-M"))`;
const product = (variant: number): string =>
  `lineItems(productId="00000000-0000-4000-8000-${(variant * 1_000).toString(16).padStart(12, '0')}")`;
const states = `orderState="Confirmed" and paymentState="Failed"`;
const byTicket = extended(({ ticket }) => `custom(fields(ticket="${ticket}"))`);
const byPayment = extended(({ paymentId }) => `paymentInfo(payments(id="${paymentId}"))`);
const byParcel = extended(
  ({ trackingId }) => `shippingInfo(deliveries(parcels(trackingData(trackingId="${trackingId}"))))`,
);

const queryByField = predicateCase('a custom field', 'one order matches; no index', byTicket);

const queryByIndexedField: BenchCase = {
  ...queryByField,
  name: 'query by an indexed custom field',
  description: 'the same after `quayside fields index`',
  // The project is its own, because the index would change the case without one.
  data: { orders: 'all' },
  setup: async world => {
    await extendOrders(world);
    const field = ['--project', world.projectKey, '--type', 'order', '--field', 'ticket'];
    await runQuayside(world.build, 'fields', 'index', ...field, '--wait');
    return queryByField.setup?.(world);
  },
};

export const queryCases: readonly BenchCase[] = [
  queryByOrderNumber,
  queryByCustomer,
  timeOf(queryByOrderNumber),
  timeOf(queryByCustomer),
  queryByOrderState,
  predicateCase('SKU of a line item', 'dozens match', async () => variants.map(sku)),
  predicateCase('product of a line item', 'a twentieth of the orders match', async () => variants.map(product)),
  queryByField,
  queryByIndexedField,
  predicateCase('payment id', 'one order matches', byPayment),
  predicateCase('tracking id', 'one order matches', byParcel),
  predicateCase('two indexed fields', 'each matches a seventh of the orders, both a fortieth', async () => [states]),
  iteration('iterate, first page', 'id asc'),
  iteration('iterate, last page', 'id desc'),
  scan,
];
