import { test } from 'tap';
import { seedOrders } from '../../src/seed/seedOrders.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const count = 10_050;
await seedOrders(quayside.services, { projectKey: project.projectKey, orders: count, seed: 7 });

const total = async (query: string) =>
  ((await http.send('GET', `/${project.projectKey}/orders?limit=1&${query}`)).json as { total: number }).total;

test('limits a total with a predicate to 10000, and no total without one (GEN051, LIM008, GEN042)', async t => {
  t.equal(await total(''), count);
  t.equal(await total(`where=${encodeURIComponent('createdAt > "2000-01-01T00:00:00Z"')}`), 10_000);
  t.equal(await total(`where=${encodeURIComponent('country is defined')}`), 10_000);
});

test('finds by long lists of values what a look at all resources finds (GEN051)', async t => {
  const states = ['Open', 'Confirmed', 'Complete', 'Cancelled', ...Array.from({ length: 8 }, (_, at) => `Other${at}`)]
    .map(state => `"${state}"`)
    .join();
  for (const sort of ['createdAt asc', 'id desc', 'lastModifiedAt desc']) {
    const read = async (where: string) =>
      (
        await http.send(
          'GET',
          `/${project.projectKey}/orders?${new URLSearchParams({ where, sort, limit: '30' }).toString()}`,
        )
      ).json;
    const found = (await read(`orderState in (${states})`)) as { total: number; count: number };
    t.same(found, await read(`not(not(orderState in (${states})))`), sort);
    t.same([found.total, found.count], [10_000, 30]);
  }
});
