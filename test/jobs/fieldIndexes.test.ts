/** Indexes of custom fields: built beside updates, continued after an interruption, removed with the setting. */
import { randomInt } from 'node:crypto';
import { test } from '../support/tap.js';
import { pino } from 'pino';
import { fieldIndexJob } from '../../src/jobs/fieldIndexJob.js';
import { JobInterruptedError } from '../../src/jobs/Job.js';
import { applyFieldIndexSetting } from '../../src/search/indexing/fieldIndexes.js';
import { keys } from '../../src/store/keys.js';
import { StoredKeys } from '../../src/store/StoredKeys.js';
import { verifyStoredData } from '../../src/jobs/verification/verifyStoredData.js';
import { type Fields, openFieldIndexes } from '../support/fieldIndexes.js';
import { changeProject } from '../support/resourceApi.js';
import { startQuayside } from '../support/quayside.js';
import { waitUntil } from '../support/waitUntil.js';

/** All orders fit on one page of 500, even if three writers exceed this number at once. */
const ordersMax = 490;

test('an index that is built beside updates finds what a filter of all orders finds', async t => {
  const shop = await openFieldIndexes();
  const { services, setIndexes, ordersWith, createOrder, changeOrder, removeOrder, index } = shop;
  const steady = await createOrder({ code: 'steady' });
  const orders = await Promise.all(Array.from({ length: 250 }, (_, at) => createOrder({ code: `C-${at % 40}` })));

  let isWriting = true;
  let steadyReads = 0;
  const write = async (seed: number): Promise<void> => {
    for (let turn = seed; isWriting; turn += 7) {
      const at = turn % orders.length;
      if (turn % 5 === 0 && orders.length < ordersMax)
        orders.push(await createOrder({ code: `C-${turn % 40}`, tags: [`T-${turn % 9}`, 'all'] }));
      else if (turn % 11 === 0) await removeOrder(orders, at);
      else
        await changeOrder(orders, at, { code: turn % 3 === 0 ? undefined : `C-${turn % 40}`, tags: [`T-${turn % 9}`] });
    }
  };
  const read = async (): Promise<void> => {
    for (; isWriting; steadyReads++)
      t.same(await ordersWith('code="steady"'), [steady.id], 'an order that does not change is always found');
  };
  const build = async (): Promise<void> => {
    await setIndexes('code', 'tags', 'count');
    await waitUntil(
      async () => (await index('code'))?.isComplete === true && (await index('count'))?.isComplete === true,
    );
    const readsBefore = steadyReads;
    await waitUntil(() => steadyReads > readsBefore + 20);
  };
  const building = build().finally(() => {
    isWriting = false;
  });
  await Promise.all([building, read(), ...[1, 2, 3].map(write)]);

  const all = await shop.allOrders();
  for (const [where, matches] of [
    ...Array.from({ length: 40 }, (_, at) => [`code="C-${at}"`, ({ code }: Fields) => code === `C-${at}`] as const),
    ...Array.from(
      { length: 9 },
      (_, at) => [`tags contains any ("T-${at}")`, ({ tags }: Fields) => tags?.includes(`T-${at}`)] as const,
    ),
  ] as const)
    t.same(
      await ordersWith(where),
      all
        .filter(({ fields }) => matches(fields))
        .map(({ id }) => id)
        .sort(),
      where,
    );
  const { differences } = await verifyStoredData(services, shop.projectKey);
  t.same(differences, []);
});

test('reads only the orders that an index names, and all while it is built', async t => {
  const { services, projectKey, setIndexes, ordersWith, createOrder, bodiesRead, index } = await openFieldIndexes();
  for (let at = 0; at < 30; at++) await createOrder({ code: `C-${at}`, count: at });
  t.equal(await bodiesRead('code="C-3"'), 30);
  await setIndexes('code', 'count');
  await waitUntil(async () => (await index('count'))?.isComplete === true);
  t.equal(await bodiesRead('code="C-3"'), 1);
  t.equal(await bodiesRead('count in (4, 5)'), 2);
  t.same((await ordersWith('count=4')).length, 1);
  t.same(await ordersWith('code="4"'), [], 'a text is no number');
  await services.redis.hset(keys.fieldIndexes(projectKey), 'order:custom.fields.code', 'building again');
  t.equal(await bodiesRead('code="C-3"'), 30);
});

test('continues an interrupted build, and does not write after the index was removed', async t => {
  const { services, projectKey, setIndexes, createOrder, index, pauseQueue } = await openFieldIndexes();
  const { store, fieldIndexes, redis } = services;
  const resumeQueue = await pauseQueue();
  t.teardown(resumeQueue);
  for (let at = 0; at < 250; at++) await createOrder({ code: `C-${at}` });
  await setIndexes('code');
  const read: string[] = [];
  const stopping = new AbortController();
  const job = fieldIndexJob({
    store: {
      ...store,
      bodies: (key, typeId, ids) => {
        read.push(...ids);
        if (read.length === 75) stopping.abort();
        return store.bodies(key, typeId, ids);
      },
    },
    storedKeys: new StoredKeys(redis),
    log: pino({ level: 'silent' }),
    fieldIndexes,
  });
  const run = (signal: AbortSignal) =>
    job.run(signal, { data: { projectKey }, hasStartedBefore: false, progress: () => Promise.resolve() });
  await t.rejects(run(stopping.signal), new JobInterruptedError());
  t.equal((await index('code'))?.isComplete, false);
  await run(new AbortController().signal);
  t.equal((await index('code'))?.isComplete, true);
  t.same([read.length, new Set(read).size], [250, 250], 'each order is read once');

  const building = (await fieldIndexes.states(projectKey))[0]!;
  await setIndexes();
  const values = [{ path: building.path, value: '1' }];
  const late = { id: read[0]!, version: 1, createdAtMs: 1, values };
  t.equal(await fieldIndexes.fill(projectKey, 'order', [late], building), undefined);
});

test('removes the lists of an index with its setting, and builds it again', async t => {
  const { services, projectKey, setIndexes, createOrder, ordersWith, index, indexKeys } = await openFieldIndexes();
  const [first, second] = [await createOrder({ code: 'A' }), await createOrder({ code: 'B' })];
  await setIndexes('code');
  await waitUntil(async () => (await index('code'))?.isComplete === true);
  t.equal((await indexKeys()).length, 2);
  await setIndexes();
  t.equal(await index('code'), undefined);
  t.same(await ordersWith('code="A"'), [first.id]);
  await waitUntil(async () => (await indexKeys()).length === 0);
  await waitUntil(async () => (await services.fieldIndexes.removals(projectKey)).length === 0);
  const third = await createOrder({ code: 'A' });
  t.same(await indexKeys(), [], 'commits leave a removed index alone');
  await setIndexes('code');
  await waitUntil(async () => (await index('code'))?.isComplete === true);
  t.same(await ordersWith('code="A"'), [first.id, third.id].sort());
  t.same(await ordersWith('code="B"'), [second.id]);
});

test('a server finds an index that was started by a process that died', async t => {
  const { services, projectKey, createOrder, ordersWith, index, rewriteSetting } = await openFieldIndexes();
  const { id } = await createOrder({ code: 'A' });
  await services.fieldIndexes.registerProject(projectKey);
  await rewriteSetting('code');
  await waitUntil(async () => (await index('code'))?.isComplete === true);
  t.same(await ordersWith('code="A"'), [id]);
  t.equal(await applyFieldIndexSetting(services, projectKey), false, 'nothing is left to do');
});

test('builds the indexes of a project whose key is a number', async t => {
  const quayside = await startQuayside();
  const credentials = await quayside.project({ key: String(randomInt(1e9, 2e9)) });
  const customFieldIndexes = [{ typeId: 'order', name: 'code' }];
  await changeProject(quayside, credentials, { action: 'setCustomFieldIndexes', customFieldIndexes });
  const states = () => quayside.services.fieldIndexes.states(credentials.projectKey);
  await waitUntil(async () => (await states())[0]?.isComplete === true);
  t.equal((await states()).length, 1);
});
