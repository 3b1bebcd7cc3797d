/** Compares queries of every plan with a filter and a sort of all orders, which use no index. */
import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { startProject } from '../../support/resourceApi.js';
import { valuesOf } from '../../support/matchWhole.js';
import type { Literal, Predicate } from '../../../src/engine/query/predicate/Predicate.js';
import { importSampleOrders } from '../../../src/server/sampleShop.js';
import { evaluate } from './predicate/evaluate.js';
import { printPredicate } from './predicate/printPredicate.js';
import { rounds } from '../../support/rounds.js';

interface Order {
  readonly id: string;
  readonly version: number;
  readonly orderNumber: string;
  readonly customerId: string;
  readonly customerEmail?: string;
  readonly createdAt: string;
  readonly lastModifiedAt: string;
  readonly country: string;
  readonly orderState: string;
  readonly totalPrice: { readonly centAmount: number };
}

const { quayside, http, projectKey } = await startProject();
const base = `/${projectKey}/orders`;
const count = 240;
await importSampleOrders(quayside.services, { projectKey, orders: count, seed: 5 });
const page = async (query: URLSearchParams) => {
  const { status, json, text } = await http.send('GET', `${base}?${query.toString()}`);
  if (status !== 200) throw new Error(text);
  return json as { results: Order[]; total?: number; count: number };
};
// Updates some orders, so that their order by lastModifiedAt differs from that by createdAt, and removes some indexed
// values.
for (const { id, version } of (await page(new URLSearchParams({ limit: '40', sort: 'orderNumber desc' }))).results)
  await http.send('POST', `${base}/${id}`, {
    body: { version, actions: [{ action: 'setCustomerEmail' }, { action: 'changeOrderState', orderState: 'Open' }] },
  });
const all = (await page(new URLSearchParams({ limit: '500' }))).results;

const compare = (field: string, operator: '=' | '!=' | '<' | '<=' | '>' | '>=', value: Literal): Predicate => ({
  kind: 'compare',
  field,
  operator,
  value,
});
const some = <T extends Literal>(of: (order: Order) => T): fc.Arbitrary<T> => fc.constantFrom(...new Set(all.map(of)));
const operators = fc.constantFrom(
  '=' as const,
  '!=' as const,
  '<' as const,
  '<=' as const,
  '>' as const,
  '>=' as const,
);
const oneOrIn = (field: string, values: fc.Arbitrary<Literal>): fc.Arbitrary<Predicate> =>
  fc.oneof(
    { weight: 3, arbitrary: values.map(value => compare(field, '=', value)) },
    fc
      .tuple(fc.array(values, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([list, negated]): Predicate => ({ kind: 'in', field, values: list, negated })),
  );
const nested = (field: string, part: fc.Arbitrary<Predicate>): fc.Arbitrary<Predicate> =>
  part.map(inner => ({ kind: 'nested', field, part: inner }));
const times = (field: 'createdAt' | 'lastModifiedAt') =>
  fc
    .tuple(
      operators,
      some(order => order[field]),
    )
    .map(([operator, value]) => compare(field, operator, value));

const leaf: fc.Arbitrary<Predicate> = fc.oneof(
  oneOrIn(
    'id',
    some(({ id }) => id),
  ),
  fc
    .tuple(
      operators,
      some(({ id }) => id),
    )
    .map(([operator, value]) => compare('id', operator, value)),
  oneOrIn(
    'orderNumber',
    fc.oneof(
      some(({ orderNumber }) => orderNumber),
      fc.constant('none'),
    ),
  ),
  oneOrIn(
    'customerId',
    some(({ customerId }) => customerId),
  ),
  oneOrIn(
    'customerEmail',
    some(({ customerEmail }) => customerEmail ?? 'none'),
  ),
  oneOrIn('orderState', fc.constantFrom('Open', 'Confirmed', 'Complete', 'Cancelled')),
  oneOrIn('paymentState', fc.constantFrom('Paid', 'Pending', 'Failed')),
  oneOrIn('country', fc.constantFrom('DE', 'NL', 'FR', 'XX')),
  times('createdAt'),
  times('lastModifiedAt'),
  nested(
    'totalPrice',
    fc
      .tuple(
        operators,
        some(({ totalPrice }) => totalPrice.centAmount),
      )
      .map(([operator, value]) => compare('centAmount', operator, value)),
  ),
  nested('shippingAddress', oneOrIn('city', fc.constantFrom('Berlin', 'Paris', 'Lyon'))),
  nested(
    'lineItems',
    fc.integer({ min: 1, max: 3 }).map(value => compare('quantity', '=', value)),
  ),
  fc
    .constantFrom('customerEmail', 'anonymousId', 'syncInfo')
    .chain(field => fc.boolean().map((negated): Predicate => ({ kind: 'defined', field, negated }))),
);
const predicate = fc.letrec<{ node: Predicate }>(tie => ({
  node: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    leaf,
    {
      weight: 3,
      arbitrary: fc
        .array(tie('node'), { minLength: 2, maxLength: 3 })
        .map((parts): Predicate => ({ kind: 'and', parts })),
    },
    fc.array(tie('node'), { minLength: 2, maxLength: 2 }).map((parts): Predicate => ({ kind: 'or', parts })),
    tie('node').map((part): Predicate => ({ kind: 'not', part })),
  ),
})).node;

type Key = readonly [path: string, direction: 'asc' | 'desc'];
const sortKey = fc.tuple(
  fc.constantFrom(
    'id',
    'createdAt',
    'lastModifiedAt',
    'orderNumber',
    'customerId',
    'country',
    'customerEmail',
    'totalPrice.centAmount',
  ),
  fc.constantFrom('asc' as const, 'desc' as const),
);

const valueAt = (order: Order, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], order);
const sorted = (orders: readonly Order[], keys: readonly Key[]): Order[] =>
  [...orders].sort((a, b) => {
    for (const [path, direction] of [...keys, ['id', 'asc']] as const) {
      const [left, right] = [valueAt(a, path), valueAt(b, path)];
      if (left === right) continue;
      const isBefore = left === undefined ? false : right === undefined ? true : (left as string) < (right as string);
      return isBefore === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  });

const wanted = (where: Predicate | undefined, keys: readonly Key[], offset: number, limit: number) => {
  const matching = all.filter(order => where === undefined || evaluate(where, order));
  return {
    total: matching.length,
    ids: sorted(matching, keys.length === 0 ? [['createdAt', 'asc']] : keys)
      .slice(offset, offset + limit)
      .map(({ id }) => id),
  };
};

test('finds the same page as a filter and a sort of all resources (GEN041, GEN042, GEN058, ORD040)', async t => {
  t.equal(all.length, count);
  const anyPage = fc.tuple(
    fc.option(predicate, { nil: undefined }),
    fc.array(sortKey, { maxLength: 2 }),
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 1, max: 60 }),
  );
  // Pages with results and empty ones are generated apart, so that neither kind is missing by chance.
  const [filled, empty] = [true, false].map(isFilled =>
    anyPage.filter(each => wanted(...each).ids.length > 0 === isFilled),
  ) as [typeof anyPage, typeof anyPage];
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 4, arbitrary: filled }, { weight: 1, arbitrary: empty }),
      fc.boolean(),
      async ([where, keys, offset, limit], withTotal) => {
        const query = new URLSearchParams({
          offset: String(offset),
          limit: String(limit),
          withTotal: String(withTotal),
        });
        if (where !== undefined) query.append('where', printPredicate(where));
        for (const key of keys) query.append('sort', key.join(' '));
        const { results, total, count: shown } = await page(query);
        const right = wanted(where, keys, offset, limit);
        return (
          results.map(({ id }) => id).join() === right.ids.join() &&
          shown === right.ids.length &&
          total === (withTotal ? right.total : undefined)
        );
      },
    ),
    { numRuns: rounds(700, 88) },
  );
});

test('lists resources that a predicate names in the order of creation (GEN058)', async t => {
  const ids = all.slice(0, 12).map(({ id }) => id);
  const where = `id in (${[...ids]
    .sort()
    .reverse()
    .map(id => `"${id}"`)
    .join()})`;
  const { results } = await page(new URLSearchParams({ where }));
  t.same(valuesOf(results, 'id'), valuesOf(sorted(all.slice(0, 12), [['createdAt', 'asc']]), 'id'));
});

test('iterates by id under every condition (GEN063)', async t => {
  for (const where of ['orderState = "Open"', 'country = "DE"', 'createdAt > "2001-01-01T00:00:00Z"']) {
    const seen: string[] = [];
    for (;;) {
      const query = new URLSearchParams({ sort: 'id asc', limit: '9', withTotal: 'false', where });
      if (seen.length > 0) query.append('where', `id > "${seen.at(-1)}"`);
      const { results } = await page(query);
      seen.push(...results.map(({ id }) => id));
      if (results.length < 9) break;
    }
    const expected = (await page(new URLSearchParams({ where, limit: '500' }))).results.map(({ id }) => id).sort();
    t.same(seen, expected, where);
  }
});
