/** Settings, states and indexes that do not agree, as crashes and new versions leave them; no background looks on. */
import { randomUUID } from 'node:crypto';
import { t as root, test } from 'tap';
import { pino } from 'pino';
import { reconcileSearch, reconcileProject, type ReconcileOptions } from '../../src/indexing/reconcileSearch.js';
import { readConfig } from '../../src/config/readConfig.js';
import { indexingJob } from '../../src/jobs/indexingJob.js';
import { createProject } from '../../src/projects/createProject.js';
import { updateProject } from '../../src/projects/updateProject.js';
import { stopIndexing } from '../../src/search/indexingControl.js';
import { documentsOf } from '../../src/search/document/documentsOf.js';
import { documentLayout } from '../../src/search/documentLayout.js';
import { openServices, serviceOptionsOf } from '../../src/services/services.js';
import { keys } from '../../src/store/keys.js';
import { keysOf } from '../support/keysOf.js';
import { ownRedis } from '../support/ownRedis.js';

const { url } = await ownRedis();
const encryptionKey = 'a key of thirty-two characters, for tests';
const services = await openServices(serviceOptionsOf(readConfig({ REDIS_URL: url }), url, encryptionKey));
root.teardown(() => services.close());
const { redis, search, store } = services;
const { states, indexes } = search;
const log = pino({ level: 'silent' });
const jobs = indexingJob({
  search,
  log,
  documentsOf: (projectKey, ids) => documentsOf(services.engine, projectKey, ids),
});

const start = async () => {
  const { projectKey } = await createProject(services, { key: `r-${randomUUID().slice(0, 13)}` });
  const asked: string[] = [];
  const options: ReconcileOptions = {
    search,
    store,
    log,
    projectKeys: async () => [projectKey],
    enqueue: async (_, jobId) => {
      asked.push(jobId);
    },
  };
  const state = keys.searchState(projectKey, 'order');
  return {
    projectKey,
    asked,
    state,
    /** What a crash in the middle leaves: the setting alone. */
    change: async (status: string) => {
      const project = JSON.parse((await store.body(projectKey, 'project', projectKey))!.toString()) as {
        version: number;
      };
      const body = Buffer.from(
        JSON.stringify({ version: project.version, actions: [{ action: 'changeOrderSearchStatus', status }] }),
      );
      const cut = { ...services, search: { ...search, follow: async () => 'OFF' as const } };
      await updateProject(cut, {
        projectKey,
        resourceType: services.engine.resourceTypes.get('project')!,
        address: { field: 'id', value: projectKey },
        query: new URLSearchParams(),
        body,
        client: {},
      });
    },
    round: () => reconcileSearch(options),
    /** Does the job that is under way. */
    work: async () => {
      const jobId = (await states.read(projectKey))!.jobId!;
      return jobs.run(new AbortController().signal, { data: { projectKey, jobId }, progress: async () => undefined });
    },
    look: (mayHaveSearch: boolean) => reconcileProject(options, projectKey, mayHaveSearch),
    read: () => states.read(projectKey),
    isExpected: async () => (await states.registeredProjects()).includes(projectKey),
  };
};

test('SEARCH011 an activation that was cut off behind the setting is completed, its job put into the queue', async t => {
  const project = await start();
  await project.change('Activated');
  t.equal(await project.read(), undefined);
  t.ok(await project.isExpected(), 'the project was noted before its setting changed');
  await redis.del(keys.projectsWithSearch);
  await project.round();
  const { jobId } = (await project.read())!;
  t.same(project.asked, [jobId]);
  t.ok(await project.isExpected(), 'also where the note was lost');
  await project.round();
  t.same(project.asked, [jobId, jobId], 'the same job, in case the queue was lost');
  t.equal(await project.work(), 'indexed');
  await project.round();
  t.equal(project.asked.length, 2);
});

test('SEARCH010 a deactivation that was cut off behind the setting is completed; nothing is left, also no note', async t => {
  const project = await start();
  await project.change('Activated');
  await project.round();
  await project.work();
  const { current } = (await project.read())!;
  await project.change('Deactivated');
  t.equal((await project.read())!.current, current);
  await project.round();
  t.equal(await project.read(), undefined);
  t.notOk(await indexes.exists(project.projectKey, 'order', current!));
  await project.round();
  t.notOk(await project.isExpected());
  t.same(
    (await keysOf(redis, `{${project.projectKey}}:order:*`)).filter(key => !key.includes(':job:')),
    [],
  );
});

test('an index of another layout is built anew, the old one serving until then; none that somebody stopped', async t => {
  const project = await start();
  await project.change('Activated');
  await project.round();
  await project.work();
  const { current } = (await project.read())!;
  await redis.hset(project.state, 'layout', documentLayout - 1);
  await project.round();
  t.match(await project.read(), { current, layout: documentLayout - 1, job: project.asked.at(-1) });
  await stopIndexing(services, project.projectKey);
  await project.round();
  t.equal((await project.read())!.jobId, undefined);
  await redis.hset(project.state, 'stopped', documentLayout - 1);
  await project.round();
  await project.work();
  const after = (await project.read())!;
  t.ok(after.current! > current!);
  t.equal(after.layout, documentLayout);
});

test('an index that Redis lost is built anew', async t => {
  const project = await start();
  await project.change('Activated');
  await project.round();
  await project.work();
  const { current } = (await project.read())!;
  await indexes.drop(project.projectKey, 'order', current!);
  await project.round();
  await project.work();
  t.ok(await indexes.exists(project.projectKey, 'order', (await project.read())!.current!));
});

test('an index that does not hold all orders is built anew, unless it was built just now; orders that wait for it are no reason', async t => {
  const project = await start();
  const { projectKey } = project;
  await project.change('Activated');
  await project.round();
  await project.work();
  const id = randomUUID();
  const isBegun = async (): Promise<boolean> => {
    await project.round();
    return (await project.read())!.jobId !== undefined;
  };
  await redis.zadd(keys.ids(projectKey, 'order'), 0, id);
  t.notOk(await isBegun());
  await redis.hset(project.state, 'builtAt', 1);
  await redis.zadd(keys.dirtyMarks(projectKey, 'order'), 1, id);
  t.notOk(await isBegun());
  await redis.zrem(keys.dirtyMarks(projectKey, 'order'), id);
  t.ok(await isBegun());
});

test('a number that was given to an index is given to none after it', async t => {
  const project = await start();
  const numbers: number[] = [];
  for (const status of ['Activated', 'Deactivated', 'Activated']) {
    await project.change(status);
    await project.look(true);
    if (status === 'Activated') await project.work();
    numbers.push((await project.read())?.current ?? 0);
  }
  t.same(numbers, [1, 0, 2]);
});

test('a project that never had search is left alone', async t => {
  const project = await start();
  await project.round();
  t.equal(await project.read(), undefined);
  t.notOk(await project.isExpected());
});
