import { t as root, test } from '../support/tap.js';
import { readConfig } from '../../src/config/readConfig.js';
import type { ConversionProgress, FormatStep } from '../../src/migration/FormatStep.js';
import { findRunningServers } from '../../src/migration/findRunningServers.js';
import { migrateStoredData } from '../../src/migration/migrateStoredData.js';
import { createProject } from '../../src/projects/createProject.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { openServices } from '../../src/services/services.js';
import { resolveEncryptionKey } from '../../src/store/resolveEncryptionKey.js';
import { assertStoredFormat, currentFormat, readStoredFormat } from '../../src/store/storedFormat.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { waitUntil } from '../support/waitUntil.js';

const projectKeys = ['first', 'second'];

const config = readConfig({ ENCRYPTION_KEY: 'a key for one test file, long enough' });
const { url } = await startOwnRedis();
const services = await openServices(createServiceOptions(config, url, resolveEncryptionKey(config)));
const { redis } = services;
root.teardown(() => services.close());

const becomeOld = (): Promise<unknown> => redis.set('quayside:format', currentFormat - 1);

/** A step that converts three items in each project, and records what it did. */
const recordingStep = (records: string[], afterPart?: (record: string) => void): FormatStep => ({
  from: currentFormat - 1,
  to: currentFormat,
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
  await assertStoredFormat(redis);
});

test('refuses data of an older or newer format, and says what to do', async t => {
  await redis.del('quayside:format');
  t.equal(await readStoredFormat(redis), 1, 'data without a number has the first format');
  await t.rejects(assertStoredFormat(redis), {
    message: `The data in Redis has format 1, and this version of Quayside needs format ${currentFormat}. Stop all servers, make a backup, and run: quayside migrate`,
  });
  await redis.set('quayside:format', currentFormat + 1);
  const newer = {
    message: `The data in Redis has format ${currentFormat + 1}, and this version of Quayside reads formats up to ${currentFormat}. Start the version that wrote the data, or a newer one.`,
  };
  await t.rejects(assertStoredFormat(redis), newer);
  await t.rejects(migrateStoredData(services), newer);
});

test('converts project by project, reports progress, and then has nothing to do', async t => {
  await becomeOld();
  const records: string[] = [];
  const progress: string[] = [];
  const steps = [recordingStep(records)];
  const onProgress = ({ title }: FormatStep, projectKey: string, part?: ConversionProgress): void => {
    progress.push(`${projectKey} ${title} ${part === undefined ? 'begins' : `${part.done}/${part.total}`}`);
  };
  t.strictSame(await migrateStoredData(services, { steps, onProgress }), {
    from: currentFormat - 1,
    to: currentFormat,
  });
  t.strictSame(records, allRecords);
  t.strictSame(
    progress,
    projectKeys.flatMap(key => ['begins', '1/3', '2/3', '3/3'].map(text => `${key} items ${text}`)),
  );
  await assertStoredFormat(redis);
  t.strictSame(await migrateStoredData(services, { steps }), { from: currentFormat, to: currentFormat });
  t.strictSame(records, allRecords);
  t.strictSame(await redis.exists('quayside:migration'), 0);
});

test('goes on from the last saved part after an interruption', async t => {
  await becomeOld();
  const records: string[] = [];
  const failing = recordingStep(records, record => {
    if (record === 'second 2') throw new Error('interrupted');
  });
  await t.rejects(migrateStoredData(services, { steps: [failing] }), { message: 'interrupted' });
  t.equal(await readStoredFormat(redis), currentFormat - 1, 'servers refuse to start meanwhile');
  await migrateStoredData(services, { steps: [recordingStep(records)] });
  t.strictSame(records, [...allRecords.slice(0, 5), ...allRecords.slice(4)], 'the unfinished part runs again');
});

test('ends when it stood still and another run has its lock, which stays', async t => {
  await becomeOld();
  const records: string[] = [];
  const lock = 'quayside:migration:lock';
  const taken: Promise<unknown>[] = [];
  const losing = recordingStep(records, () => taken.push(redis.set(lock, 'another run', 'PX', 60_000)));
  await t.rejects(migrateStoredData(services, { steps: [losing] }), {
    message:
      'This run stood still for more than 10 seconds, and lost its lock. If no other run goes on with its work, start quayside migrate again.',
  });
  await Promise.all(taken);
  t.strictSame(records, allRecords.slice(0, 1));
  t.equal(await redis.get(lock), 'another run');
  await redis.del(lock);
});

test('refuses a second run at the same time', async t => {
  await becomeOld();
  await redis.set('quayside:migration:lock', 'another run', 'PX', 10_000);
  await t.rejects(migrateStoredData(services), {
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
  await t.rejects(migrateStoredData(services), { message: /^Servers are running on this Redis \(\S+\)\./ });
  await migrateStoredData(services, { serversAreStopped: true, steps: [] });
  await assertStoredFormat(redis);
});
