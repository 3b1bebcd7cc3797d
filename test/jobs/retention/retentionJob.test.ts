/** The retention job on real queues, with resources of the past. */
import { test } from '../../support/tap.js';
import { createResource, updateResource } from '../../../src/engine/commit/pipeline.js';
import type { Engine } from '../../../src/engine/Engine.js';
import { retentionJob } from '../../../src/jobs/retentionJob.js';
import { listKeys } from '../../support/listKeys.js';
import { changeProject } from '../../support/resourceApi.js';
import { sdkOf } from '../../support/sdk.js';
import { waitUntil } from '../../support/waitUntil.js';
import { daysAgo, keepDays, requestOf, resourceIn, silent, startRetentionShop } from './retentionShop.js';

const { engine, importOrder, messageCount, quayside, queue, redis, store } = await startRetentionShop();

/** Runs the job outside its schedule, on any server, and returns its result. */
const run = async (): Promise<number> => {
  const job = await queue.add('retention', {});
  // The background thread of the server may still be loading.
  await waitUntil(async () => (await job.getState()) === 'completed');
  return (await queue.getJob(job.id!))!.returnvalue as number;
};

test("deletes messages older than the project's setting in bounded steps (EVT030, LIM021)", async t => {
  const [usual, long] = [await quayside.project(), await quayside.project()];
  await changeProject(quayside, long, keepDays(90));
  const order = await importOrder(usual, 130, 15.01);
  await importOrder(usual, 3, 14.99);
  await importOrder(long, 2, 80);
  await importOrder(long, 4, 91);
  const commits = Number(await store.commitCount(usual.projectKey));
  t.equal(await run(), 134);
  t.equal(Number(await store.commitCount(usual.projectKey)) - commits, 3, 'fifty messages per commit');
  t.same([await messageCount(usual), await messageCount(long)], [3, 2]);
  const lists = await listKeys(redis, `{${usual.projectKey}}:message:*`);
  t.equal(lists.filter(key => key.includes(order.id)).length, 0, 'no list contains the deleted messages');
  t.equal(lists.filter(key => key.includes(':message:b:')).length, 3);
  t.equal(
    (await sdkOf(quayside, usual).orders().withId({ ID: order.id }).get().execute()).statusCode,
    200,
    'the order of the messages is kept',
  );
  t.equal(await run(), 0);
});

test('applies a changed retention time to existing messages (EVT030)', async t => {
  const project = await quayside.project();
  await importOrder(project, 2, 5);
  await run();
  t.equal(await messageCount(project), 2);
  await changeProject(quayside, project, keepDays(4));
  // The cached settings may be one second old.
  await waitUntil(async () => (await run()) === 2);
  t.equal(await messageCount(project), 0);
});

test('deletes carts 90 days after their last change or after their own time; ordered carts stay (LIM019)', async t => {
  const project = await quayside.project();
  const { projectKey } = project;
  const cartFrom = async (days: number, changes: object = {}) => {
    const then = daysAgo(engine, days);
    return resourceIn(
      await createResource(
        then,
        requestOf(then, projectKey, 'cart', { currency: 'EUR', shippingAddress: { country: 'DE' }, ...changes }),
      ),
    );
  };
  const old = await cartFrom(90.01);
  const young = await cartFrom(89.99);
  const short = await cartFrom(3, { deleteDaysAfterLastModification: 2 });
  const ordered = await cartFrom(91);
  const then = daysAgo(engine, 91);
  await createResource(
    then,
    requestOf(then, projectKey, 'order', { cart: { typeId: 'cart', id: ordered.id }, version: 1 }),
  );
  const touched = await cartFrom(100);
  await updateResource(daysAgo(engine, 50), {
    ...requestOf(engine, projectKey, 'cart', { version: 1, actions: [{ action: 'setLocale', locale: 'en' }] }),
    locator: { field: 'id', value: touched.id },
  });
  await run();
  const kept = (await sdkOf(quayside, project).carts().get().execute()).body.results.map(({ id }) => id);
  t.same(kept.sort(), [young.id, ordered.id, touched.id].sort());
  t.notOk(kept.includes(old.id) || kept.includes(short.id));
});

test('continues in the next run after an interrupted run (EVT030)', async t => {
  const project = await quayside.project();
  await importOrder(project, 130, 20);
  const stopping = new AbortController();
  const interrupted: Engine = {
    ...engine,
    store: {
      ...store,
      commit: async changeSet => {
        await store.commit(changeSet);
        stopping.abort();
      },
    },
  };
  const job = (one: Engine) =>
    retentionJob({
      engine: one,
      log: silent,
      everyMinutes: 1,
      historyDays: 400,
      projectKeys: async () => [project.projectKey],
    });
  t.equal(await job(interrupted).run(stopping.signal), 50);
  t.equal(await messageCount(project), 80);
  t.equal(await job(engine).run(new AbortController().signal), 80);
  t.equal(await messageCount(project), 0);
});
