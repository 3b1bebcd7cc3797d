import { t as root, test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import type { ConversionProgress, FormatStep } from '../../../src/cli/migration/formatSteps.js';
import { findRunningServers, migrateStoredData } from '../../../src/cli/migration/migrateStoredData.js';
import { createProject } from '../../../src/projects/createProject.js';
import { createServiceOptions } from '../../../src/services/ServiceOptions.js';
import { openServices } from '../../../src/services/services.js';
import { resolveEncryptionKey } from '../../../src/store/resolveEncryptionKey.js';
import { assertStoredFormat, currentFormat, readStoredFormat } from '../../../src/store/storedFormat.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { waitUntil } from '../../support/waitUntil.js';

const projectKeys = ['first', 'second'];

const config = readConfig({ ENCRYPTION_KEY: 'a key for one test file, long enough' });
const { url } = await startOwnRedis();
const services = await openServices(createServiceOptions(config, url, resolveEncryptionKey(config)));
const { redis } = services;
root.teardown(() => services.close());

/** The format of a version that comes after this one. */
const current = currentFormat + 1;

const becomeOld = (): Promise<unknown> => redis.set('quayside:format', currentFormat);

/** A step that converts three items in each project, and records what it did. */
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
  await assertStoredFormat(redis);
});

test('refuses data of an older or newer format, and says what to do', async t => {
  await t.rejects(assertStoredFormat(redis, current), {
    message: `The data in Redis has format ${currentFormat}, and this version of Quayside needs format ${current}. Stop all servers, make a backup, and run: quayside migrate`,
  });
  const newer = {
    message: `The data in Redis has format ${current}, and this version of Quayside reads formats up to ${currentFormat}. Start the version that wrote the data, or a newer one.`,
  };
  const unknown = { message: 'The data in Redis has no format number, so that this version cannot read it.' };
  for (const [format, refusal] of [
    [current, newer],
    [undefined, unknown],
  ] as const) {
    await (format === undefined ? redis.del('quayside:format') : redis.set('quayside:format', format));
    await t.rejects(assertStoredFormat(redis), refusal);
    await t.rejects(migrateStoredData(services), refusal);
  }
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
  await assertStoredFormat(redis, current);
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
    message: /^Servers are running on this Redis \(\S+\)\./,
  });
  await migrateStoredData(services, { serversAreStopped: true, current, steps: [] });
  await assertStoredFormat(redis, current);
});
