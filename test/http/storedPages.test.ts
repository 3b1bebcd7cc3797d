/** Queries that the main thread answers get the answers of a worker, which reads the same query with `expand`. */
import fc from 'fast-check';
import { test } from '../support/tap.js';
import { seedOrders } from '../../src/seed/seedOrders.js';
import { startQuayside } from '../support/quayside.js';
import { rounds } from '../support/rounds.js';

interface Order {
  readonly id: string;
  readonly version: number;
  readonly orderNumber: string;
  readonly customerId: string;
  readonly orderState: string;
}

const quayside = await startQuayside();
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const orders = `/${project.projectKey}/orders`;
await seedOrders(quayside.services, { projectKey: project.projectKey, orders: 120, seed: 7 });
const list = async (query: string): Promise<{ count: number; total: number; results: Order[] }> =>
  (await http.send('GET', `${orders}?${query}`)).json as { count: number; total: number; results: Order[] };
const all = (await list('limit=500')).results;

const some = (of: (order: Order) => string) => fc.constantFrom(...all.slice(0, 20).map(of), 'none', '', 'a"b\\c', 'ü');
const literal = (of: (order: Order) => string) => some(of).map(text => JSON.stringify(text));
const condition = fc.oneof(
  literal(({ id }) => id).map(text => `id = ${text}`),
  literal(({ id }) => id).map(text => `id > ${text}`),
  literal(({ orderNumber }) => orderNumber).map(text => `orderNumber=${text}`),
  fc
    .array(
      literal(({ orderNumber }) => orderNumber),
      { minLength: 1, maxLength: 3 },
    )
    .map(texts => `orderNumber in (${texts.join()})`),
  literal(({ customerId }) => customerId).map(text => `customerId = ${text}`),
  fc.constantFrom(
    'orderState = "Open"',
    'orderState = "Open" and country = "DE"',
    'orderState = 7',
    'orderNumber = :number',
    'createdAt < "2100-01-01T00:00:00Z"',
    'customerEmail is defined',
    'orderState != "Open"',
    'orderState = ',
    'orderNumber = "2024-01-01T00:00:00.000Z"',
  ),
);
const parameter = (name: string, values: fc.Arbitrary<string | number>) =>
  values.map(value => [name, String(value)] as const);
const parameters = fc
  .tuple(
    fc.array(parameter('where', condition), { maxLength: 2 }),
    fc.array(
      parameter(
        'sort',
        fc.constantFrom('createdAt', 'createdAt desc', 'id', 'id desc', 'lastModifiedAt', 'country', '1 2 3'),
      ),
      { maxLength: 2 },
    ),
    fc.array(parameter('limit', fc.constantFrom(0, 1, 3, 20, 100, 101, 500, 'x')), { maxLength: 1 }),
    fc.array(parameter('offset', fc.constantFrom(0, 1, 5, 119, 120, 121, -1)), { maxLength: 1 }),
    fc.array(parameter('withTotal', fc.constantFrom('true', 'false', 'maybe')), { maxLength: 1 }),
    fc.array(parameter('var.number', fc.constantFrom(all[0]?.orderNumber ?? '', '"x"', '7')), { maxLength: 1 }),
  )
  .map(lists => new URLSearchParams(lists.flat().map(([name, value]): [string, string] => [name, value])));

test('answers as a worker does (GEN041, GEN042, GEN047 to GEN058)', async t => {
  const counts = { found: 0, empty: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(parameters, fc.boolean(), async (query, isInStore) => {
      const path = isInStore ? `/${project.projectKey}/in-store/key=none/orders` : orders;
      const answer = await http.send('GET', `${path}?${query.toString()}`);
      const byWorker = new URLSearchParams([...query, ['expand', 'nothing']]);
      const expected = await http.send('GET', `${path}?${byWorker.toString()}`);
      const { count } = answer.json as { count?: number };
      counts[count === undefined ? 'refused' : count === 0 ? 'empty' : 'found']++;
      return answer.status === expected.status && JSON.stringify(answer.json) === JSON.stringify(expected.json);
    }),
    { numRuns: rounds(800), seed: 1 },
  );
  t.ok(Math.min(...Object.values(counts)) > rounds(50), JSON.stringify(counts));
});

test('a page that is read during updates holds matching resources only', async t => {
  const states = ['Open', 'Confirmed'];
  let isOver = false;
  const update = async ({ id, version }: Order): Promise<void> => {
    let next = version;
    for (let turn = 0; !isOver; turn++) {
      const actions = [{ action: 'changeOrderState', orderState: states[turn % 2] }];
      const { status, json } = await http.send('POST', `${orders}/${id}`, { body: { version: next, actions } });
      t.equal(status, 200);
      next = (json as Order).version;
    }
  };
  const read = async (): Promise<void> => {
    for (let turn = 0; turn < 60; turn++) {
      const { results, count, total } = await list(
        `where=orderState%3D"Open"&sort=createdAt+desc&limit=${1 + (turn % 60)}`,
      );
      t.ok(results.every(({ orderState }) => orderState === 'Open'));
      t.equal(count, results.length);
      t.ok(total >= count);
    }
  };
  const updates = all.slice(0, 8).map(update);
  await Promise.all([read(), read()]);
  isOver = true;
  await Promise.all(updates);
});
