/** Deactivation of idle searches, with a clock in the future. */
import { dayMs } from '../../src/base/durations.js';
import { test } from '../support/tap.js';
import { pino } from 'pino';
import { idleSearchJob } from '../../src/jobs/searchJobs.js';
import { searchIndexPresence } from '../../src/search/indexingControl.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { startQuayside } from '../support/quayside.js';
import { changeProject } from '../support/resourceApi.js';
import { searchOf } from '../support/search.js';
import { sdkOf } from '../support/sdk.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

const { url } = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: url });
const { services } = quayside;
const runIn = (days: number, idleDays = 30) =>
  idleSearchJob({ services, log: pino({ level: 'silent' }), idleDays, now: () => Date.now() + days * dayMs }).run(
    new AbortController().signal,
  );
const start = async () => {
  const credentials = await quayside.project();
  const search = searchOf(quayside, credentials);
  await search.activate();
  await search.settled();
  return { ...search, settings: async () => (await sdkOf(quayside, credentials).get().execute()).body };
};

test('deactivates order search 30 days after the last search or the activation (SEARCH059, LIM018)', async t => {
  const [never, lately] = [await start(), await start()];
  const { version } = await never.settings();
  const searchedAtMs = Date.now() + 20 * dayMs;
  await services.redis.hset(`{${lately.projectKey}}:order:search`, 'searchedAt', searchedAtMs);
  t.equal(await runIn(29.9), 0);
  t.equal(await runIn(30.1), 1);
  matchWhole(t, await never.settings(), {
    version: version + 1,
    searchIndexing: { orders: { status: 'Deactivated' } },
  });
  t.same(await searchIndexPresence(services, never.projectKey), { searchableIndexExists: false, newInProgress: false });
  await waitUntil(async () => (await never.keys()).length === 0);
  matchWhole(t, await lately.settings(), { searchIndexing: { orders: { status: 'Activated' } } });
  t.equal(await runIn(49.9), 0);
  t.equal(await runIn(50.1), 1);
});

test('uses the configured number of days and records searches (SEARCH059)', async t => {
  const search = await start();
  const before = (await services.search.states.read(search.projectKey))!;
  t.equal(before.searchedAtMs, undefined);
  services.search.recordSearch(search.projectKey);
  await waitUntil(async () => (await services.search.states.read(search.projectKey))!.searchedAtMs !== undefined);
  const { searchedAtMs } = (await services.search.states.read(search.projectKey))!;
  services.search.recordSearch(search.projectKey);
  services.search.recordSearch('no-such-project');
  await waitUntil(async () => services.redis.ping().then(() => true));
  t.equal(
    (await services.search.states.read(search.projectKey))!.searchedAtMs,
    searchedAtMs,
    'recorded at most once a minute',
  );
  t.equal(await services.redis.exists('{no-such-project}:order:search'), 0);
  t.equal(await runIn(6, 7), 0);
  t.equal(await runIn(8, 7), 1);
});

test('deactivates idle searches of products and customers, each by its own searches', async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const [products, customers] = [
    searchOf(quayside, credentials, 'product'),
    searchOf(quayside, credentials, 'customer'),
  ];
  await changeProject(
    quayside,
    credentials,
    { action: 'changeProductSearchIndexingEnabled', enabled: true, mode: 'ProductsSearch' },
    { action: 'changeCustomerSearchStatus', status: 'Activated' },
  );
  for (const search of [products, customers]) await search.settled();
  const settings = async () => (await sdkOf(quayside, credentials).get().execute()).body.searchIndexing;
  const searchedAtMs = Date.now() + 20 * dayMs;
  await services.redis.hset(`{${projectKey}}:product:search`, 'searchedAt', searchedAtMs);
  t.equal(await runIn(30.1), 1);
  matchWhole(t, await settings(), {
    customers: { status: 'Deactivated' },
    productsSearch: { status: 'Activated' },
  });
  t.equal(await runIn(50.1), 1);
  matchWhole(t, await settings(), { productsSearch: { status: 'Deactivated' } });
  for (const typeId of ['product', 'customer'])
    t.same(await searchIndexPresence({ search: services.searches.get(typeId)! }, projectKey), {
      searchableIndexExists: false,
      newInProgress: false,
    });
});
