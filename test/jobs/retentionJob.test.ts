/** What is kept no longer goes, on a schedule, once in all processes: real queues on a Redis of their own, and clocks that stand in the past. */
import { randomUUID } from 'node:crypto';
import { t as root, test } from 'tap';
import { pino } from 'pino';
import { set } from '../../src/engine/define/actions.js';
import type { ActionTable } from '../../src/engine/define/Action.js';
import { createResource } from '../../src/engine/commit/create.js';
import { creation, defineResource } from '../../src/engine/define/defineResource.js';
import type { Base } from '../../src/engine/define/Base.js';
import { createEngine, type Engine } from '../../src/engine/Engine.js';
import { compileResourceType } from '../../src/engine/define/compileResourceType.js';
import { updateResource } from '../../src/engine/commit/update.js';
import { openQueue } from '../../src/jobs/openQueue.js';
import { startQueue } from '../../src/jobs/JobQueues.js';
import { retentionJob } from '../../src/jobs/retentionJob.js';
import type { ClientCredentials } from '../../src/projects/createProject.js';
import { message } from '../../src/resources/message/index.js';
import { Integer, Optional, Shape } from '../../src/schema/primitives.js';
import { Reference, ResourceIdentifier } from '../../src/schema/reference.js';
import { connectQueue } from '../../src/redis/connect.js';
import { evictionPolicies } from '../../src/redis/evictionPolicies.js';
import { keys } from '../../src/store/keys.js';
import { createSealer } from '../../src/store/Sealer.js';
import type { Store } from '../../src/store/Store.js';
import { orderDraft } from '../support/drafts.js';
import { keysOf } from '../support/keysOf.js';
import { freeMetricsPort, scrape, valueIn } from '../support/metrics.js';
import { ownRedis } from '../support/ownRedis.js';
import { changeProject } from '../support/project.js';
import { startQuayside } from '../support/quayside.js';
import { sdkOf } from '../support/sdk.js';
import { until } from '../support/until.js';

const dayMs = 86_400_000;
const silent = pino({ level: 'silent' });
const { url } = await ownRedis();
const metricsPort = await freeMetricsPort();
const quayside = await startQuayside({ REDIS_URL: url, RETENTION_MINUTES: '60', METRICS_PORT: metricsPort });
const { engine, redis, store } = quayside.services;
const connection = connectQueue(url);
root.teardown(() => connection.disconnect());

const daysAgo = (days: number, one: Engine = engine): Engine => ({
  ...one,
  now: () => new Date(Date.now() - days * dayMs),
});
const requestOf = (one: Engine, projectKey: string, typeId: string, body: object) => ({
  projectKey,
  resourceType: one.resourceTypes.get(typeId)!,
  query: new URLSearchParams(),
  body: Buffer.from(JSON.stringify(body)),
  client: {},
});
const resourceIn = ({ body }: { readonly body: string | Uint8Array }) =>
  JSON.parse(Buffer.from(body as Uint8Array).toString()) as Base;

/** An order that so many messages of that age tell about. */
const tell = async ({ projectKey }: ClientCredentials, count: number, days: number): Promise<Base> => {
  const then = daysAgo(days);
  const order = resourceIn(
    await createResource(then, { ...requestOf(then, projectKey, 'order', orderDraft()), creation: 'import' }),
  );
  const actions = Array.from({ length: count - 1 }, (_, index) => ({
    action: 'setCustomerEmail',
    email: `${index}@example.com`,
  }));
  if (count > 1)
    await updateResource(then, {
      ...requestOf(then, projectKey, 'order', { version: 1, actions }),
      address: { field: 'id', value: order.id },
    });
  return order;
};
const left = async (project: ClientCredentials): Promise<number> =>
  (
    await sdkOf(quayside, project)
      .messages()
      .get({ queryArgs: { limit: 1 } })
      .execute()
  ).body.total!;
const keepDays = (deleteDaysAfterCreation: number) => ({
  action: 'changeMessagesConfiguration',
  messagesConfiguration: { enabled: true, deleteDaysAfterCreation },
});

/** Asks for a run beside the schedule; resolves to what it returns, on whichever server. */
const queue = openQueue('retention', connection.client);
const run = async (): Promise<number> => {
  const job = await queue.add('retention', {});
  // The background of the server may still be loading.
  await until(async () => (await job.getState()) === 'completed', 60_000);
  return (await queue.getJob(job.id!))!.returnvalue as number;
};

test("EVT030 LIM021 messages older than the project's days go in bounded steps, younger ones stay", async t => {
  const [usual, long] = [await quayside.project(), await quayside.project()];
  await changeProject(quayside, long, keepDays(90));
  const order = await tell(usual, 130, 15.01);
  await tell(usual, 3, 14.99);
  await tell(long, 2, 80);
  await tell(long, 4, 91);
  const commits = Number(await store.commitCount(usual.projectKey));
  t.equal(await run(), 134);
  t.equal(Number(await store.commitCount(usual.projectKey)) - commits, 3, 'fifty in a commit');
  t.same([await left(usual), await left(long)], [3, 2]);
  const lists = await keysOf(redis, `{${usual.projectKey}}:message:*`);
  t.equal(lists.filter(key => key.includes(order.id)).length, 0, 'no list names them');
  t.equal(lists.filter(key => key.includes(':message:b:')).length, 3);
  t.equal(
    (await sdkOf(quayside, usual).orders().withId({ ID: order.id }).get().execute()).statusCode,
    200,
    'the order that they told about stays',
  );
  t.equal(await run(), 0);
});

test('EVT030 a project that changes its days is judged by the new ones', async t => {
  const project = await quayside.project();
  await tell(project, 2, 5);
  await run();
  t.equal(await left(project), 2);
  await changeProject(quayside, project, keepDays(4));
  // Settings may be a second old.
  await until(async () => (await run()) === 2);
  t.equal(await left(project), 0);
});

test('LIM019 carts go 90 days after their last change, or after days of their own; what was ordered stays', async t => {
  const project = await quayside.project();
  const { projectKey } = project;
  const cartFrom = async (days: number, changes: object = {}) => {
    const then = daysAgo(days);
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
  const then = daysAgo(91);
  await createResource(
    then,
    requestOf(then, projectKey, 'order', { cart: { typeId: 'cart', id: ordered.id }, version: 1 }),
  );
  const touched = await cartFrom(100);
  await updateResource(daysAgo(50), {
    ...requestOf(engine, projectKey, 'cart', { version: 1, actions: [{ action: 'setLocale', locale: 'en' }] }),
    address: { field: 'id', value: touched.id },
  });
  await run();
  const kept = (await sdkOf(quayside, project).carts().get().execute()).body.results.map(({ id }) => id);
  t.same(kept.sort(), [young.id, ordered.id, touched.id].sort());
  t.notOk(kept.includes(old.id) || kept.includes(short.id));
});

interface Thing extends Base {
  readonly days?: number;
  readonly to?: unknown;
}
const actions: ActionTable<Thing> = { setDays: set<Thing>('days', Integer) };
const members = { days: Optional(Integer), to: Optional(Reference('thing')) };
const Draft = Shape({ days: Optional(Integer), to: Optional(ResourceIdentifier('thing')) });
const draft = creation<Thing, typeof Draft>(Draft, ({ days, to }, context) => ({
  members: { days, to: to && context.reference('thing', to) },
}));
const shared = { resource: Shape(members), draft, actions, scopes: { read: [], write: [] } };

/** Resource types whose resources bear days of their own, or are only so many, over the same store. */
const thingsIn = (own: Store) => {
  const resourceTypes = [
    defineResource<Thing>({
      ...shared,
      typeId: 'thing',
      path: 'things',
      retention: { field: 'lastModifiedAt', ownDays: ({ days }) => days },
    }),
    defineResource<Thing>({
      ...shared,
      typeId: 'crowd',
      path: 'crowd',
      retention: { field: 'createdAt', ownDays: () => undefined, countMax: 3 },
    }),
    message,
  ].map(compileResourceType);
  return createEngine({
    store: own,
    sealer: createSealer('x'.repeat(32)),
    resourceTypes,
    settings: quayside.services.settings.get,
    resourceCacheBytesMax: 1_024,
    queryTimeoutMs: 1_000,
  });
};

const startThings = async (own: Store = store) => {
  const { projectKey } = await quayside.project();
  const things = thingsIn(own);
  return {
    make: async (days: number, given: object = {}, typeId = 'thing') =>
      resourceIn(await createResource(daysAgo(days, thingsIn(store)), requestOf(things, projectKey, typeId, given))).id,
    setDays: (id: string, days: number, ago = 0, typeId = 'thing') =>
      updateResource(daysAgo(ago, thingsIn(store)), {
        ...requestOf(things, projectKey, typeId, { version: 1, actions: [{ action: 'setDays', days }] }),
        address: { field: 'id', value: id },
      }),
    run: (signal = new AbortController().signal) =>
      retentionJob({ engine: things, log: silent, everyMinutes: 1, projectKeys: async () => [projectKey] }).run(signal),
    left: (typeId = 'thing') => redis.zrange(keys.ids(projectKey, typeId), 0, -1),
    ends: () => redis.zcard(keys.time(projectKey, 'thing', 'endsAt')),
  };
};

test('LIM019 LIM020 resources with days of their own go by them, counted from their last modification', async t => {
  const things = await startThings();
  await things.make(2.01, { days: 2 });
  await things.make(400, { days: 365 });
  const stay = [await things.make(1.99, { days: 2 }), await things.make(500), await things.make(400, { days: 500 })];
  const [shortened, lengthened, touched] = [
    await things.make(10, { days: 30 }),
    await things.make(10, { days: 3 }),
    await things.make(10, { days: 3 }),
  ];
  await things.setDays(shortened, 2, 9);
  await things.setDays(lengthened, 30, 9);
  await things.setDays(touched, 4);
  const held = await things.make(7, { days: 5 });
  const holder = await things.make(1, { to: { typeId: 'thing', id: held } });
  t.equal(await things.run(), 3);
  t.same(
    (await things.left()).sort(),
    [...stay, lengthened, touched, held, holder].sort(),
    'one that another refers to stays, and keeps no other',
  );
  t.equal(await things.ends(), 5, 'what is never over stands in no list of ends');
});

test('GEN071 of more than may be the least recently modified go', async t => {
  const things = await startThings();
  const [first, second, third, fourth, fifth] = [
    await things.make(9, {}, 'crowd'),
    await things.make(8, {}, 'crowd'),
    await things.make(7, {}, 'crowd'),
    await things.make(6, {}, 'crowd'),
    await things.make(5, {}, 'crowd'),
  ];
  await things.setDays(first, 1, 4, 'crowd');
  t.equal(await things.run(), 2);
  t.same((await things.left('crowd')).sort(), [first, fourth, fifth].sort(), `neither ${second} nor ${third}`);
});

test('LIM019 what changes while a run looks at it stays; the others of its step go', async t => {
  let meddle: (() => Promise<unknown>) | undefined;
  const things = await startThings({
    ...store,
    commit: async changeSet => {
      await meddle?.();
      meddle = undefined;
      await store.commit(changeSet);
    },
  });
  const ids: string[] = [];
  for (let count = 0; count < 9; count++) ids.push(await things.make(5, { days: 3 }));
  meddle = () => things.setDays(ids[4]!, 1, 5);
  t.equal(await things.run(), 8);
  t.same(await things.left(), [ids[4]]);
  t.equal(await things.run(), 1, 'the next run judges it again');
});

test('LIM019 one that moves up in the list in place of another is judged before it goes', async t => {
  let meddle: (() => Promise<unknown>) | undefined;
  const things = await startThings({
    ...store,
    idsInRange: async (...given) => {
      await meddle?.();
      meddle = undefined;
      return store.idsInRange(...given);
    },
  });
  const [touched, over, young] = [
    await things.make(9, { days: 3 }),
    await things.make(8, { days: 3 }),
    await things.make(1, { days: 3 }),
  ];
  meddle = () => things.setDays(touched, 90);
  t.equal(await things.run(), 1);
  t.same((await things.left()).sort(), [touched, young].sort(), `not ${over}`);
});

test('EVT030 a run that is cut off loses nothing, and the next one goes on', async t => {
  const project = await quayside.project();
  await tell(project, 130, 20);
  const stopping = new AbortController();
  const cut: Engine = {
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
    retentionJob({ engine: one, log: silent, everyMinutes: 1, projectKeys: async () => [project.projectKey] });
  t.equal(await job(cut).run(stopping.signal), 50);
  t.equal(await left(project), 80);
  t.equal(await job(engine).run(new AbortController().signal), 80);
  t.equal(await left(project), 0);
});

test('two servers run a job once for both, and one run at a time', async t => {
  const name = `once-${randomUUID()}`;
  let [runs, now, most] = [0, 0, 0];
  const job = {
    name,
    everyMs: 3_600_000,
    run: async () => {
      most = Math.max(most, ++now);
      await new Promise(resolve => setTimeout(resolve, 50));
      now--;
      runs++;
    },
  };
  const servers = [startQueue(url, job, silent), startQueue(url, job, silent)];
  await until(() => runs === 1);
  const asked = openQueue(name, connection.client);
  await asked.addBulk([1, 2, 3, 4].map(() => ({ name, data: {} })));
  await until(() => runs === 5);
  t.equal(most, 1);
  t.match(await asked.getJobCounts(), { completed: 5, delayed: 1, failed: 0, waiting: 0 });
  await Promise.all(servers.map(server => server.stop()));
});

test('a run that fails is told in the log and tried again; other projects do not wait for it', async t => {
  const [broken, whole] = [await quayside.project(), await quayside.project()];
  await tell(broken, 2, 20);
  await tell(whole, 2, 20);
  const list = keys.time(broken.projectKey, 'message', 'createdAt');
  await redis.rename(list, `${list}:aside`);
  await redis.set(list, 'no list');
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        lines.push(JSON.parse(line) as Record<string, unknown>);
      },
    },
  );
  const name = `told-${randomUUID()}`;
  const server = startQueue(
    url,
    {
      ...retentionJob({
        engine,
        log,
        everyMinutes: 60,
        projectKeys: async () => [broken.projectKey, whole.projectKey],
      }),
      name,
    },
    log,
  );
  await until(() => lines.some(({ msg }) => msg === 'a job failed'));
  t.same([await redis.exists(`${list}:aside`), await left(whole)], [1, 0]);
  t.match(lines, [
    { level: 50, projectKey: broken.projectKey, typeId: 'message', err: { message: /WRONGTYPE/ } },
    { level: 30, projectKey: whole.projectKey, typeId: 'message', count: 2 },
    { level: 50, job: name, attempt: 1, attempts: 5, err: { message: 'retention failed in 1 places' } },
  ]);
  await redis.rename(`${list}:aside`, list);
  await until(() => lines.length === 4);
  t.match(lines[3], { projectKey: broken.projectKey, count: 2 });
  t.equal(await left(broken), 0);
  await server.stop();
});

test('a run that failed for good is counted, a try that is followed by another is not', async t => {
  const broken = await quayside.project();
  await redis.set(keys.time(broken.projectKey, 'message', 'createdAt'), 'no list');
  const failures = async (): Promise<number | undefined> =>
    valueIn(await scrape(metricsPort), 'quayside_job_failures_total{queue="retention"}');
  await until(async () => (await failures()) !== undefined);
  const before = (await failures())!;
  for (const [at, attempts] of [1, 3].entries()) {
    const job = await queue.add('retention', {}, { attempts, backoff: 1 });
    await until(async () => await job.isFailed());
    await until(async () => (await failures()) === before + at + 1);
  }
  t.equal(await failures(), before + 2);
  await redis.del(keys.time(broken.projectKey, 'message', 'createdAt'));
});

test('a Redis that may throw data away is found', async t => {
  t.same(await evictionPolicies(redis), []);
  await redis.call('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  t.same(await evictionPolicies(redis), ['allkeys-lru']);
});
