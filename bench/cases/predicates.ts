/** Predicates that shops ask beside the fields of an order itself, over all orders. */
import { required } from '../../src/errors/required.js';
import { createMany, post } from '../shop.js';
import type { BenchWorld, CaseData, Order } from '../world/BenchWorld.js';
import { oncePer } from '../world/once.js';
import { runQuayside } from '../world/runQuayside.js';
import type { BenchCase } from './BenchCase.js';
import { ordersPath } from './ordersPath.js';

/** All orders; some have a custom field, a payment and a parcel. */
const data: CaseData = { orders: 'all', sharedAs: 'predicates' };
const extendedCount = 200;
const typeKey = 'bench-ticket';

interface ExtendedOrder {
  readonly ticket: string;
  readonly paymentId: string;
  readonly trackingId: string;
}

const extendOrder = async (world: BenchWorld, { id, version }: Order, number: number): Promise<ExtendedOrder> => {
  const money = { currencyCode: 'EUR', centAmount: 1_000 };
  const { id: paymentId } = await post(world, 'payments', { amountPlanned: money });
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

/** A page of 20 with its total; few connections, so that a scan does not take minutes. */
const caseOf = (
  subject: string,
  description: string,
  predicatesOf: (world: BenchWorld) => Promise<readonly string[]>,
): BenchCase => ({
  name: `query by ${subject}`,
  description: `${description}; a page of 20 with total; 4 connections`,
  data,
  connections: 4,
  setup: async world => {
    const path = ordersPath(world.projectKey, { where: (await predicatesOf(world))[0] ?? '' });
    const answer = await fetch(`${world.server.address}${path}`, {
      headers: { authorization: `Bearer ${world.token}` },
    });
    if (!answer.ok) throw new Error(`GET ${path}: ${await answer.text()}`);
    return `total ${((await answer.json()) as { total: number }).total}`;
  },
  requests: async world =>
    (await predicatesOf(world)).map(where => ({ method: 'GET', path: ordersPath(world.projectKey, { where }) })),
});

const extended = (text: (order: ExtendedOrder) => string) => async (world: BenchWorld) =>
  (await extendOrders(world)).map(text);

/** The seeded variants 1 to 40, of which this is every second. */
const variants = Array.from({ length: 20 }, (_, number) => 2 * number + 2);
const sku = (variant: number): string => `lineItems(variant(sku="SHOE-TRAIL-${variant}-M"))`;
const product = (variant: number): string =>
  `lineItems(productId="00000000-0000-4000-8000-${(variant * 1_000).toString(16).padStart(12, '0')}")`;
const states = `orderState="Confirmed" and paymentState="Failed"`;

/** In a project of its own, because the index would change the case without one. */
const indexedFieldData: CaseData = { orders: 'all' };

const indexField = async ({ build, projectKey }: BenchWorld): Promise<void> => {
  const field = ['--project', projectKey, '--type', 'order', '--field', 'ticket'];
  await runQuayside(build, 'fields', 'index', ...field, '--wait');
};

const queryByField = caseOf(
  'a custom field',
  'one order matches; no index',
  extended(({ ticket }) => `custom(fields(ticket="${ticket}"))`),
);

const queryByIndexedField: BenchCase = {
  ...queryByField,
  name: 'query by an indexed custom field',
  description: 'the same after `quayside fields index`',
  data: indexedFieldData,
  setup: async world => {
    await extendOrders(world);
    await indexField(world);
    return queryByField.setup?.(world);
  },
};

export const predicates: readonly BenchCase[] = [
  caseOf('SKU of a line item', 'dozens match', async () => variants.map(sku)),
  caseOf('product of a line item', 'a twentieth of the orders match', async () => variants.map(product)),
  queryByField,
  queryByIndexedField,
  caseOf(
    'payment id',
    'one order matches',
    extended(({ paymentId }) => `paymentInfo(payments(id="${paymentId}"))`),
  ),
  caseOf(
    'tracking id',
    'one order matches',
    extended(({ trackingId }) => `shippingInfo(deliveries(parcels(trackingData(trackingId="${trackingId}"))))`),
  ),
  caseOf('two indexed fields', 'each field matches a seventh of the orders, both a fortieth', async () => [states]),
];
