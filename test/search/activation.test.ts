/** Activation and deactivation of order search. */
import { test } from '../support/tap.js';
import {
  searchIndexPresence,
  startReindexing,
  indexingStatusOf,
  stopIndexing,
} from '../../src/search/indexingControl.js';
import { keys } from '../../src/store/keys.js';
import { changeProject } from '../support/resourceApi.js';
import { startQuayside } from '../support/quayside.js';
import { searchOf } from '../support/search.js';
import { sdkOf } from '../support/sdk.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const { services } = quayside;
const start = async () => {
  const credentials = await quayside.project();
  return { credentials, ...searchOf(quayside, credentials) };
};

test('indexes existing and later orders after activation (SEARCH011)', async t => {
  const search = await start();
  const existing = await search.orders(30);
  t.same(await search.keys(), [], 'no keys exist before the activation');
  await search.activate();
  matchWhole(
    t,
    await searchIndexPresence(services, search.projectKey),
    { newInProgress: true },
    'a job is running after the response',
  );
  await search.holds(existing);
  await search.settled();
  const later = await search.orders(5);
  await search.holds([...existing, ...later]);
  t.same(await searchIndexPresence(services, search.projectKey), { searchableIndexExists: true, newInProgress: false });
});

test('updates the index after changes and deletions (SEARCH011)', async t => {
  const search = await start();
  await search.activate();
  await search.settled();
  const [first, second] = (await search.orders(2)) as [string, string];
  await search.holds([first, second]);
  const sdk = sdkOf(quayside, search.credentials);
  await sdk
    .orders()
    .withId({ ID: first })
    .post({ body: { version: 1, actions: [{ action: 'setCustomerEmail', email: 'new@example.com' }] } })
    .execute();
  await sdk
    .orders()
    .withId({ ID: second })
    .delete({ queryArgs: { version: 1 } })
    .execute();
  await search.holds([first]);
  await search.settled();
  const [hit] = await services.indexes.contents(search.projectKey, 'order', (await search.current())!, [first]);
  t.equal(hit?.version, 2);
});

test('deactivation leaves nothing, and activation indexes all orders again (SEARCH009, SEARCH010)', async t => {
  const search = await start();
  const orders = await search.orders(3);
  await search.activate();
  await search.holds(orders);
  await search.settled();
  await search.deactivate();
  t.equal(await services.search.currentIndex(search.projectKey), undefined);
  t.same(await searchIndexPresence(services, search.projectKey), {
    searchableIndexExists: false,
    newInProgress: false,
  });
  await waitUntil(async () => (await search.keys()).length === 0);
  const more = await search.orders(1);
  t.same(await search.marks(), [], 'commits write no dirty marks');
  await search.activate();
  await search.holds([...orders, ...more]);
});

test('reports the running job instead of a second one, also for concurrent requests (INDEX002, INDEX003)', async t => {
  const search = await start();
  const { projectKey } = search;
  await t.rejects(
    startReindexing(services, projectKey),
    /^The search of orders is not active in the project/,
    'no job starts while search is inactive',
  );
  const orders = await search.orders(40);
  await search.activate();
  await search.settled();
  const answers = await Promise.all(Array.from({ length: 10 }, () => startReindexing(services, projectKey)));
  const begun = answers.flatMap(({ indexingJobId }) => indexingJobId ?? []);
  t.equal(begun.length, 1);
  t.same(
    answers.flatMap(({ existingIndexingJobId }) => existingIndexingJobId ?? []),
    Array.from({ length: 9 }, () => begun[0]),
  );
  await search.settled();
  matchWhole(t, await indexingStatusOf(services, projectKey, begun[0]!), {
    nbrOfIndexedDocuments: 40,
    nbrOfFailedDocuments: 0,
    totalNbrOfDocuments: 40,
    percentCompleted: 100,
    completed: true,
    failures: [],
  });
  t.same(await search.ids(), orders);
  t.ok((await startReindexing(services, projectKey)).indexingJobId, 'another job can start afterwards');
  t.equal(
    await indexingStatusOf(services, (await start()).projectKey, begun[0]!),
    undefined,
    'a job of another project is not found',
  );
  t.equal(await indexingStatusOf(services, projectKey, 'none'), undefined);
});

test('searches the complete old index until the new one replaces it (INDEX009)', async t => {
  const search = await start();
  const { projectKey } = search;
  const orders = await search.orders(60);
  await search.activate();
  await search.holds(orders);
  await search.settled();
  let old = (await search.current())!;
  // On a busy machine an index may be complete before the first check.
  await waitUntil(async () => {
    old = (await search.current())!;
    await startReindexing(services, projectKey);
    const { searchableIndexExists, newInProgress } = await searchIndexPresence(services, projectKey);
    t.ok(searchableIndexExists);
    let looks = 0;
    for (; (await search.current()) === old; looks++) t.same(await search.ids(), orders);
    return newInProgress && looks > 0;
  });
  t.same(await search.ids(), orders);
  t.ok(
    await services.indexes.exists(projectKey, 'order', old),
    'searches that began on the old index can still use it',
  );
  await waitUntil(async () => !(await services.indexes.exists(projectKey, 'order', old)));
  t.same(await search.ids(), orders);
});

test('keeps values of referenced resources until the orders are indexed again (SEARCH054, SEARCH055)', async t => {
  const search = await start();
  const { projectKey } = search;
  const sdk = sdkOf(quayside, search.credentials);
  const { body: state } = await sdk
    .states()
    .post({ body: { key: 'packed', type: 'OrderState', name: { en: 'Packed' } } })
    .execute();
  const [id] = (await search.orders(1)) as [string];
  await sdk
    .orders()
    .withId({ ID: id })
    .post({ body: { version: 1, actions: [{ action: 'transitionState', state: { typeId: 'state', id: state.id } }] } })
    .execute();
  await search.activate();
  await search.holds([id]);
  await search.settled();
  const content = async (): Promise<string> =>
    (await services.indexes.contents(projectKey, 'order', (await search.current())!, [id]))[0]!.content!.toString();
  t.match(await content(), /Packed/);
  await sdk
    .states()
    .withId({ ID: state.id })
    .post({ body: { version: 1, actions: [{ action: 'setName', name: { en: 'Wrapped' } }] } })
    .execute();
  await sdk
    .orders()
    .get({ queryArgs: { limit: 1 } })
    .execute();
  t.match(await content(), /Packed/);
  await startReindexing(services, projectKey);
  await search.settled();
  t.match(await content(), /Wrapped/);
});

test('keeps the searched index when a job is stopped and starts no other job (INDEX007)', async t => {
  const search = await start();
  const { projectKey } = search;
  const orders = await search.orders(2);
  await search.activate();
  await search.holds(orders);
  await search.settled();
  t.equal(await stopIndexing(services, projectKey), 'No indexing job is running.');
  // Both requests are sent together, so that no server can run the job in between.
  const [job, status] = await Promise.all([
    services.search.states.requestJob(projectKey, 'a-job'),
    stopIndexing(services, projectKey),
  ]);
  t.equal(status, "The indexing job 'a-job' was stopped.");
  matchWhole(t, await indexingStatusOf(services, projectKey, job!), { completed: true, nbrOfIndexedDocuments: 0 });
  t.same(await searchIndexPresence(services, projectKey), { searchableIndexExists: true, newInProgress: false });
  const more = await search.orders(1);
  await search.holds([...orders, ...more]);
});

test('applies a setting that was changed before order search existed (SEARCH011)', async t => {
  const search = await start();
  const orders = await search.orders(2);
  await search.activate();
  await search.settled();
  await services.redis.del(keys.searchState(search.projectKey, 'order'));
  await services.search.applySetting(search.projectKey);
  await search.holds(orders);
  await changeProject(quayside, search.credentials, { action: 'changeName', name: 'Other' });
  t.same(await search.ids(), orders);
});

test('gives no index number twice', async t => {
  const search = await start();
  await search.activate();
  await search.settled();
  const {
    redis,
    search: { states },
  } = services;
  const current = (await search.current())!;
  // A failover of another shard may leave this state.
  await redis.hdel(keys.searchNumbers, search.projectKey);
  const job = await states.requestJob(search.projectKey, 'a-job');
  t.equal(await states.assignIndexNumber(search.projectKey, job!), current + 1);
});

test('rebuilds an index that Redis lost and answers searches with 503 until then', async t => {
  const search = await start();
  const { projectKey } = search;
  const orders = await search.orders(3);
  await search.activate();
  await search.holds(orders);
  await search.settled();
  const http = quayside.http.as(await quayside.token(search.credentials));
  const body = {
    query: { or: orders.map(value => ({ exact: { field: 'id', value } })) },
    sort: [{ field: 'createdAt', order: 'asc' }],
  };
  const find = async () => http.send('POST', `/${projectKey}/orders/search`, { body });
  const before = await find();
  matchWhole(t, before, { status: 200, json: { total: 3 } });
  await services.indexes.drop(projectKey, 'order', (await search.current())!);
  const refusal = await find();
  matchWhole(t, refusal, { status: 503, headers: { 'retry-after': /\d/ }, json: { message: /being rebuilt/ } });
  let after = refusal;
  await waitUntil(async () => (after = await find()).status !== 503);
  t.same(after.json, before.json);
});
