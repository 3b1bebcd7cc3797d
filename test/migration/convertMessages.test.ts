/** Converts messages as format 1 stored them: random ids, a list by creation, and plain bodies. */
import { randomUUID } from 'node:crypto';
import { t as root, test } from '../support/tap.js';
import { readConfig } from '../../src/config/readConfig.js';
import { convertMessages } from '../../src/migration/convertMessages.js';
import { migrateStoredData } from '../../src/migration/migrateStoredData.js';
import { createProject } from '../../src/projects/createProject.js';
import type { RedisClient } from '../../src/redis/connect.js';
import { seedOrders } from '../../src/seed/seedOrders.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { openServices } from '../../src/services/services.js';
import { keys } from '../../src/store/keys.js';
import { resolveEncryptionKey } from '../../src/store/resolveEncryptionKey.js';
import { assertStoredFormat } from '../../src/store/storedFormat.js';
import { wholeList } from '../../src/store/Store.js';
import { verifyStoredData } from '../../src/verify/verifyStoredData.js';
import { startOwnRedis } from '../support/startOwnRedis.js';

interface Message {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly resource: { readonly id: string };
}

const config = readConfig({ ENCRYPTION_KEY: 'a key for one test file, long enough' });
const { url } = await startOwnRedis();
const open = () => openServices(createServiceOptions(config, url, resolveEncryptionKey(config)));
const projectKey = 'migrated';

/** Creates a project that keeps messages for longer, so that fewer sample orders have enough of them. */
const createProjectWithMessages = async (): Promise<void> => {
  const services = await open();
  await createProject(services, { key: projectKey });
  const key = keys.body(projectKey, 'project', projectKey);
  const daysText = '"deleteDaysAfterCreation":';
  const body = (await services.redis.get(key)) ?? '';
  await services.redis.set(key, body.replace(`${daysText}15`, `${daysText}90`));
  await services.close();
};

await createProjectWithMessages();
// Opened later, since settings of projects are kept in memory for a while.
const services = await open();
root.teardown(() => services.close());
const { redis, store } = services;

const readMessages = async (): Promise<Message[]> => {
  const list = { by: 'id' } as const;
  const ids = await store.idsInRange(projectKey, 'message', list, {
    from: 0,
    to: (await store.rankRange(projectKey, 'message', list, wholeList)).to,
  });
  return (await store.bodies(projectKey, 'message', ids)).map(body => JSON.parse(body!.toString()) as Message);
};

/** Stores a message as format 1 did. */
const becomeOld = async (message: Message): Promise<void> => {
  const old = { ...message, id: randomUUID() };
  const score = Date.parse(message.createdAt);
  const indexes = [
    keys.index(projectKey, 'message', 'resource.id', message.resource.id),
    keys.index(projectKey, 'message', 'type', message.type),
  ];
  await redis.del(keys.body(projectKey, 'message', message.id));
  await redis.zrem(keys.ids(projectKey, 'message'), message.id);
  for (const index of indexes) {
    await redis.zrem(index, message.id);
    await redis.zadd(index, score, old.id);
  }
  await redis.set(keys.body(projectKey, 'message', old.id), JSON.stringify(old));
  await redis.zadd(keys.ids(projectKey, 'message'), 0, old.id);
  await redis.zadd(keys.time(projectKey, 'message', 'createdAt'), score, old.id);
};

/** The connection, whose first transaction is sent when `proceed` is called. */
const stoppedConnection = () => {
  let isFirst = true;
  let proceed = (): void => undefined;
  const proceeding = new Promise<void>(resolve => {
    proceed = resolve;
  });
  let stop = (): void => undefined;
  const stopped = new Promise<void>(resolve => {
    stop = resolve;
  });
  const stopOnce = async (): Promise<void> => {
    if (!isFirst) return;
    isFirst = false;
    stop();
    await proceeding;
  };
  const multi = () => {
    const transaction = redis.multi();
    const exec = transaction.exec.bind(transaction);
    return Object.assign(transaction, { exec: () => stopOnce().then(() => exec()) });
  };
  const get = (target: RedisClient, name: string | symbol): unknown => {
    const value: unknown = name === 'multi' ? multi : Reflect.get(target, name);
    return typeof value === 'function' ? (value.bind(target) as unknown) : value;
  };
  return { connection: new Proxy(redis, { get }), stopped, proceed };
};

const withoutId = (message: Message): object => ({ ...message, id: undefined });

test('writes each message once when a run that stood still goes on after another one', async t => {
  await seedOrders(services, { projectKey, orders: 60, seed: 2 });
  const before = await readMessages();
  for (const message of before) await becomeOld(message);
  await redis.set('quayside:format', 1);
  const { connection, stopped, proceed } = stoppedConnection();
  const first = migrateStoredData({ ...services, redis: connection });
  const ended = t.rejects(first, /^This run stood still for more than 10 seconds, and lost its lock/);
  await stopped;
  await redis.del('quayside:migration:lock');
  await migrateStoredData(services);
  const after = await readMessages();
  t.strictSame(after.map(withoutId), before.map(withoutId));
  proceed();
  await ended;
  t.strictSame(await readMessages(), after);
  const { differences, counts } = await verifyStoredData(services, projectKey);
  t.strictSame([differences, counts], [[], {}]);
});

test('moves messages to ids in the order of creation, also after an interruption', async t => {
  await seedOrders(services, { projectKey, orders: 600, seed: 1 });
  const before = await readMessages();
  t.ok(before.length > 60, `${before.length} messages`);
  for (const message of before) await becomeOld(message);
  await redis.set('quayside:format', 1);

  const parts = convertMessages.convert(services, projectKey, undefined)[Symbol.asyncIterator]();
  const first = await parts.next();
  t.match(first.value, { done: Number, total: before.length });
  const left = await redis.zcard(keys.time(projectKey, 'message', 'createdAt'));
  t.ok(left < before.length && left > 0, 'one part is converted');

  const progress: number[] = [];
  await migrateStoredData(services, {
    onProgress: (step, _, part) => {
      if (part !== undefined && step === convertMessages) progress.push(part.done);
    },
  });
  t.equal(progress.at(-1), left);
  await assertStoredFormat(redis);
  const after = await readMessages();
  t.strictSame(after.map(withoutId), before.map(withoutId), 'the same messages in the order of creation');
  t.equal(await redis.exists(keys.time(projectKey, 'message', 'createdAt')), 0);
  const [stored] = await redis.mgetBuffer(keys.body(projectKey, 'message', after[0]!.id));
  t.equal(stored![0], 1, 'bodies are compressed');
  const { differences, counts } = await verifyStoredData(services, projectKey);
  t.strictSame([differences, counts], [[], {}]);
});
