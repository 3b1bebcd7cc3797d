import { test } from '../support/tap.js';
import { parseQueryParameters } from '../../src/engine/query/parseQueryParameters.js';
import { runQuery } from '../../src/engine/query/runQuery.js';
import { orderDraft } from '../support/drafts.js';
import { storeMany } from '../support/graphql.js';
import { startQuaysideAlone } from '../support/quayside.js';
import type { Resource } from '../support/resourceApi.js';

const quayside = await startQuaysideAlone();
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const count = 10_050;
const states = ['Open', 'Confirmed', 'Complete', 'Cancelled'];
const imported = await http.send('POST', `/${project.projectKey}/orders/import`, {
  body: orderDraft({ country: 'DE' }),
});
const { id: _id, version: _version, createdAt: _createdAt, lastModifiedAt: _at, ...order } = imported.json as Resource;
await storeMany(
  quayside,
  project.projectKey,
  'order',
  Array.from({ length: count - 1 }, (_, at) => ({ ...order, lineItems: [], orderState: states[at % states.length] })),
);

const total = async (query: string) =>
  ((await http.send('GET', `/${project.projectKey}/orders?limit=1&${query}`)).json as { total: number }).total;

test('limits a total with a predicate to 10000, and no total without one (GEN051, LIM008, GEN042)', async t => {
  t.equal(await total(''), count);
  t.equal(await total(`where=${encodeURIComponent('createdAt > "2000-01-01T00:00:00Z"')}`), 10_000);
  t.equal(await total(`where=${encodeURIComponent('country is defined')}`), 10_000);
});

test('finds the same by long lists of values as by a scan of all resources (GEN051)', async t => {
  const listed = [...states, ...Array.from({ length: 8 }, (_, at) => `Other${at}`)].map(state => `"${state}"`).join();
  for (const sort of ['createdAt asc', 'id desc', 'lastModifiedAt desc']) {
    const read = async (where: string) =>
      (
        await http.send(
          'GET',
          `/${project.projectKey}/orders?${new URLSearchParams({ where, sort, limit: '30' }).toString()}`,
        )
      ).json;
    const found = (await read(`orderState in (${listed})`)) as { total: number; count: number };
    t.same(found, await read(`not(not(orderState in (${listed})))`), sort);
    t.same([found.total, found.count], [10_000, 30]);
  }
});

test('a page leaves out no order while orders before it are deleted (GEN051)', async t => {
  const { services } = quayside;
  const { projectKey } = project;
  const resourceType = services.engine.resourceTypes.get('order')!;
  for (const sort of ['createdAt asc', 'id desc']) {
    const where = 'country is defined';
    const parsed = parseQueryParameters(new URLSearchParams({ where, sort, offset: '400', limit: '300' }), []);
    let isFirst = true;
    const bodies: typeof services.store.bodies = async (...given) => {
      const found = await services.store.bodies(...given);
      if (!isFirst) return found;
      isFirst = false;
      for (const body of found.slice(0, 5)) {
        const { id, version } = JSON.parse(body!.toString()) as { id: string; version: number };
        await http.send('DELETE', `/${projectKey}/orders/${id}?version=${version}`);
      }
      return found;
    };
    const page = (store = services.store) =>
      runQuery({ ...services.engine, store }, { resourceType, projectKey }, parsed);
    const before = await page();
    const during = await page({ ...services.store, bodies });
    t.same(during.bodies.map(String), before.bodies.map(String), sort);
    t.equal((await page()).bodies.length, 300);
    t.not(String((await page()).bodies[0]), String(before.bodies[0]), 'the orders are deleted');
  }
});
