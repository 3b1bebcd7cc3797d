/** Settings, states and indexes that disagree after crashes or new versions; no background thread runs. */
import { randomUUID } from 'node:crypto';
import { t as root, test } from '../../support/tap.js';
import { pino } from 'pino';
import {
  CompletenessChecks,
  reconcileSearch,
  reconcileProject,
  type ReconcileSearchOptions,
} from '../../../src/search/indexing/reconcileSearch.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import { indexingJob } from '../../../src/jobs/indexingJob.js';
import { createProject } from '../../../src/projects/createProject.js';
import { updateProject } from '../../../src/projects/updateProject.js';
import { stopIndexing } from '../../../src/search/indexingControl.js';
import { documentsOf } from '../../support/search/searchedOrder.js';
import { TypeSearch } from '../../../src/search/TypeSearch.js';
import { documentLayout } from '../../support/search/searchedOrder.js';
import { openServices } from '../../../src/services/services.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { keys } from '../../../src/store/keys.js';
import { listKeys } from '../../support/listKeys.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';

const { url } = await startOwnRedis();
const encryptionKey = 'a key of thirty-two characters, for tests';
const services = await openServices(createServiceOptions(readConfig({ REDIS_URL: url }), url, encryptionKey));
root.teardown(() => services.close());
const { redis, search, store } = services;
const { states, indexes } = search;
const log = pino({ level: 'silent' });
const jobs = indexingJob({
  searches: services.searches,
  log,
  documentsOf: (_, projectKey, ids) => documentsOf(services.engine, projectKey, ids),
});

/** Models a process that crashes before the search state follows the setting. */
class SearchWithoutState extends TypeSearch {
  override async applySetting(): Promise<'OFF'> {
    return 'OFF';
  }
}
const searchWithoutState = new SearchWithoutState({
  type: search.type,
  states,
  indexes,
  notifyIndexer: () => undefined,
});

let presentMs = 0;

const start = async () => {
  const { projectKey } = await createProject(services, { key: `r-${randomUUID().slice(0, 13)}` });
  const enqueued: string[] = [];
  const options: ReconcileSearchOptions = {
    search,
    store,
    // Each check counts the documents again, since its time is later than all before.
    checks: new CompletenessChecks({ typeId: 'order', indexes, now: () => (presentMs += 3_600_000) }),
    log,
    projectKeys: async () => [projectKey],
    enqueue: async (_, jobId) => {
      enqueued.push(jobId);
    },
  };
  const state = keys.searchState(projectKey, 'order');
  return {
    projectKey,
    enqueued,
    state,
    /** Changes only the setting, as a crash before the change of the state leaves it. */
    changeSetting: async (status: string) => {
      const project = JSON.parse((await store.body(projectKey, 'project', projectKey))!.toString()) as {
        version: number;
      };
      const body = Buffer.from(
        JSON.stringify({ version: project.version, actions: [{ action: 'changeOrderSearchStatus', status }] }),
      );
      const interrupted = { ...services, searches: new Map([['order', searchWithoutState]]) };
      await updateProject(interrupted, {
        projectKey,
        resourceType: services.engine.resourceTypes.get('project')!,
        locator: { field: 'id', value: projectKey },
        query: new URLSearchParams(),
        body,
        client: {},
      });
    },
    reconcile: () => reconcileSearch(options),
    /** Runs the job in progress. */
    runJob: async () => {
      const jobId = (await states.read(projectKey))!.jobId!;
      return jobs.run(new AbortController().signal, {
        data: { projectKey, jobId },
        hasStartedBefore: false,
        progress: async () => undefined,
      });
    },
    reconcileThis: (mayHaveSearch: boolean) => reconcileProject(options, projectKey, mayHaveSearch),
    read: () => states.read(projectKey),
    isRegistered: async () => (await states.registeredProjects()).includes(projectKey),
  };
};

test('completes an activation that was interrupted after the setting and enqueues its job (SEARCH011)', async t => {
  const project = await start();
  await project.changeSetting('Activated');
  t.equal(await project.read(), undefined);
  t.ok(await project.isRegistered(), 'the project was registered before its setting changed');
  await redis.del(keys.projectsWithSearch);
  await project.reconcile();
  const { jobId } = (await project.read())!;
  t.same(project.enqueued, [jobId]);
  t.ok(await project.isRegistered(), 'also when the registration was lost');
  await project.reconcile();
  t.same(project.enqueued, [jobId, jobId], 'the same job, in case the queue was lost');
  t.equal(await project.runJob(), 'indexed');
  await project.reconcile();
  t.equal(project.enqueued.length, 2);
});

test('completes a deactivation that was interrupted after the setting, and leaves nothing (SEARCH010)', async t => {
  const project = await start();
  await project.changeSetting('Activated');
  await project.reconcile();
  await project.runJob();
  const { current } = (await project.read())!;
  await project.changeSetting('Deactivated');
  t.equal((await project.read())!.current, current);
  await project.reconcile();
  t.equal(await project.read(), undefined);
  t.notOk(await indexes.exists(project.projectKey, 'order', current!));
  await project.reconcile();
  t.notOk(await project.isRegistered());
  t.same(
    (await listKeys(redis, `{${project.projectKey}}:order:*`)).filter(key => !key.includes(':job:')),
    [],
  );
});

test('rebuilds an index of another layout while the old one is searched, but not after a stopped job', async t => {
  const project = await start();
  await project.changeSetting('Activated');
  await project.reconcile();
  await project.runJob();
  const { current } = (await project.read())!;
  await redis.hset(project.state, 'layout', documentLayout - 1);
  await project.reconcile();
  const during = (await project.read())!;
  t.equal(during.current, current);
  t.equal(during.layout, documentLayout - 1);
  t.equal(during.jobId, project.enqueued.at(-1));
  await stopIndexing(services, project.projectKey);
  await project.reconcile();
  t.equal((await project.read())!.jobId, undefined);
  await redis.hset(project.state, 'stopped', documentLayout - 1);
  await project.reconcile();
  await project.runJob();
  const after = (await project.read())!;
  t.ok(after.current! > current!);
  t.equal(after.layout, documentLayout);
});

test('rebuilds an index that Redis lost', async t => {
  const project = await start();
  await project.changeSetting('Activated');
  await project.reconcile();
  await project.runJob();
  const { current } = (await project.read())!;
  await indexes.drop(project.projectKey, 'order', current!);
  await project.reconcile();
  await project.runJob();
  t.ok(await indexes.exists(project.projectKey, 'order', (await project.read())!.current!));
});

test('rebuilds an incomplete index unless it is new or its missing orders have dirty marks', async t => {
  const project = await start();
  const { projectKey } = project;
  await project.changeSetting('Activated');
  await project.reconcile();
  await project.runJob();
  const id = randomUUID();
  const isRebuilding = async (): Promise<boolean> => {
    await project.reconcile();
    return (await project.read())!.jobId !== undefined;
  };
  await redis.zadd(keys.ids(projectKey, 'order'), 0, id);
  t.notOk(await isRebuilding());
  await redis.hset(project.state, 'builtAt', 1);
  await redis.zadd(keys.dirtyMarks(projectKey, 'order'), 1, id);
  t.notOk(await isRebuilding());
  await redis.zrem(keys.dirtyMarks(projectKey, 'order'), id);
  t.ok(await isRebuilding());
});

test('never reuses the number of an index', async t => {
  const project = await start();
  const numbers: number[] = [];
  for (const status of ['Activated', 'Deactivated', 'Activated']) {
    await project.changeSetting(status);
    await project.reconcileThis(true);
    if (status === 'Activated') await project.runJob();
    numbers.push((await project.read())?.current ?? 0);
  }
  t.same(numbers, [1, 0, 2]);
});

test('ignores a project that never had order search', async t => {
  const project = await start();
  await project.reconcile();
  t.equal(await project.read(), undefined);
  t.notOk(await project.isRegistered());
});
