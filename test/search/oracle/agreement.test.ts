/**
 * Compares the index with the oracle on generated orders and queries. `SEARCH_ORACLE_ORDERS`, `SEARCH_ORACLE_QUERIES`
 * and `SEARCH_ORACLE_SEED` change the length and the data of the run.
 */
import { t as file, test } from '../../support/tap.js';
import { Random } from '../../../examples/sample-shop/choices.js';
import { changeProject, withoutMessages } from '../../support/resourceApi.js';
import { startQuaysideAlone } from '../../support/quayside.js';
import { waitUntil } from '../../support/waitUntil.js';
import type { SearchFixture, Search } from './findFaults.js';
import {
  changeOrders,
  deleteOrders,
  importOrders,
  readOrders,
  readProjectData,
} from '../../support/search/generatedOrders.js';
import { runComparison, sizes } from './runComparison.js';
import { storeReferencedResources } from '../../support/search/storeReferencedResources.js';
import type { WireAnswer } from '../../support/search/wire.js';
import { projectLanguages } from '../../support/search/randomValues.js';

const { orders: count, queries, seed } = sizes;
const indexedWithinMs = 60_000;
// The time grows with the number of orders times the number of queries, and with other load.
const timeoutMs = Math.max(120_000, (count * queries) / 4);
file.setTimeout(timeoutMs);

const quayside = await startQuaysideAlone();
const project = await quayside.project({ languages: projectLanguages });
const http = quayside.http.as(await quayside.token(project));
const reader = { http, base: `/${project.projectKey}` };
const random = new Random(seed);

const search: Search = async request => {
  const { status, json, text } = await http.send('POST', `${reader.base}/orders/search`, { body: request });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json as WireAnswer;
};

/** Returns the orders as soon as the index has exactly their current versions. */
const settled = async (): Promise<SearchFixture> => {
  const orders = await readOrders(reader);
  const versions = new Map<number, number>();
  for (const { version } of orders) versions.set(version, (versions.get(version) ?? 0) + 1);
  const totalOf = async (query: object): Promise<number> => (await search({ query, limit: 0 })).total;
  await waitUntil(async () => {
    try {
      if ((await totalOf({ exists: { field: 'id' } })) !== orders.length) return false;
      for (const [version, held] of versions)
        if ((await totalOf({ exact: { field: 'version', value: version } })) !== held) return false;
      return true;
    } catch {
      // The index may not exist yet.
      return false;
    }
  }, indexedWithinMs);
  return { search, orders, projectData: await readProjectData(reader, projectLanguages) };
};

const half = Math.floor(count / 2);
const someShare = 0.15;

/**
 * Also shows SEARCH023, SEARCH024, SEARCH025, SEARCH026, SEARCH027, SEARCH028, SEARCH029, SEARCH030, SEARCH031,
 * SEARCH032, SEARCH033, SEARCH056, SEARCH057 and SEARCH058.
 */
test('finds the same orders as the oracle (SEARCH014, SEARCH015, SEARCH016, SEARCH017, SEARCH019, SEARCH021)', {
  timeout: timeoutMs,
}, async t => {
  await changeProject(quayside, project, withoutMessages);
  const shop = await storeReferencedResources(quayside, project.projectKey, random, count);
  // Half of the orders exist before the index; the others are created during or after its build.
  await importOrders(quayside, project.projectKey, random, shop, half);
  await changeOrders(reader, random, shop, await readOrders(reader), someShare * 2);
  await changeProject(quayside, project, { action: 'changeOrderSearchStatus', status: 'Activated' });
  await importOrders(quayside, project.projectKey, random, shop, count - half, half);
  const first = await runComparison(await settled(), seed, 0, Math.ceil((queries * 2) / 3));
  t.same(first.failures, []);

  const before = await readOrders(reader);
  await deleteOrders(reader, random, before, someShare);
  await changeOrders(reader, random, shop, await readOrders(reader), someShare);
  const fixture = await settled();
  t.ok(fixture.orders.length < before.length, 'some orders were deleted');
  const second = await runComparison(fixture, seed, queries, Math.floor(queries / 3));
  t.same(second.failures, []);
  const found = { some: first.some + second.some, none: first.none + second.none };
  t.ok(
    found.some > queries / 3 && found.none > queries / 20,
    `queries with and without hits: ${JSON.stringify(found)}`,
  );
});
