/** The background thread of a server: it starts when there is work, restarts after it died, and serves its metrics. */
import { matchWhole } from '../../support/matchWhole.js';
import { t as root, test } from '../../support/tap.js';
import { pino } from 'pino';
import { BackgroundThread } from '../../../src/server/background/BackgroundThread.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import { createProject } from '../../../src/projects/createProject.js';
import { updateProject } from '../../../src/projects/updateProject.js';
import { indexingStatusOf } from '../../../src/search/indexingControl.js';
import { importSampleOrders } from '../../../src/server/sampleShop.js';
import { openServices, type Services } from '../../../src/services/services.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { connect } from '../../../src/base/redis/connect.js';
import { findFreePort } from '../../../src/base/redis/embedded/redisProcess.js';
import {
  type IndexNotification,
  IndexNotificationListener,
  IndexNotifier,
} from '../../../src/search/indexing/IndexNotifier.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { startQuayside } from '../../support/quayside.js';
import { plainFind } from '../../support/searchBench.js';
import { searchOf } from '../../support/search.js';
import { waitUntil } from '../../support/waitUntil.js';

const { url } = await startOwnRedis();
const encryptionKey = 'a key of thirty-two characters, for tests';

/** Starts a background thread beside the servers of the test, on the same Redis. */
const startBackground = (redisUrl = url, settings: Readonly<Record<string, string>> = {}) => {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        lines.push(JSON.parse(line) as Record<string, unknown>);
      },
    },
  );
  const config = readConfig({
    NODE_ENV: 'test',
    RETENTION_MINUTES: '0',
    REDIS_URL: redisUrl,
    ENCRYPTION_KEY: encryptionKey,
    ...settings,
  });
  const redis = connect(redisUrl);
  const background = new BackgroundThread({
    config,
    options: createServiceOptions(config, redisUrl, encryptionKey),
    redis,
    log,
    intervals: { checkMs: 200, sweepMs: 500, takeOverMs: 2_000 },
  });
  root.teardown(async () => {
    await background.stop();
    redis.disconnect();
  });
  return { background, lines };
};

test('starts when a project is notified and stops in time', async t => {
  const own = await startOwnRedis();
  const { background } = startBackground(own.url);
  t.equal(background.thread, undefined);
  t.equal(await background.metrics(), '');
  const notifier = new IndexNotifier(own.url);
  notifier.notify('some-project', 'order');
  await waitUntil(() => background.thread !== undefined);
  await waitUntil(async () => /quayside_search_dirty_orders 0/.test(await background.metrics()));
  notifier.close();
  await background.stop();
  t.equal(background.thread, undefined);
});

/** Opens services without a server, so that no thread receives their notifications. */
const openOwn = async (redisUrl: string): Promise<Services> => {
  const config = readConfig({ NODE_ENV: 'test', REDIS_URL: redisUrl, ENCRYPTION_KEY: encryptionKey });
  const services = await openServices(createServiceOptions(config, redisUrl, encryptionKey));
  root.teardown(() => services.close());
  return services;
};

const activate = async (services: Services, projectKey: string): Promise<void> => {
  const body = Buffer.from(
    JSON.stringify({ version: 1, actions: [{ action: 'changeOrderSearchStatus', status: 'Activated' }] }),
  );
  const resourceType = services.engine.resourceTypes.get('project')!;
  await updateProject(services, {
    projectKey,
    resourceType,
    locator: { field: 'id', value: projectKey },
    query: new URLSearchParams(),
    body,
    client: {},
  });
};

const totalOf = async ({ search: { states, indexes } }: Services, projectKey: string): Promise<number> => {
  const number = (await states.read(projectKey))?.current;
  return number === undefined ? -1 : (await indexes.find(projectKey, 'order', number, '*', plainFind)).total;
};

test('indexes orders that a dead process or a dead thread left unindexed (SEARCH011)', async t => {
  const services = await openOwn(url);
  const { projectKey } = await createProject(services, { key: 'left' });
  await importSampleOrders(services, { projectKey, orders: 20, seed: 1 });
  await activate(services, projectKey);
  await importSampleOrders(services, { projectKey, orders: 10, seed: 2 });
  t.equal(await services.search.states.markCount(projectKey), 10, 'no indexer runs');
  const { background, lines } = startBackground();
  await waitUntil(async () => (await totalOf(services, projectKey)) === 30);
  const first = background.thread!;
  await first.terminate();
  await importSampleOrders(services, { projectKey, orders: 10, seed: 3 });
  await waitUntil(async () => (await totalOf(services, projectKey)) === 40);
  t.not(background.thread, first);
  t.ok(lines.some(({ msg }) => msg === 'background thread ended; restarting'));
});

test('starts an indexing job that a server without a background thread requested (INDEX002)', async t => {
  const own = await startOwnRedis();
  const { background } = startBackground(own.url, { BACKGROUND: 'false', RETENTION_MINUTES: '60' });
  const services = await openOwn(own.url);
  const { projectKey } = await createProject(services, { key: 'requested' });
  await activate(services, projectKey);
  const { states } = services.search;
  startBackground(own.url);
  await waitUntil(async () => (await states.read(projectKey))?.current !== undefined);
  // The thread gets no notification, which a server would send to its own thread.
  const jobId = (await states.requestJob(projectKey, 'of-another-process'))!;
  await waitUntil(async () => (await indexingStatusOf(services, projectKey, jobId))!.completed);
  t.equal((await states.read(projectKey))?.jobId, undefined);
  t.equal(background.thread, undefined, 'the setting BACKGROUND leaves the work to others');
});

/** Their build takes long enough to end its thread in the middle. */
const orders = 900;

test('completes a build after its thread died (SEARCH011)', async t => {
  const own = await startOwnRedis();
  const services = await openOwn(own.url);
  const { projectKey } = await createProject(services, { key: 'cut-off' });
  await importSampleOrders(services, { projectKey, orders, seed: 1 });
  const { background } = startBackground(own.url);
  await activate(services, projectKey);
  const { states } = services.search;
  const jobId = (await states.read(projectKey))!.jobId!;
  await waitUntil(async () => (await states.jobRecord(projectKey, jobId))!.indexed > 0);
  await background.thread!.terminate();
  const { indexed } = (await states.jobRecord(projectKey, jobId))!;
  t.ok(indexed > 0 && indexed < orders, `${indexed} were recorded`);
  await waitUntil(async () => (await states.read(projectKey))!.current !== undefined);
  matchWhole(t, await indexingStatusOf(services, projectKey, jobId), {
    nbrOfIndexedDocuments: orders,
    nbrOfFailedDocuments: 0,
    totalNbrOfDocuments: orders,
    failures: [],
    percentCompleted: 100,
    completed: true,
    completedAt: String,
  });
  t.equal(await totalOf(services, projectKey), orders);
});

test('serves the index lag and the number of waiting orders at /metrics', async t => {
  const port = String(await findFreePort());
  const own = await startOwnRedis();
  const quayside = await startQuayside({ REDIS_URL: own.url, METRICS_PORT: port });
  const search = searchOf(quayside, await quayside.project());
  await search.activate();
  await search.settled();
  await search.holds(await search.orders(7));
  const read = async (path = '/metrics') => fetch(`http://127.0.0.1:${port}${path}`);
  const value = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await read()).text())?.[1]);
  await waitUntil(async () => (await value('quayside_search_index_lag_seconds_count')) >= 7);
  t.equal(await value('quayside_search_dirty_orders'), 0);
  t.match((await read()).headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
  t.equal((await read('/other')).status, 404);
  t.ok((await value('quayside_search_index_lag_seconds_sum')) < 60);
  t.match(await (await read()).text(), /^quayside_search_index_lag_seconds_bucket\{le="1"\} \d+$/m);
  await t.rejects(
    startQuayside({ REDIS_URL: own.url, METRICS_PORT: port }),
    /METRICS_PORT is '\d+', which another program listens on/,
  );
});

test('sends one notification for several commits of a project', async t => {
  const own = 'redis://of-this-test';
  const notifier = new IndexNotifier(own);
  const received: (readonly IndexNotification[])[] = [];
  const listener = new IndexNotificationListener(own, notifications => received.push(notifications));
  for (let count = 0; count < 100; count++) notifier.notify(count % 2 === 0 ? 'a' : 'b', 'order');
  await waitUntil(() => received.length > 0);
  t.same(received, [
    [
      { projectKey: 'a', typeId: 'order' },
      { projectKey: 'b', typeId: 'order' },
    ],
  ]);
  notifier.close();
  listener.close();
});
