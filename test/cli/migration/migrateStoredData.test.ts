import { t as root, test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import {
  type ConversionProgress,
  type FormatStep,
  formatSteps,
  findRunningServers,
  migrateStoredData,
} from '../../../src/cli/migration/migrateStoredData.js';
import { createProject } from '../../../src/projects/createProject.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { openServices } from '../../../src/services/services.js';
import { resolveEncryptionKey } from '../../../src/store/resolveEncryptionKey.js';
import { fillNextBatch } from '../../../src/engine/indexes/fillIndexes.js';
import { verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import { assertOwnFormat, ownLayout } from '../../../src/services/ownFormat.js';
import { keys } from '../../../src/store/keys.js';
import { assertStoredFormat, currentFormat, oldestFormat, readStoredFormat } from '../../../src/store/storedFormat.js';
import { StoredKeys } from '../../../src/store/StoredKeys.js';
import { listKeys } from '../../support/listKeys.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { waitUntil } from '../../support/waitUntil.js';

const projectKeys = ['first', 'second'];

const config = readConfig({ ENCRYPTION_KEY: 'a key for one test file, long enough' });
const { url } = await startOwnRedis();
const services = await openServices(createServiceOptions(config, url, resolveEncryptionKey(config)));
const { redis } = services;
root.teardown(() => services.close());

/** The format of a later version. */
const current = currentFormat + 1;

const becomeOld = (): Promise<unknown> => redis.set('quayside:format', currentFormat);

const assertFormat = (format = currentFormat): Promise<void> => assertStoredFormat(redis, ownLayout(), format);

/** Creates a step that converts three items in each project, and records its work. */
const recordingStep = (records: string[], afterPart?: (record: string) => void): FormatStep => ({
  from: currentFormat,
  to: current,
  title: 'items',
  async *convert(_services, projectKey, cursor): AsyncGenerator<ConversionProgress> {
    for (let item = Number(cursor ?? 0) + 1; item <= 3; item++) {
      const record = `${projectKey} ${item}`;
      records.push(record);
      afterPart?.(record);
      yield { cursor: String(item), done: item, total: 3 };
    }
  },
});

const allRecords = projectKeys.flatMap(projectKey => [1, 2, 3].map(item => `${projectKey} ${item}`));

test('marks an empty Redis with the current format', async t => {
  t.equal(await readStoredFormat(redis), undefined);
  for (const key of projectKeys) await createProject(services, { key });
  t.equal(await readStoredFormat(redis), currentFormat);
  await assertFormat();
});

const unreleased = (found: string): string =>
  `The data in Redis has ${found}, so no release of Quayside wrote it, and this version reads format ` +
  `${currentFormat}: start with an empty Redis, or start the build that wrote the data.`;

test('refuses data of an older, newer or unreleased format, and says what to do', async t => {
  await t.rejects(assertFormat(current), {
    message:
      `The data in Redis has format ${currentFormat}, and this version of Quayside needs format ${current}: ` +
      'stop all servers, make a backup, and run: quayside migrate',
  });
  for (const [format, message] of [
    [
      String(current),
      `The data in Redis has format ${current}, and this version of Quayside reads formats up to ` +
        `${currentFormat}: start the version that wrote the data, or a newer one.`,
    ],
    ...['1', '2', '3', '4', '5'].map(each => [each, unreleased(`format ${each}`)] as const),
    ['a number of none', unreleased('format NaN')],
    [undefined, unreleased('no format number')],
  ] as const) {
    await (format === undefined ? redis.del('quayside:format') : redis.set('quayside:format', format));
    await t.rejects(assertFormat(), { message });
    await t.rejects(migrateStoredData(services), { message });
  }
});

test('refuses data of this format whose lists and indexes are those of another build', async t => {
  await becomeOld();
  const refusal = (types: string): { message: string } => ({
    message:
      `The data in Redis has format ${currentFormat}, but lists and indexes of another build (${types}): ` +
      'start the build that wrote the data, or stop all servers, make a backup, and run: quayside verify --repair',
  });
  for (const [changed, types] of [
    [['order'], 'order'],
    [['zone', 'order', 'cart', 'payment', 'state'], 'state, order, payment and 2 more'],
  ] as const) {
    await redis.hset(keys.formatLayout, Object.fromEntries(changed.map(typeId => [typeId, 'another'])));
    await t.rejects(assertOwnFormat(redis), refusal(types));
    await t.rejects(migrateStoredData(services), refusal(types));
    await redis.hset(keys.formatLayout, Object.fromEntries(ownLayout()));
  }
  await redis.del(keys.formatLayout);
  await t.rejects(assertOwnFormat(redis), refusal(`project, api-client, state and ${ownLayout().size - 3} more`));
  await redis.hset(keys.formatLayout, Object.fromEntries(ownLayout()));
});

test('adds a type that the data does not know, and leaves out one that only a newer build has', async t => {
  await redis.hdel(keys.formatLayout, 'zone');
  await redis.hset(keys.formatLayout, 'ship', 'unknown');
  await assertOwnFormat(redis);
  t.same(await redis.hgetall(keys.formatLayout), { ...Object.fromEntries(ownLayout()), ship: 'unknown' });
});

test('if two builds start on an empty Redis, one wins and the other is refused', async t => {
  const other = new Map([...ownLayout()].map(([typeId]) => [typeId, 'another']));
  const projects = await redis.smembers(keys.projects);
  for (const key of [keys.format, keys.formatLayout, keys.projects]) await redis.del(key);
  const outcomes = await Promise.allSettled([assertOwnFormat(redis), assertStoredFormat(redis, other)]);
  t.same(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.equal(
    new Set(Object.values(await redis.hgetall(keys.formatLayout))).size,
    outcomes[0].status === 'fulfilled' ? new Set(ownLayout().values()).size : 1,
  );
  await redis.del(keys.format, keys.formatLayout);
  await redis.sadd(keys.projects, ...projects);
  await becomeOld();
  await redis.hset(keys.formatLayout, Object.fromEntries(ownLayout()));
});

test('each released format has steps to the next one', t => {
  t.strictSame(
    [...new Set(formatSteps.map(({ from }) => from))],
    Array.from({ length: currentFormat - oldestFormat }, (_, at) => oldestFormat + at),
  );
  t.ok(formatSteps.every(({ from, to }) => to === from + 1));
  t.end();
});

test('a step fills an index that the format before did not have', async t => {
  const projectKey = 'first';
  const { engine, store, fieldIndexes } = services;
  const state = engine.resourceTypes.get('state')!;
  const lists = async (): Promise<string[]> =>
    (await listKeys(redis, keys.index(projectKey, 'state', 'type', '*'))).sort();
  const filled = await lists();
  t.not(filled.length, 0);
  for (const list of filled) await redis.del(list);
  await becomeOld();
  const newer = new Map(ownLayout()).set('state', 'with an index by type');
  const fillIndex: FormatStep = {
    from: currentFormat,
    to: current,
    title: 'index of states by type',
    async *convert(_services, project, cursor = '') {
      const fill = { store, storedKeys: new StoredKeys(redis), fieldIndexes, projectKey: project, typeId: 'state' };
      const indexes = state.indexes.filter(({ path }) => path === 'type');
      for (let last = cursor; ; ) {
        const batch = await fillNextBatch({ ...fill, indexes }, last);
        if (batch === undefined) return;
        last = batch.lastId;
        yield { cursor: last, done: batch.count, total: batch.count };
      }
    },
  };
  t.not((await verifyStoredData(services, projectKey)).counts.index, undefined);
  await migrateStoredData(services, { current, layout: newer, steps: [fillIndex] });
  t.strictSame(await lists(), filled);
  t.strictSame((await verifyStoredData(services, projectKey)).counts, {});
  await assertStoredFormat(redis, newer, current);
  await redis.hset(keys.formatLayout, Object.fromEntries(ownLayout()));
});

test('converts project by project, reports progress, and then has nothing to do', async t => {
  await becomeOld();
  const records: string[] = [];
  const progress: string[] = [];
  const steps = [recordingStep(records)];
  const onProgress = ({ title }: FormatStep, projectKey: string, part?: ConversionProgress): void => {
    progress.push(`${projectKey} ${title} ${part === undefined ? 'begins' : `${part.done}/${part.total}`}`);
  };
  t.strictSame(await migrateStoredData(services, { current, steps, onProgress }), {
    from: currentFormat,
    to: current,
  });
  t.strictSame(records, allRecords);
  t.strictSame(
    progress,
    projectKeys.flatMap(key => ['begins', '1/3', '2/3', '3/3'].map(text => `${key} items ${text}`)),
  );
  await assertFormat(current);
  t.strictSame(await migrateStoredData(services, { current, steps }), { from: current, to: current });
  t.strictSame(records, allRecords);
  t.strictSame(await redis.exists('quayside:migration'), 0);
});

test('goes on from the last saved part after an interruption', async t => {
  await becomeOld();
  const records: string[] = [];
  const failing = recordingStep(records, record => {
    if (record === 'second 2') throw new Error('interrupted');
  });
  await t.rejects(migrateStoredData(services, { current, steps: [failing] }), { message: 'interrupted' });
  t.equal(await readStoredFormat(redis), currentFormat, 'servers refuse to start meanwhile');
  await migrateStoredData(services, { current, steps: [recordingStep(records)] });
  t.strictSame(records, [...allRecords.slice(0, 5), ...allRecords.slice(4)], 'the unfinished part runs again');
});

test('ends when it stood still and another run has its lock, which stays', async t => {
  await becomeOld();
  const records: string[] = [];
  const lock = 'quayside:migration:lock';
  const taken: Promise<unknown>[] = [];
  const losing = recordingStep(records, () => taken.push(redis.set(lock, 'another run', 'PX', 60_000)));
  await t.rejects(migrateStoredData(services, { current, steps: [losing] }), {
    message:
      'This run stood still for more than 10 seconds, and lost its lock. ' +
      'If no other run goes on with its work, start quayside migrate again.',
  });
  await Promise.all(taken);
  t.strictSame(records, allRecords.slice(0, 1));
  t.equal(await redis.get(lock), 'another run');
  await redis.del(lock);
});

test('refuses a second run at the same time', async t => {
  await becomeOld();
  await redis.set('quayside:migration:lock', 'another run', 'PX', 10_000);
  await t.rejects(migrateStoredData(services, { current }), {
    message: 'Another quayside migrate is running, or was ended less than 10 seconds ago.',
  });
  await redis.del('quayside:migration:lock');
});

test('refuses to run beside a server, unless told that there is none', async t => {
  await becomeOld();
  const follower = redis.duplicate();
  const waiting = follower.xread('BLOCK', 0, 'STREAMS', 'quayside:endings', '$').catch(() => undefined);
  t.teardown(async () => {
    follower.disconnect();
    await waiting;
  });
  await waitUntil(async () => (await findRunningServers(redis)).length > 0);
  await t.rejects(migrateStoredData(services, { current }), {
    message:
      /^Servers are running on this Redis \(\S+\), which would write what the data had before: stop them first\.$/,
  });
  await migrateStoredData(services, { serversAreStopped: true, current, steps: [] });
  await assertFormat(current);
});
