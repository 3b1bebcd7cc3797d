/** The steps that convert data of older formats. */
import { readConfig } from '../../../src/base/config/readConfig.js';
import { migrateStoredData } from '../../../src/cli/migration/migrateStoredData.js';
import { createResource } from '../../../src/engine/commit/pipeline.js';
import { sendToKeyNode } from '../../../src/base/redis/sendToKeyNode.js';
import { createProject } from '../../../src/projects/createProject.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { openServices } from '../../../src/services/services.js';
import { keys, serverKeys } from '../../../src/store/keys.js';
import { resolveEncryptionKey } from '../../../src/store/resolveEncryptionKey.js';
import { assertStoredFormat, currentFormat } from '../../../src/store/storedFormat.js';
import { orderDraft } from '../../support/drafts.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { t as root, test } from '../../support/tap.js';

const config = readConfig({ ENCRYPTION_KEY: 'a key for one test file, long enough' });
const { url } = await startOwnRedis();
const services = await openServices(createServiceOptions(config, url, resolveEncryptionKey(config)));
const { redis, engine } = services;
root.teardown(() => services.close());

const projectKey = 'first';
await createProject(services, { key: projectKey });

const create = async (typeId: string, draft: object) => {
  const { body } = await createResource(engine, {
    projectKey,
    resourceType: engine.resourceTypes.get(typeId)!,
    query: new URLSearchParams(),
    body: Buffer.from(JSON.stringify(draft)),
    client: {},
  });
  return (JSON.parse(body.toString()) as { readonly id: string }).id;
};
const pay = (interfaceId: string) =>
  create('payment', {
    amountPlanned: { currencyCode: 'EUR', centAmount: 1 },
    interfaceId,
    paymentMethodInfo: { paymentInterface: 'psp' },
  });
const claimPrefix = keys.unique(projectKey, 'payment', 'paymentInterface+interfaceId', '');
/** All of them lie on one node, which the prefix tells. */
const claimKeys = async () => (await sendToKeyNode(redis, claimPrefix, ['KEYS', `${claimPrefix}*`])) as string[];
const projectBody = keys.body(projectKey, 'project', projectKey);

test('format 2 claims the ids of payments at their services, and completes the settings of projects', async t => {
  const ids = await Promise.all(Array.from({ length: 205 }, (_, at) => pay(`payment-${at}`)));
  const claims = await claimKeys();
  const complete = JSON.parse((await redis.get(projectBody))!) as object;
  await redis.del(...claims);
  const { inventory: _, discounts: __, ...old } = complete as Record<string, unknown>;
  await redis.set(projectBody, JSON.stringify(old));
  // Two payments have one pair: the second one came while nothing was claimed.
  const twin = await pay('payment-7');
  await redis.del(...(await claimKeys()));
  await redis.set('quayside:format', 1);

  const parts: string[] = [];
  await migrateStoredData(services, {
    onProgress: ({ title }, key, part) =>
      parts.push(`${key} ${title} ${part?.done ?? 'begins'} of ${part?.total ?? ''}`),
  });
  t.same(parts, [
    'first payments and settings begins of ',
    ...[100, 200, 206].map(done => `first payments and settings ${done} of 206`),
    'first search indexes begins of ',
    ...[1, 2, 3].map(done => `first search indexes ${done} of 3`),
    'first expiries of carts begins of ',
    'first expiries of carts 0 of 0',
    'first figures of orders begins of ',
    ...Array.from({ length: 92 }, (_day, at) => `first figures of orders ${at + 1} of 92`),
    'first open shipments and returns begins of ',
    'first open shipments and returns 0 of 0',
    'first failed payments begins of ',
    ...[100, 200, 206].map(done => `first failed payments ${done} of 206`),
    'first low stocks begins of ',
    'first low stocks 0 of 0',
    'first audit log begins of ',
    'first audit log 0 of 0',
  ]);
  await assertStoredFormat(redis);
  t.same((await claimKeys()).sort(), claims.sort());
  const holders = await redis.mget(claims);
  t.equal(new Set(holders).size, 205);
  t.same(
    holders.filter(id => !ids.includes(id!) && id !== twin),
    [],
  );
  t.same(JSON.parse((await redis.get(projectBody))!), complete);
  await t.rejects(pay('payment-3'), { message: /interfaceId/ });
});

test('a run that was interrupted goes on', async t => {
  t.equal(currentFormat, 5);
  await redis.del(...(await claimKeys()));
  await redis.set('quayside:format', 1);
  const seen: number[] = [];
  const onProgress = (_: unknown, __: string, part?: { readonly done: number }): void => {
    if (part === undefined) return;
    seen.push(part.done);
    if (seen.length === 1) throw new Error('killed');
  };
  await t.rejects(migrateStoredData(services, { onProgress }), { message: 'killed' });
  await migrateStoredData(services, { onProgress });
  t.same(seen.slice(0, 7), [100, 100, 106, 1, 2, 3, 0]);
  t.equal((await claimKeys()).length, 205);
});

test('format 3 removes the search indexes, so that they are built anew, and keeps the marks', async t => {
  const [state, marks] = [keys.searchState(projectKey, 'order'), keys.dirtyMarks(projectKey, 'order')];
  const former = [
    `{${projectKey}}:order:s:1:one`,
    `idx:{${projectKey}}:order:search:1`,
    `nm:{${projectKey}}:order:search:1/created`,
    keys.obsoleteSearchIndexes(projectKey, 'order'),
  ];
  for (const key of former) await redis.set(key, '');
  await redis.hset(state, { current: 1, layout: 2, building: 2, job: 'one', activatedAt: 5, erasures: 1 });
  await redis.zadd(marks, 7, 'one');
  await redis.hset(keys.searchNumbers, projectKey, 2);
  await redis.set('quayside:format', 2);
  await migrateStoredData(services, {});
  await assertStoredFormat(redis);
  t.equal(await redis.exists(...former), 0);
  t.same(await redis.hgetall(state), { activatedAt: '5', erasures: '1' });
  t.equal(await redis.zscore(marks, 'one'), '7');
});

test('format 4 takes carts with the usual days out of the list by expiry', async t => {
  const [usual, brief] = [
    await create('cart', { currency: 'EUR' }),
    await create('cart', { currency: 'EUR', deleteDaysAfterLastModification: 2 }),
  ];
  const ends = keys.time(projectKey, 'cart', 'endsAt');
  t.same(await redis.zrange(ends, 0, -1), [brief]);
  await redis.zadd(ends, 7, usual);
  await redis.set('quayside:format', 3);
  await migrateStoredData(services, {});
  t.same(await redis.zrange(ends, 0, -1), [brief]);
});

test('format 5 sums orders by day, and lists failed payments and low stocks', async t => {
  await create('inventory-entry', { sku: 'low', quantityOnStock: 10 });
  await create('inventory-entry', { sku: 'enough', quantityOnStock: 11 });
  const money = { currencyCode: 'EUR', centAmount: 1500 };
  await create('payment', {
    amountPlanned: money,
    transactions: [{ type: 'Charge', amount: money, state: 'Failure' }],
  });
  const order = engine.resourceTypes.get('order')!;
  await createResource(engine, {
    projectKey,
    resourceType: order,
    creation: 'import',
    query: new URLSearchParams(),
    body: Buffer.from(JSON.stringify(orderDraft())),
    client: {},
  });
  const day = new Date().toISOString().slice(0, 10);
  const lists = [
    keys.totals(projectKey, 'orders', day),
    keys.index(projectKey, 'order', 'awaitsShipment', 'true'),
    keys.index(projectKey, 'payment', 'hasFailedTransaction', 'true'),
    keys.index(projectKey, 'inventory-entry', 'isLowOnStock', 'true'),
  ];
  const read = async () => [
    Object.entries(await redis.hgetall(lists[0]!))
      .flat()
      .sort(),
    ...(await Promise.all(lists.slice(1).map(list => redis.zrange(list, 0, -1, 'WITHSCORES')))),
  ];
  const kept = await read();
  t.same(
    kept.map(list => list.length),
    [4, 2, 2, 2],
  );
  await redis.del(...lists);
  await redis.set('quayside:format', 4);
  await migrateStoredData(services, {});
  t.same(await read(), kept);
});

test('format 5 indexes the audit log of a project by resource', async t => {
  const account = { id: 'ana', email: 'ana@example.com' };
  for (let at = 0; at < 205; at++)
    await services.audit.append({ event: 'resourceChanged', account, projectKey, resourceId: `zone-${at % 2}` });
  await services.audit.append({ event: 'resourceChanged', account, projectKey });
  const index = serverKeys.projectAuditIndex(projectKey);
  const members = await redis.zrange(index, 0, -1);
  t.equal(members.length, 205);
  await redis.del(index);
  await redis.set('quayside:format', 4);
  await migrateStoredData(services, {});
  t.same(await redis.zrange(index, 0, -1), members);
  t.ok((await redis.ttl(index)) > 0);
});
