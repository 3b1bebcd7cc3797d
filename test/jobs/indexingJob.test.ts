/** Index builds that are interrupted, contain orders that fail, or are stopped. */
import { matchWhole } from '../support/matchWhole.js';
import { t as root, test } from '../support/tap.js';
import { pino } from 'pino';
import { removeResource } from '../../src/engine/commit/removeResource.js';
import { updateResource } from '../../src/engine/commit/pipeline.js';
import { indexingJob, type IndexingJobOptions } from '../../src/jobs/indexingJob.js';
import { indexingQueueName } from '../../src/jobs/queueNames.js';
import { JobInterruptedError } from '../../src/jobs/Job.js';
import { openQueue } from '../../src/jobs/openQueue.js';
import { JobQueues } from '../../src/jobs/JobQueues.js';
import { startReindexing, indexingStatusOf, stopIndexing } from '../../src/search/indexingControl.js';
import { documentsOf } from '../support/search/searchedOrder.js';
import { importSampleOrders } from '../../src/server/sampleShop.js';
import { connectQueue } from '../../src/base/redis/connect.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { startQuayside } from '../support/quayside.js';
import { searchOf } from '../support/search.js';
import { waitUntil } from '../support/waitUntil.js';

const { url } = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: url });
const { services } = quayside;
const { search } = services;
const silent = pino({ level: 'silent' });
const connection = connectQueue(url);
root.teardown(() => connection.disconnect());

const runOf = (projectKey: string, jobId: string) => ({
  data: { projectKey, jobId },
  hasStartedBefore: false,
  progress: () => Promise.resolve(),
});
const noSignal = new AbortController().signal;
const job = (changes: Partial<IndexingJobOptions> = {}) =>
  indexingJob({
    searches: services.searches,
    log: silent,
    documentsOf: (_, projectKey, ids) => documentsOf(services.engine, projectKey, ids),
    ...changes,
  });

const queue = openQueue(indexingQueueName, connection.client);

/** Creates a project with order search and an indexing job that the test runs, not the background thread. */
const start = async (orders: number) => {
  const credentials = await quayside.project();
  const own = searchOf(quayside, credentials);
  await importSampleOrders(services, { projectKey: credentials.projectKey, orders, seed: 1 });
  await queue.resume();
  await own.activate();
  await own.settled();
  await queue.pause();
  const jobId = (await search.states.requestJob(own.projectKey, `job-of-${own.projectKey}`))!;
  return { ...own, jobId, status: () => indexingStatusOf(services, own.projectKey, jobId) };
};

test('continues an interrupted build after its last recorded step (SEARCH011)', async t => {
  const project = await start(500);
  const { projectKey, jobId } = project;
  const stopping = new AbortController();
  const read: string[] = [];
  const reading = (ids: readonly string[]) => {
    read.push(...ids);
    return documentsOf(services.engine, projectKey, ids);
  };
  await t.rejects(
    job({
      documentsOf: (_, __, ids) => {
        if (read.length === 200) stopping.abort();
        return reading(ids);
      },
    }).run(stopping.signal, runOf(projectKey, jobId)),
    JobInterruptedError,
  );
  t.same(await project.status(), {
    nbrOfIndexedDocuments: 400,
    nbrOfFailedDocuments: 0,
    totalNbrOfDocuments: 500,
    failures: [],
    percentCompleted: 80,
    completed: false,
  });
  // This models a process that died after it wrote a step and before it recorded it.
  await t.rejects(
    job({
      documentsOf: async (_, __, ids) => {
        await reading(ids);
        throw new Error('Connection is closed.');
      },
    }).run(noSignal, runOf(projectKey, jobId)),
    /closed/,
  );
  t.equal(await job({ documentsOf: (_, __, ids) => reading(ids) }).run(noSignal, runOf(projectKey, jobId)), 'indexed');
  const { jobId: running, lastJobId } = (await search.states.read(projectKey)) ?? {};
  t.strictSame([running, lastJobId], [undefined, jobId], 'the state names the job that ended');
  matchWhole(t, await project.status(), {
    nbrOfIndexedDocuments: 500,
    nbrOfFailedDocuments: 0,
    totalNbrOfDocuments: 500,
    failures: [],
    percentCompleted: 100,
    completed: true,
    completedAt: String,
  });
  t.equal((await project.ids()).length, 500);
  t.equal(read.length, 600, 'only the unrecorded step was repeated');
});

test('counts and lists the orders that fail and indexes the others (INDEX005)', async t => {
  const project = await start(300);
  const { projectKey, jobId } = project;
  const ids = await project.ids();
  const bad = new Set([ids[0]!, ids[7]!, ids[299]!]);
  const failing = job({
    documentsOf: async (_, __, some) => {
      if (some.some(id => bad.has(id))) throw new TypeError('no such thing');
      return documentsOf(services.engine, projectKey, some);
    },
  });
  t.equal(await failing.run(noSignal, runOf(projectKey, jobId)), 'indexed');
  const { failures, ...counts } = (await project.status())!;
  matchWhole(t, counts, {
    nbrOfIndexedDocuments: 297,
    nbrOfFailedDocuments: 3,
    totalNbrOfDocuments: 300,
    percentCompleted: 100,
    completed: true,
    completedAt: String,
  });
  t.same(
    [...failures].sort((a, b) => (a.id < b.id ? -1 : 1)),
    [...bad].sort().map(id => ({ id, reason: 'no such thing' })),
  );
  // The orders have dirty marks, so the indexer indexes them as soon as it can.
  await project.holds(ids);
});

test('indexes the final version of orders that change during a build', async t => {
  const project = await start(250);
  const { projectKey, jobId } = project;
  const [first, second, third] = (await project.ids()) as [string, string, string];
  let made: string[] = [];
  let isFirst = true;
  const interfering = job({
    documentsOf: async (_, __, ids) => {
      const entries = await documentsOf(services.engine, projectKey, ids);
      if (!isFirst) return entries;
      isFirst = false;
      // At this moment the documents have been read but not written.
      const request = {
        projectKey,
        resourceType: services.engine.resourceTypes.get('order')!,
        query: new URLSearchParams({ version: '1' }),
        client: {},
      };
      await updateResource(services.engine, {
        ...request,
        locator: { field: 'id', value: first },
        body: Buffer.from(
          JSON.stringify({ version: 1, actions: [{ action: 'setCustomerEmail', email: 'changed@example.com' }] }),
        ),
      });
      await removeResource(services.engine, {
        ...request,
        locator: { field: 'id', value: second },
        body: Buffer.alloc(0),
      });
      made = await project.orders(3);
      // The indexer deletes the marks before the old documents are written.
      await waitUntil(async () => (await search.states.markCount(projectKey)) === 0);
      return entries;
    },
  });
  t.equal(await interfering.run(noSignal, runOf(projectKey, jobId)), 'indexed');
  const ids = await project.ids();
  t.equal(ids.length, 252);
  t.notOk(ids.includes(second));
  t.ok(ids.includes(third) && made.every(id => ids.includes(id)));
  const documents = await services.indexes.contents(projectKey, 'order', (await project.current())!, [first]);
  t.same(
    documents.map(document => document?.version),
    [2],
  );
});

test('ends a stopped build at its next step and drops its index (INDEX007)', async t => {
  const project = await start(250);
  const { projectKey, jobId } = project;
  const before = (await project.current())!;
  let building = 0;
  const stopped = job({
    documentsOf: async (_, __, ids) => {
      building = (await search.states.read(projectKey))!.building!;
      await stopIndexing(services, projectKey);
      return documentsOf(services.engine, projectKey, ids);
    },
  });
  t.equal(await stopped.run(noSignal, runOf(projectKey, jobId)), 'over');
  const status = await project.status();
  t.equal(status?.nbrOfIndexedDocuments, 0);
  t.equal(status?.completed, true);
  t.equal(await project.current(), before);
  await waitUntil(async () => !(await services.indexes.exists(projectKey, 'order', building)));
  t.equal((await project.ids()).length, 250);
  t.ok((await startReindexing(services, projectKey)).indexingJobId, 'another job can start');
});

test('ends a build and leaves nothing behind when search is deactivated (SEARCH010)', async t => {
  const project = await start(100);
  const { projectKey, jobId } = project;
  const interrupted = job({
    documentsOf: async (_, __, ids) => {
      await project.deactivate();
      return documentsOf(services.engine, projectKey, ids);
    },
  });
  t.equal(await interrupted.run(noSignal, runOf(projectKey, jobId)), 'over');
  t.equal(await job().run(noSignal, runOf(projectKey, jobId)), 'over');
  await waitUntil(async () => (await project.keys()).length === 0);
});

test('continues the run of a stopped process in another one; runs a repeated request once', async t => {
  const queueName = 'handed-on';
  const runs: string[] = [];
  const server = (name: string, waitsForStop: boolean) =>
    new JobQueues(
      { redisUrl: url },
      [
        {
          name: queueName,
          run: async (signal, { data }) => {
            runs.push(`${name} ${(data as { what: string }).what}`);
            if (!waitsForStop) return 'done';
            await new Promise(resolve => {
              signal.addEventListener('abort', resolve);
            });
            throw new JobInterruptedError();
          },
        },
      ],
      silent,
    );
  const first = server('first', true);
  await first.requestRun(queueName, 'one', { what: 'a' });
  await first.requestRun(queueName, 'one', { what: 'a' });
  await waitUntil(() => runs.length === 1);
  await first.stop();
  const second = server('second', false);
  await waitUntil(() => runs.length === 2);
  t.same(runs, ['first a', 'second a']);
  const handedOn = openQueue(queueName, connection.client);
  await waitUntil(async () => (await handedOn.getJobCounts()).completed === 1);
  await second.requestRun(queueName, 'one', { what: 'again' });
  await waitUntil(() => runs.length === 3);
  await second.stop();
});
