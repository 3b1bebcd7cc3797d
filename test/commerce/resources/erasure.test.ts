/** Searches all data of a Redis for words: names and values of all keys, and the append-only files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import { masterNodes } from '../../../src/base/redis/clusterNodes.js';
import type { RedisClient } from '../../../src/base/redis/connect.js';
import { readStoredBody } from '../../../src/store/compressedBody.js';
import { waitUntil } from '../../support/waitUntil.js';
import { definitions } from '../../../src/commerce/resources/index.js';
import { test } from '../../support/tap.js';
import { valuesOf } from '../../support/matchWhole.js';
import { money, newKey, orderDraft, referenceTo } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';
import { createProjectApi } from '../../support/resourceApi.js';
import { createPersonalData, createWords } from './personalData.js';
import { searchOf } from '../../support/search.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';

/** Words by the name of the member that has them. */
type Words = ReadonlyMap<string, string>;

/**
 * Returns the bytes of a key and its value, of any type, and a body also before its compression; nothing if the key
 * was deleted meanwhile.
 */
const bytesOf = async (node: Redis, key: Buffer): Promise<Buffer[]> => {
  const dump = (await node.dumpBuffer(key)) as Buffer | null;
  if (dump === null) return [];
  if ((await node.type(key)) !== 'string') return [key, dump];
  const value = (await node.getBuffer(key)) ?? Buffer.alloc(0);
  return [key, value, readStoredBody(value, String(key))];
};

const allKeys = async (node: Redis): Promise<Buffer[]> => {
  const keys: Buffer[] = [];
  for await (const page of node.scanBufferStream({ count: 1_000 })) keys.push(...(page as Buffer[]));
  return keys;
};

const configOf = async (node: Redis, name: string): Promise<string> =>
  String(((await node.config('GET', name)) as unknown[])[1]);

/** Rewrites the append-only file, and returns its files by name. */
const rewrittenFiles = async (node: Redis): Promise<(readonly [name: string, bytes: Buffer])[]> => {
  await node.bgrewriteaof();
  await waitUntil(async () =>
    /aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0/.test(await node.info('persistence')),
  );
  const folder = join(await configOf(node, 'dir'), await configOf(node, 'appenddirname'));
  return readdirSync(folder).map(name => [name, readFileSync(join(folder, name))] as const);
};

/** So many keys are read without a wait for one another. */
const keysAtOnce = 100;

const includes = (parts: readonly Buffer[], word: string): boolean => parts.some(part => part.includes(word));

/** Lists the places of the words, such as `customer email in {demo}:customer:x:email:…`. */
const findWordsInKeys = async (redis: RedisClient, words: Words): Promise<string[]> => {
  const found: string[] = [];
  for (const node of masterNodes(redis)) {
    // Otherwise Redis compresses long texts in dumps and files.
    await node.config('SET', 'rdbcompression', 'no');
    const keys = await allKeys(node);
    for (let at = 0; at < keys.length; at += keysAtOnce)
      await Promise.all(
        keys.slice(at, at + keysAtOnce).map(async key => {
          const bytes = await bytesOf(node, key);
          for (const [name, word] of words) if (includes(bytes, word)) found.push(`${name} in ${String(key)}`);
        }),
      );
  }
  return found;
};

const bytesShown = 60;

/** Lists the places of the words in the append-only files after a rewrite: the file, and the bytes before the word. */
const findWordsInFiles = async (redis: RedisClient, words: Words): Promise<string[]> => {
  const files = (await Promise.all(masterNodes(redis).map(rewrittenFiles))).flat();
  return files.flatMap(([file, bytes]) =>
    [...words].flatMap(([name, word]) => {
      const at = bytes.indexOf(word);
      return at < 0 ? [] : [`${name} in ${file} behind ${bytes.toString('latin1', Math.max(0, at - bytesShown), at)}`];
    }),
  );
};

// All resource types with personal data are erased, and Redis is searched for the rest (GEN069, GEN070).
const erasable = definitions.filter(definition => definition.removal?.erasable !== undefined);

/** Returns the names of all members of a schema, including nested ones. */
const memberNames = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => [
    ...(name === 'properties' ? Object.keys(value as object) : []),
    ...memberNames(value),
  ]);
};

test('every resource type with names or addresses of people can be erased (GEN069)', async t => {
  const personal = ['customerEmail', 'email', 'firstName', 'lastName', 'streetName', 'phone'];
  const holders = definitions.filter(({ resource }) => memberNames(resource).some(name => personal.includes(name)));
  t.same(
    valuesOf(
      holders.filter(definition => !erasable.includes(definition)),
      'typeId',
    ),
    // The address of a channel is that of a warehouse or a shop, and its deletion has no such parameter.
    ['channel'],
  );
});

test('the types that take dataErasure are those of the SDK (GEN069)', async t => {
  const sdk = dirname(createRequire(import.meta.url).resolve('@commercetools/platform-sdk/package.json'));
  const folder = join(sdk, 'dist/declarations/src/generated/client');
  const takesErasure = (path: string): boolean =>
    readdirSync(join(folder, path))
      .filter(file => file.endsWith('-request-builder.d.ts'))
      .some(file => readFileSync(join(folder, path, file), 'utf8').includes('dataErasure'));
  const known = new Set(readdirSync(folder));
  t.same(
    valuesOf(erasable, 'path'),
    definitions.map(({ path }) => path).filter(path => path !== '' && known.has(path) && takesErasure(path)),
  );
});

const { url } = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: url });
const { redis } = quayside.services;

test('the words of an erased payment leave the search index of the orders that had it (GEN070)', async t => {
  const credentials = await quayside.project();
  const { createIn, resourcesAt, http, base } = await createProjectApi(quayside, credentials);
  const search = searchOf(quayside, credentials);
  const { words, word } = createWords();
  const payment = await createIn('payments', { amountPlanned: money(1), interfaceId: word('interfaceId') });
  const payments = { payments: [referenceTo('payment', payment)] };
  const order = await createIn('orders/import', { ...orderDraft(), paymentInfo: payments });
  await search.activate();
  await search.settled();
  await resourcesAt('orders').update(order, { action: 'removePayment', payment: referenceTo('payment', payment) });
  await search.settled();
  t.not((await findWordsInKeys(redis, words)).length, 0);
  t.equal((await http.send('DELETE', `${base}/payments/${payment.id}?version=1&dataErasure=true`)).status, 200);
  await waitUntil(async () => (await findWordsInKeys(redis, words)).length === 0, undefined, 1_000);
  t.same(await search.ids(), [order.id]);
});

test('an erasure leaves no word of a person in Redis, neither keys, values nor files (GEN070)', async t => {
  const credentials = await quayside.project();
  const api = await createProjectApi(quayside, credentials);
  const search = searchOf(quayside, credentials);
  await search.activate();
  await search.settled();
  const made = createWords();
  const resources = await createPersonalData(api, made);
  t.same(
    [...new Set(resources.map(([path]) => path))].sort(),
    erasable.map(({ path }) => path).sort(),
    'all types that can be erased are there',
  );
  await search.settled();
  const before = await findWordsInKeys(redis, made.words);
  for (const name of made.words.keys())
    t.ok(
      before.some(each => each.startsWith(`${name} in `)),
      `${name} is stored`,
    );
  // A stopped job must not keep erased data in the index.
  await quayside.services.search.states.requestJob(api.projectKey, newKey('job'));
  await quayside.services.search.states.stopJob(api.projectKey, 2);
  for (const [path, { id }] of resources) {
    const { version } = await api.resourcesAt(path).get({ id });
    const { status, text } = await api.http.send(
      'DELETE',
      `${api.base}/${path}/${id}?version=${version}&dataErasure=true`,
    );
    t.equal(status, 200, text);
  }
  let found: string[] = [];
  const isFree = async (): Promise<boolean> => (found = await findWordsInKeys(redis, made.words)).length === 0;
  await waitUntil(isFree, 20_000, 2_000).catch((error: unknown) => t.same(found, [], String(error)));
  t.same(await findWordsInFiles(redis, made.words), []);
});

/** The words that stay when a customer is erased with all related data: values that shops set and count. */
const keptWords =
  /^(?:key|region|state|number|interfaceId|method|interaction|item|purchaseOrderNumber|description) of|imported order|delivery|custom object|order, later$/;

test('erasing a customer with all related data leaves no word of the person (CUST133, GEN070)', async t => {
  const credentials = await quayside.project();
  const api = await createProjectApi(quayside, credentials);
  const made = createWords();
  const resources = await createPersonalData(api, made);
  const customer = resources.find(([path]) => path === 'customers')![1];
  const { version } = await api.resourcesAt('customers').get(customer);
  const remove = (query: string) => api.http.send('DELETE', `${api.base}/customers/${customer.id}?${query}`);
  const removed = await remove(`version=${version}&dataErasure=true&relatedData=true`);
  t.equal(removed.status, 200, removed.text);
  const personal = new Map([...made.words].filter(([name]) => !keptWords.test(name)));
  t.same(await findWordsInKeys(redis, personal), []);
  const kept = await Promise.all(
    [
      ['orders', 'orderNumber'],
      ['payments', 'interfaceId'],
      ['reviews', 'key'],
      ['quotes', 'quoteState'],
    ].map(async ([path = '', name = '']) => {
      const [, before] = resources.find(([of]) => of === path)!;
      const after = await api.resourcesAt(path).get(before);
      return [after[name] === before[name], after.customer, after.customerId, after.createdBy];
    }),
  );
  const createdBy = { clientId: credentials.clientId, isPlatformClient: false };
  t.same(kept, Array(4).fill([true, undefined, undefined, createdBy]));
  const list = resources.find(([path]) => path === 'shopping-lists')![1];
  t.equal((await api.http.send('GET', `${api.base}/shopping-lists/${list.id}`)).status, 404);
});
