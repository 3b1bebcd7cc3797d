/**
 * Compares queries by line items, payments and tracking ids with a filter of all orders, and counts the bodies that
 * they read: those of the candidates, not all.
 */
import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { startProject } from '../../support/resourceApi.js';
import { valuesOf } from '../../support/matchWhole.js';
import { parseQueryParameters } from '../../../src/engine/query/parseQueryParameters.js';
import type { Literal, Predicate } from '../../../src/engine/query/predicate/Predicate.js';
import { runQuery } from '../../../src/engine/query/runQuery.js';
import type { IdList, DataStore } from '../../../src/store/DataStore.js';
import { orderDraft } from '../../support/drafts.js';
import { evaluate } from './predicate/evaluate.js';
import { printPredicate } from './predicate/printPredicate.js';
import { rounds } from '../../support/rounds.js';

interface Order {
  readonly id: string;
  readonly version: number;
  readonly orderState: string;
  readonly paymentInfo?: { readonly payments: readonly { readonly id: string }[] };
  readonly lineItems: readonly { readonly productId?: string; readonly variant: { readonly sku?: string } }[];
}

const { quayside, http, projectKey } = await startProject();
const { services } = quayside;

const send = async (path: string, body: object): Promise<Order> => {
  const { status, json, text } = await http.send('POST', `/${projectKey}/${path}`, { body });
  if (status >= 300) throw new Error(text);
  return json as Order;
};

const count = 120;
const productIds = Array.from({ length: 4 }, (_, at) => `00000000-0000-4000-8000-00000000000${at}`);
const lineItem = (at: number) => ({
  name: { en: 'Item' },
  productId: productIds[at % productIds.length],
  variant: { id: 1, sku: `SKU-${at % 13}` },
  price: { value: { currencyCode: 'EUR', centAmount: 100 } },
  quantity: 1 + (at % 3),
});
const trackingId = (at: number): string => (at % 10 === 0 ? '2026-01-01T00:00:00Z' : `TRACK-${at}`);

/** Creates an order with line items; every third has a payment, every second a parcel, every fifth changes later. */
const createOrder = async (at: number): Promise<void> => {
  const payment =
    at % 3 === 0 ? await send('payments', { amountPlanned: { currencyCode: 'EUR', centAmount: 100 } }) : undefined;
  const draft = {
    lineItems: Array.from({ length: 1 + (at % 3) }, (_, item) => lineItem(at * 7 + item * 5)),
    orderState: at % 4 === 0 ? 'Open' : 'Complete',
    paymentInfo: payment && { payments: [{ typeId: 'payment', id: payment.id }] },
    shippingInfo: {
      shippingMethodName: 'Post',
      price: { currencyCode: 'EUR', centAmount: 0 },
      shippingRate: { price: { currencyCode: 'EUR', centAmount: 0 } },
    },
  };
  const order = await send('orders/import', orderDraft(draft as never));
  const parcels = [{ trackingData: { trackingId: trackingId(at) } }];
  const actions = [
    ...(at % 2 === 0 ? [{ action: 'addDelivery', parcels }] : []),
    ...(at % 15 === 0 ? [{ action: 'removePayment', payment: { typeId: 'payment', id: payment?.id } }] : []),
  ];
  if (actions.length > 0) await send(`orders/${order.id}`, { version: order.version, actions });
};
for (let at = 0; at < count; at += 20)
  await Promise.all(Array.from({ length: 20 }, (_, offset) => createOrder(at + offset)));
const { results: payments } = (await http.send('GET', `/${projectKey}/payments?limit=500`)).json as {
  results: Order[];
};

/** Runs a query, and returns how many bodies of orders it read. */
const query = async (parameters: Record<string, string>) => {
  let [bodiesRead, listsRead] = [0, 0];
  const countList = ({ by }: IdList): void => {
    if (by === 'value') listsRead++;
  };
  const store: DataStore = {
    ...services.store,
    rankRange: (key, typeId, list, bounds) => {
      countList(list);
      return services.store.rankRange(key, typeId, list, bounds);
    },
    idsInRange: (key, typeId, list, range) => {
      countList(list);
      return services.store.idsInRange(key, typeId, list, range);
    },
    walk: (key, typeId, list, ...rest) => {
      countList(list);
      return services.store.walk(key, typeId, list, ...rest);
    },
    scores: (key, typeId, list, ids) => {
      countList(list);
      return services.store.scores(key, typeId, list, ids);
    },
    commonIdCount: (key, typeId, lists, max) => {
      lists.forEach(countList);
      return services.store.commonIdCount(key, typeId, lists, max);
    },
    commonIds: (key, typeId, lists) => {
      lists.forEach(countList);
      return services.store.commonIds(key, typeId, lists);
    },
    body: (...args) => {
      bodiesRead++;
      return services.store.body(...args);
    },
    bodies: (key, typeId, ids) => {
      bodiesRead += ids.length;
      return services.store.bodies(key, typeId, ids);
    },
  };
  const resourceType = services.engine.resourceTypes.get('order')!;
  const parsed = parseQueryParameters(new URLSearchParams(parameters), []);
  const { bodies, total } = await runQuery({ ...services.engine, store }, { resourceType, projectKey }, parsed);
  return { orders: bodies.map(body => JSON.parse(body.toString()) as Order), total, bodiesRead, listsRead };
};
const all = (await query({ limit: '500' })).orders;

const values = (field: string, literals: fc.Arbitrary<Literal>): fc.Arbitrary<Predicate> =>
  fc.oneof(
    literals.map((value): Predicate => ({ kind: 'compare', field, operator: '=', value })),
    fc
      .array(literals, { minLength: 1, maxLength: 3 })
      .map((list): Predicate => ({ kind: 'in', field, values: list, negated: false })),
    fc
      .tuple(fc.array(literals, { minLength: 1, maxLength: 3 }), fc.constantFrom('any' as const, 'all' as const))
      .map(([list, mode]): Predicate => ({ kind: 'contains', field, mode, values: list })),
  );
const nested = (path: string, part: fc.Arbitrary<Predicate>): fc.Arbitrary<Predicate> =>
  path
    .split('.')
    .reduceRight((inner, field) => inner.map((each): Predicate => ({ kind: 'nested', field, part: each })), part);

const sku = nested(
  'variant',
  values(
    'sku',
    fc.integer({ min: 0, max: 14 }).map(at => `SKU-${at}`),
  ),
);
const productId = values('productId', fc.constantFrom(...productIds, 'none'));
const quantity = fc
  .integer({ min: 1, max: 3 })
  .map((value): Predicate => ({ kind: 'compare', field: 'quantity', operator: '=', value }));
const tracking = values(
  'trackingId',
  fc.oneof(
    fc.integer({ min: 0, max: count }).map(trackingId),
    fc.constantFrom<Literal>('2026-01-01T01:00:00+01:00', 7, true),
  ),
);
const joined = (parts: fc.Arbitrary<Predicate>, kinds: readonly ('and' | 'or')[]): fc.Arbitrary<Predicate> =>
  fc
    .tuple(fc.constantFrom(...kinds), fc.array(parts, { minLength: 2, maxLength: 3 }))
    .map(([kind, list]): Predicate => ({ kind, parts: list }));
const item = fc.oneof(sku, productId);
const leaf = fc.oneof(
  nested('lineItems', fc.oneof(item, joined(fc.oneof(item, quantity), ['and', 'or']))),
  nested('paymentInfo.payments', values('id', fc.constantFrom(...payments.map(({ id }) => id), 'none'))),
  nested('shippingInfo.deliveries.parcels.trackingData', tracking),
  values('orderState', fc.constantFrom('Open', 'Complete', 'Cancelled')),
);
const predicate = fc.oneof(leaf, joined(fc.oneof(leaf, joined(leaf, ['and'])), ['and', 'or']));

test('finds the same orders as a filter of all orders (GEN051)', async t => {
  t.equal(all.length, count);
  const matching = predicate.filter(where => all.some(order => evaluate(where, order)));
  const wheres = fc.oneof(matching, predicate);
  await fc.assert(
    fc.asyncProperty(wheres, fc.constantFrom('createdAt asc', 'id asc', 'id desc'), async (where, sort) => {
      const expected = all.filter(order => evaluate(where, order)).map(({ id }) => id);
      const { orders, total } = await query({ where: printPredicate(where), sort, limit: '500' });
      const ids = orders.map(({ id }) => id);
      if (sort !== 'createdAt asc') expected.sort();
      if (sort === 'id desc') expected.reverse();
      return total === expected.length && ids.join() === expected.join();
    }),
    { numRuns: rounds(1_500), seed: 18 },
  );
});

test('reads the bodies of candidates only', async t => {
  const [{ lineItems }] = all as [Order];
  const firstSku = lineItems[0]?.variant.sku;
  const withSku = all.filter(order => order.lineItems.some(({ variant }) => variant.sku === firstSku)).length;
  const paid = all.flatMap(({ paymentInfo }) => paymentInfo?.payments ?? [])[0]?.id;
  const reads = async (where: string): Promise<number> => (await query({ where, limit: '500' })).bodiesRead;
  t.equal(await reads(`lineItems(variant(sku="${firstSku}"))`), withSku);
  t.equal(await reads(`lineItems(variant(sku="${firstSku}") and quantity > 5)`), withSku);
  t.equal(await reads(`paymentInfo(payments(id="${paid}"))`), 1);
  t.equal(await reads('shippingInfo(deliveries(parcels(trackingData(trackingId="TRACK-4"))))'), 1);
  const both = `orderState="Open" and lineItems(variant(sku="${firstSku}"))`;
  const { bodiesRead, total } = await query({ where: both, limit: '500' });
  t.ok(bodiesRead === total && bodiesRead < withSku, 'two indexes leave the matches alone');
});

test('reads no more lists for a condition of many values than resources (GEN051)', async t => {
  const [{ lineItems }] = all as [Order];
  const firstSku = lineItems[0]?.variant.sku;
  const withSku = all.filter(order => order.lineItems.some(({ variant }) => variant.sku === firstSku));
  const skus = [firstSku, ...Array.from({ length: 999 }, (_, at) => `OTHER-${at}`)];
  const list = `(${skus.map(value => `"${value}"`).join()})`;
  const alternatives = skus.map(value => `lineItems(variant(sku="${value}"))`).join(' or ');
  for (const where of [`lineItems(variant(sku in ${list}))`, alternatives]) {
    const { orders, total, bodiesRead, listsRead } = await query({ where, limit: '500' });
    t.same(valuesOf(orders, 'id'), valuesOf(withSku, 'id'));
    t.same({ total, bodiesRead, listsRead }, { total: withSku.length, bodiesRead: count, listsRead: 0 });
  }
  const few = `lineItems(variant(sku in (${skus
    .slice(0, 20)
    .map(value => `"${value}"`)
    .join()})))`;
  t.same(await query({ where: few, limit: '500' }), {
    orders: withSku,
    total: withSku.length,
    bodiesRead: withSku.length,
    listsRead: 40,
  });
});

test('looks ids up in a limited number of lists where all of many values are required', async t => {
  const skus = Array.from({ length: 50 }, (_, at) => `lineItems(variant(sku="SKU-${at % 13}" and sku != "${at}"))`);
  const { orders, listsRead } = await query({ where: skus.join(' and '), limit: '500' });
  t.same(orders, []);
  // The query reads the size of each list, and twice the shortest list with eight others.
  t.equal(listsRead, 50 + 9 + 9);
});
