/** The history of a resource keeps the contents of messages that retention deletes. */
import { test } from '../../support/tap.js';
import type { ClientCredentials } from '../../../src/projects/createProject.js';
import { limits } from '../../../src/base/config/limits.js';
import type { Engine } from '../../../src/engine/Engine.js';
import { retentionJob } from '../../../src/jobs/retentionJob.js';
import { verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import { keys } from '../../../src/store/keys.js';
import { assertError } from '../../support/refusal.js';
import { matchWhole } from '../../support/matchWhole.js';
import { createProjectApi } from '../../support/resourceApi.js';
import { daysAgo, silent, startRetentionShop } from './retentionShop.js';

const { engine, importOrder, messageCount, quayside, redis, store } = await startRetentionShop();

interface Page {
  readonly count: number;
  readonly keptDays: number;
  readonly next?: string;
  readonly results: readonly { readonly id: string; readonly sequenceNumber: number; readonly type: string }[];
}

const run = ({ projectKey }: ClientCredentials, one: Engine = engine, historyDays = 400) => {
  const projectKeys = async () => [projectKey];
  return retentionJob({ engine: one, log: silent, everyMinutes: 1, historyDays, projectKeys }).run(
    new AbortController().signal,
  );
};

const start = async () => {
  const project = await quayside.project();
  const { http, projectKey } = await createProjectApi(quayside, project);
  const send = (query: string, sender = http) => sender.send('GET', `/${projectKey}/message-history?${query}`);
  const read = async (id: string, more = '') => (await send(`typeId=order&id=${id}${more}`)).json as Page;
  const numbers = async (id: string, more = '') =>
    (await read(id, more)).results.map(({ sequenceNumber }) => sequenceNumber);
  return { project, projectKey, http, send, read, numbers };
};

test('keeps the contents of deleted messages, in pages, without snapshots', async t => {
  const { project, projectKey, send, read, numbers } = await start();
  const order = await importOrder(project, 4, 20);
  const other = await importOrder(project, 1, 16);
  const young = await importOrder(project, 1, 14);
  t.equal(await run(project), 5);
  t.equal(await messageCount(project), 1);
  const page = await read(order.id);
  const by = { createdBy: { isPlatformClient: false }, resource: { typeId: 'order', id: order.id } };
  matchWhole(t, page.results[0], {
    type: 'OrderCustomerEmailSet',
    sequenceNumber: 4,
    resourceVersion: 2,
    email: '2@example.com',
    oldEmail: '1@example.com',
    ...by,
  });
  const [imported] = page.results.slice(-1);
  t.same(Object.keys(imported!).sort(), [
    'createdAt',
    'createdBy',
    'id',
    'resource',
    'resourceVersion',
    'sequenceNumber',
    'type',
  ]);
  t.same([page.count, page.keptDays, imported!.type, page.next], [4, 400, 'OrderImported', undefined]);
  const first = await read(order.id, '&limit=3');
  t.same([first.results, first.next], [page.results.slice(0, 3), page.results[2]!.id]);
  t.same(await numbers(order.id, `&limit=3&before=${first.next}`), [1]);
  t.same([await numbers(other.id), await numbers(young.id)], [[1], []]);
  t.same((await verifyStoredData(quayside.services, projectKey)).counts, {});
  const stranger = await createProjectApi(quayside, await quayside.project());
  t.equal((await send(`typeId=order&id=${order.id}`, stranger.http)).status, 401);
  const { json } = await stranger.http.send(
    'GET',
    `/${stranger.projectKey}/message-history?typeId=order&id=${order.id}`,
  );
  t.same((json as Page).results, []);
  for (const [query, message] of [
    ['id=x', "The query parameter 'typeId' is ''; expected the type of a resource, such as order."],
    ['typeId=thing&id=x', "There is no resource type 'thing'; expected one such as order."],
    ['typeId=order&id=a:b', "The query parameter 'id' is 'a:b'; expected the id of a resource."],
    ['typeId=order&id=x&before=1', "The query parameter 'before' is '1'; expected the id of a message."],
    ['typeId=order&id=x&limit=0', "Malformed parameter: limit: expected an integer from 1 to 500, got '0'."],
  ] as const)
    assertError(t, await send(query), 'InvalidInput', { message });
});

test('a run that is interrupted loses no entry and adds none twice', async t => {
  const { project, numbers } = await start();
  const order = await importOrder(project, 60, 20);
  const failing: Engine = { ...engine, store: { ...store, commit: () => Promise.reject(new Error('interrupted')) } };
  await t.rejects(run(project, failing));
  t.equal((await numbers(order.id, '&limit=500')).length, 50, 'the entries of the first step, before its deletion');
  t.equal(await messageCount(project), 60);
  await run(project);
  t.same(
    await numbers(order.id, '&limit=500'),
    Array.from({ length: 60 }, (_, at) => 60 - at),
  );
});

test('an entry is kept for some days after its change, and the newest of a number', async t => {
  t.intercept(limits, 'historyEntriesMax', { value: 3 });
  const { project, projectKey, numbers, read } = await start();
  const order = await importOrder(project, 5, 20);
  const old = await importOrder(project, 2, 401);
  await run(project);
  t.same([await numbers(order.id), await numbers(old.id)], [[5, 4, 3], []]);
  const endsInDays = (await redis.ttl(keys.history(projectKey, 'order', order.id))) / 86_400;
  t.ok(endsInDays > 379.9 && endsInDays < 380.1, String(endsInDays));
  const resource = { typeId: 'order', id: order.id };
  t.same(await store.history(projectKey, resource, { nowMs: Date.now(), days: 10 }), [], 'a shorter time than before');
  const [newest] = (await read(order.id)).results;
  // A deleted message is not added again.
  await store.addHistory(projectKey, resource, [{ id: newest!.id, text: '{}' }], { nowMs: Date.now(), days: 400 });
  t.same(await numbers(order.id), [5, 4, 3]);
  const none = await importOrder(project, 2, 20);
  await run(project, engine, 0);
  t.same(await numbers(none.id), []);
});

test('an erasure deletes the history, and nothing of the erased messages is added to it', async t => {
  const { project, projectKey, http, numbers } = await start();
  const order = await importOrder(project, 3, 20);
  await run(project);
  const { json } = await http.send('GET', `/${projectKey}/orders/${order.id}`);
  const { version } = json as { version: number };
  // A retention run that is about to delete these messages has read them before the erasure.
  const late = await importOrder(project, 2, 20);
  const listed = await store.idsInRange(projectKey, 'message', { by: 'id' }, { from: 0, to: 10 });
  const erase = (id: string, of: number) =>
    http.send('DELETE', `/${projectKey}/orders/${id}?version=${of}&dataErasure=true`);
  t.same([(await erase(order.id, version)).status, (await erase(late.id, 2)).status], [200, 200]);
  await store.addHistory(
    projectKey,
    { typeId: 'order', id: late.id },
    listed.map(id => ({ id, text: '{}' })),
    { nowMs: Date.now(), days: 400 },
  );
  t.same([await numbers(order.id), await numbers(late.id)], [[], []]);
  t.equal(await redis.exists(keys.history(projectKey, 'order', order.id)), 0);
});

test('the history of a deleted resource is kept', async t => {
  const { project, projectKey, http, numbers } = await start();
  const order = await importOrder(project, 2, 20);
  await run(project);
  t.equal((await http.send('DELETE', `/${projectKey}/orders/${order.id}?version=2`)).status, 200);
  await run(project, daysAgo(engine, -16));
  t.same(await numbers(order.id), [3, 2, 1]);
});
