/** Order search against the same commands of RediSearch, and updates with and without an index that follows them. */
import { dayMs } from '../../src/base/durations.js';
import { required } from '../../src/base/errors/ApiError.js';
import { bareSearchCalls, type SearchBody } from '../search/bareSearchCalls.js';
import { activateSearch, countOutdatedDocuments, observeLag, observeThreads } from '../search/indexing.js';
import type { BenchWorld, CaseData } from '../world/BenchWorld.js';
import { oncePer, post, readOrders } from '../world/prepare.js';
import { type BenchCase, ownOrders } from './BenchCase.js';
import { orderUpdate, setEmail, updatesOf } from './orders.js';

const products = ['merino', 'torch', 'jacket', 'socks', 'poles', 'bottle', 'shoe'];
const states = ['Open', 'Confirmed', 'Cancelled', 'Complete'];
const cities = ['Paris', 'Lyon', 'London', 'Rotterdam'];

const pairs = <One, Other, T>(
  ones: readonly One[],
  others: readonly Other[],
  make: (one: One, other: Other) => T,
): T[] => ones.flatMap(one => others.map(other => make(one, other)));

const leaf = (kind: string, field: string, value: string, more: SearchBody = {}): SearchBody => ({
  [kind]: { field, value, ...more },
});
const named = (value: string, more: SearchBody = {}): SearchBody =>
  leaf('fullText', 'lineItems.name', value, { language: 'en', ...more });
const everything = { exists: { field: 'id' } };

/** Returns the prefix that seeded order numbers share. */
const commonOf = ({ orders }: BenchWorld): string =>
  required(orders[0], 'a seeded order').orderNumber.replace(/[^-]*$/, '');
/** Counts the seeded numbers, which start at 1, that pass. */
const countOf = (world: BenchWorld, passes: (orderNumber: string) => boolean): number => {
  const common = commonOf(world);
  let count = 0;
  for (let number = 1; number <= world.orderCount; number++)
    if (passes(common + String(number).padStart(7, '0'))) count++;
  return count;
};

const totalOf = async (world: BenchWorld, body: SearchBody): Promise<number> =>
  (await post<{ total: number }>(world, 'orders/search', body)).total;

interface Scenario {
  readonly name: string;
  readonly description: string;
  readonly bodies: (world: BenchWorld) => readonly SearchBody[];
  /** Expected total of the first search. */
  readonly total?: (world: BenchWorld) => number;
  readonly p50MsMax?: number;
  /** Concurrent connections of a second case, besides the case with one connection. */
  readonly atOnce?: number;
}

const scenarios: readonly Scenario[] = [
  {
    name: 'exact',
    description: 'by order number',
    bodies: ({ orders }) => orders.map(({ orderNumber }) => ({ query: leaf('exact', 'orderNumber', orderNumber) })),
    total: () => 1,
    p50MsMax: 1,
    atOnce: 32,
  },
  {
    name: 'full text, filter',
    description: 'a word of a line item in English, filtered by order state',
    p50MsMax: 15,
    atOnce: 32,
    bodies: () =>
      pairs(products, states, (word, state) => ({
        query: { and: [named(word), { filter: [leaf('exact', 'orderState', state)] }] },
      })),
  },
  {
    name: 'full text, range',
    description: 'a word of a line item in English, filtered by a month of createdAt',
    p50MsMax: 15,
    atOnce: 32,
    bodies: () =>
      pairs(products, [30, 90, 200, 400], (word, days) => ({
        query: {
          and: [
            named(word),
            {
              filter: [
                {
                  range: {
                    field: 'createdAt',
                    gte: new Date(Date.now() - days * dayMs).toISOString(),
                    lte: new Date(Date.now() - (days - 30) * dayMs).toISOString(),
                  },
                },
              ],
            },
          ],
        },
      })),
  },
  {
    name: 'prefix of all',
    description: 'a prefix that all order numbers share: the total is all orders',
    atOnce: 16,
    bodies: world => [{ query: leaf('prefix', 'orderNumber', commonOf(world)) }],
    total: ({ orderCount }) => orderCount,
  },
  {
    name: 'wildcard',
    description: '*77* over all order numbers, with the exact total',
    bodies: () => [{ query: leaf('wildcard', 'orderNumber', '*77*') }],
    total: world => countOf(world, number => /.77./.test(number)),
  },
  {
    name: 'sorted by amount',
    description: 'all orders by totalPrice.centAmount',
    bodies: () => [{ query: everything, sort: [{ field: 'totalPrice.centAmount', order: 'desc' }] }],
    total: ({ orderCount }) => orderCount,
    atOnce: 16,
  },
  {
    name: 'sorted by text',
    description: 'all orders by customerEmail',
    bodies: () => [{ query: everything, sort: [{ field: 'customerEmail', order: 'asc' }] }],
    total: ({ orderCount }) => orderCount,
  },
  {
    name: 'or with boosts',
    description: 'two words of line items or a city, by relevance',
    bodies: () =>
      cities.map((city, at) => ({
        query: {
          or: [
            named(required(products[at], 'a product'), { boost: 3 }),
            leaf('exact', 'shippingAddress.city', city, { boost: 2 }),
          ],
        },
      })),
  },
];

/** The project with all orders and with search. */
const searchedData: CaseData = { orders: 'all', sharedAs: 'searched' };

const caseOf = ({ name, description, bodies, total, p50MsMax }: Scenario, connections: number): BenchCase => ({
  name: `search: ${name}, ${connections === 1 ? 'one connection' : `${connections} connections`}`,
  description,
  connections,
  data: searchedData,
  setup: async world => {
    const indexing = await activateSearch(world);
    const counted = `total ${await totalOf(world, required(bodies(world)[0], 'a search'))}`;
    return indexing === undefined ? counted : `${indexing}; ${counted}`;
  },
  checkResult: async world => {
    const [found, expected] = [await totalOf(world, required(bodies(world)[0], 'a search')), total?.(world)];
    return expected === undefined || found === expected ? undefined : `total ${found} instead of ${expected}`;
  },
  reference: bareSearchCalls(bodies),
  requests: async world =>
    bodies(world).map(body => ({
      method: 'POST',
      path: `/${world.projectKey}/orders/search`,
      body: JSON.stringify(body),
    })),
  p50MsMax: connections === 1 ? p50MsMax : undefined,
});

const searches = scenarios.flatMap(scenario => [
  caseOf(scenario, 1),
  ...(scenario.atOnce === undefined ? [] : [caseOf(scenario, scenario.atOnce)]),
]);

/** Updates of orders without order search, to compare with those with it. */
const updateUnsearched: BenchCase = {
  name: 'search: order update without search',
  description: 'one action on distinct orders, order search is not active',
  data: ownOrders,
  reference: 'bareWrite',
  requests: orderUpdate.requests,
  observe: observeThreads,
};

const updateSearched: BenchCase = {
  ...updateUnsearched,
  name: 'search: order update with search',
  description: 'the same, while the indexer updates the index',
  setup: activateSearch,
  observe: observeLag,
};

const updatesPerSecond = 2_000;
const updatedMax = 25_000;

const allIds = oncePer(async (world: BenchWorld): Promise<string[]> => {
  const ids: string[] = [];
  for await (const page of readOrders(world, updatedMax)) ids.push(...page.map(({ id }) => id));
  return ids;
});

const lag: BenchCase = {
  name: 'search: lag',
  description: `${updatesPerSecond} updates per second of ${updatedMax} orders, 25 s; lag p99 at most 1 s`,
  data: { orders: updatedMax },
  seconds: 25,
  perSecond: updatesPerSecond,
  setup: activateSearch,
  requests: async world => updatesOf(world, await allIds(world), [setEmail]),
  observe: async world => {
    const read = await observeLag(world);
    return async () => `${await read()}; ${await countOutdatedDocuments(world)} orders are not indexed as they are`;
  },
};

export const searchCases: readonly BenchCase[] = [updateUnsearched, ...searches, updateSearched, lag];
