/** Builds of search indexes that are cut off, meet orders that cannot be indexed, or are no longer wanted. */
import { t as root, test } from 'tap';
import { pino } from 'pino';
import { removeResource } from '../../src/engine/commit/remove.js';
import { updateResource } from '../../src/engine/commit/update.js';
import { indexingJob, type IndexingJobOptions } from '../../src/jobs/indexingJob.js';
import { indexingQueueName } from '../../src/jobs/queueNames.js';
import { JobInterruptedError, openQueue, startQueue } from '../../src/jobs/JobQueues.js';
import { startReindexing, indexingStatusOf, stopIndexing } from '../../src/search/indexingControl.js';
import { documentsOf } from '../../src/search/document/documentsOf.js';
import { seedOrders } from '../../src/seed/seedOrders.js';
import { connectQueue } from '../../src/redis/connect.js';
import { ownRedis } from '../support/ownRedis.js';
import { startQuayside } from '../support/quayside.js';
import { searchOf } from '../support/search.js';
import { until } from '../support/until.js';

const { url } = await ownRedis();
const quayside = await startQuayside({ REDIS_URL: url });
const { services } = quayside;
const { search } = services;
const silent = pino({ level: 'silent' });
const connection = connectQueue(url);
root.teardown(() => connection.disconnect());

const asked = (projectKey: string, jobId: string) => ({
  data: { projectKey, jobId },
  progress: () => Promise.resolve(),
});
const never = new AbortController().signal;
const job = (changes: Partial<IndexingJobOptions> = {}) =>
  indexingJob({
    search,
    log: silent,
    documentsOf: (projectKey, ids) => documentsOf(services.engine, projectKey, ids),
    ...changes,
  });

const queue = openQueue(indexingQueueName, connection.client);

/** An activated project with a job that is done here, and by no background. */
const start = async (orders: number) => {
  const credentials = await quayside.project();
  const own = searchOf(quayside, credentials);
  await seedOrders(services, { projectKey: credentials.projectKey, orders, seed: 1 });
  await queue.resume();
  await own.activate();
  await own.settled();
  await queue.pause();
  const jobId = (await search.states.requestJob(own.projectKey, `job-of-${own.projectKey}`))!;
  return { ...own, jobId, status: () => indexingStatusOf(services, own.projectKey, jobId) };
};

test('SEARCH011 a build that is cut off goes on from where it was, and is complete', async t => {
  const project = await start(1_000);
  const { projectKey, jobId } = project;
  const stopping = new AbortController();
  const read: string[] = [];
  const reading = (ids: readonly string[]) => {
    read.push(...ids);
    return documentsOf(services.engine, projectKey, ids);
  };
  await t.rejects(
    job({
      documentsOf: (_, ids) => {
        if (read.length === 200) stopping.abort();
        return reading(ids);
      },
    }).run(stopping.signal, asked(projectKey, jobId)),
    JobInterruptedError,
  );
  t.match(await project.status(), {
    nbrOfIndexedDocuments: 400,
    totalNbrOfDocuments: 1_000,
    percentCompleted: 40,
    completed: false,
  });
  // One that died with a step half done: written, and not noted.
  await t.rejects(
    job({
      documentsOf: async (_, ids) => {
        await reading(ids);
        throw new Error('Connection is closed.');
      },
    }).run(never, asked(projectKey, jobId)),
    /closed/,
  );
  t.equal(await job({ documentsOf: (_, ids) => reading(ids) }).run(never, asked(projectKey, jobId)), 'indexed');
  t.match(await project.status(), {
    nbrOfIndexedDocuments: 1_000,
    nbrOfFailedDocuments: 0,
    percentCompleted: 100,
    completed: true,
  });
  t.equal((await project.ids()).length, 1_000);
  t.equal(read.length, 1_200, 'only the step that was not noted was done twice');
});

test('INDEX005 orders that cannot be indexed are counted and listed with the reason, and keep no other', async t => {
  const project = await start(300);
  const { projectKey, jobId } = project;
  const ids = await project.ids();
  const bad = new Set([ids[0]!, ids[7]!, ids[299]!]);
  const failing = job({
    documentsOf: async (_, some) => {
      if (some.some(id => bad.has(id))) throw new TypeError('no such thing');
      return documentsOf(services.engine, projectKey, some);
    },
  });
  t.equal(await failing.run(never, asked(projectKey, jobId)), 'indexed');
  const status = (await project.status())!;
  t.match(status, {
    nbrOfIndexedDocuments: 297,
    nbrOfFailedDocuments: 3,
    totalNbrOfDocuments: 300,
    percentCompleted: 100,
    completed: true,
  });
  t.same(
    [...status.failures].sort((a, b) => (a.id < b.id ? -1 : 1)),
    [...bad].sort().map(id => ({ id, reason: 'no such thing' })),
  );
  // They are marked: once they can be indexed, they are.
  await project.holds(ids);
});

test('an order that changes, comes or goes during a build is as it should be behind it', async t => {
  const project = await start(450);
  const { projectKey, jobId } = project;
  const [first, second, third] = (await project.ids()) as [string, string, string];
  let made: string[] = [];
  let isFirst = true;
  const meddling = job({
    documentsOf: async (_, ids) => {
      const entries = await documentsOf(services.engine, projectKey, ids);
      if (!isFirst) return entries;
      isFirst = false;
      // Read already, not yet written.
      const own = {
        projectKey,
        resourceType: services.engine.resourceTypes.get('order')!,
        query: new URLSearchParams({ version: '1' }),
        client: {},
      };
      await updateResource(services.engine, {
        ...own,
        address: { field: 'id', value: first },
        body: Buffer.from(
          JSON.stringify({ version: 1, actions: [{ action: 'setCustomerEmail', email: 'changed@example.com' }] }),
        ),
      });
      await removeResource(services.engine, { ...own, address: { field: 'id', value: second }, body: Buffer.alloc(0) });
      made = await project.orders(3);
      // The marks are gone before the old documents are written.
      await until(async () => (await search.states.markCount(projectKey)) === 0);
      return entries;
    },
  });
  t.equal(await meddling.run(never, asked(projectKey, jobId)), 'indexed');
  const ids = await project.ids();
  t.equal(ids.length, 452);
  t.notOk(ids.includes(second));
  t.ok(ids.includes(third) && made.every(id => ids.includes(id)));
  t.match(await services.indexes.contents(projectKey, 'order', (await project.current())!, [first]), [{ version: 2 }]);
});

test('INDEX007 a build that is stopped ends at its next step, and its index goes', async t => {
  const project = await start(450);
  const { projectKey, jobId } = project;
  const before = (await project.current())!;
  let building = 0;
  const stopped = job({
    documentsOf: async (_, ids) => {
      building = (await search.states.read(projectKey))!.building!;
      await stopIndexing(services, projectKey);
      return documentsOf(services.engine, projectKey, ids);
    },
  });
  t.equal(await stopped.run(never, asked(projectKey, jobId)), 'over');
  t.match(await project.status(), { nbrOfIndexedDocuments: 0, completed: true });
  t.equal(await project.current(), before);
  await until(async () => !(await services.indexes.exists(projectKey, 'order', building)), 20_000);
  t.equal((await project.ids()).length, 450);
  t.ok((await startReindexing(services, projectKey)).indexingJobId, 'another may begin');
});

test('SEARCH010 a build in a project that is deactivated meanwhile ends, and leaves nothing', async t => {
  const project = await start(300);
  const { projectKey, jobId } = project;
  const cut = job({
    documentsOf: async (_, ids) => {
      await project.deactivate();
      return documentsOf(services.engine, projectKey, ids);
    },
  });
  t.equal(await cut.run(never, asked(projectKey, jobId)), 'over');
  t.equal(await job().run(never, asked(projectKey, jobId)), 'over');
  await until(async () => (await project.keys()).length === 0, 20_000);
});

test('a run whose process stops is gone on with by another one; one that was asked for twice runs once', async t => {
  const name = 'handed-on';
  const runs: string[] = [];
  const server = (who: string, isPatient: boolean) =>
    startQueue(
      url,
      {
        name,
        run: async (signal, { data }) => {
          runs.push(`${who} ${(data as { what: string }).what}`);
          if (!isPatient) return 'done';
          await new Promise(resolve => {
            signal.addEventListener('abort', resolve);
          });
          throw new JobInterruptedError();
        },
      },
      silent,
    );
  const first = server('first', true);
  await first.requestRun(name, 'one', { what: 'a' });
  await first.requestRun(name, 'one', { what: 'a' });
  await until(() => runs.length === 1);
  await first.stop();
  const second = server('second', false);
  await until(() => runs.length === 2);
  t.same(runs, ['first a', 'second a']);
  const handedOn = openQueue(name, connection.client);
  await until(async () => (await handedOn.getJobCounts()).completed === 1);
  await second.requestRun(name, 'one', { what: 'again' });
  await until(() => runs.length === 3);
  await second.stop();
});
