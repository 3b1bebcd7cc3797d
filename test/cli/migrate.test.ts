import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t as root, test } from '../support/tap.js';
import { withTemporaryConnection } from '../../src/base/redis/withTemporaryConnection.js';
import { startEmbeddedRedis } from '../../src/base/redis/embedded/startEmbeddedRedis.js';
import type { FormatStep } from '../../src/cli/migration/migrateStoredData.js';
import { migrateCommand } from '../../src/cli/migrateCommand.js';
import { currentFormat } from '../../src/store/storedFormat.js';
import { launch } from '../support/command.js';
import { captureOutput, runHere } from '../support/runHere.js';

const folder = mkdtempSync(join(tmpdir(), 'quayside-migrate-'));
root.teardown(() => rmSync(folder, { recursive: true, force: true }));
const environment = { DATA_DIR: folder, PORT: '0', WORKERS: '1', DRAIN_MS: '0', LOG_LEVEL: 'silent' };

const step: FormatStep = {
  from: currentFormat,
  to: currentFormat + 1,
  title: 'orders',
  async *convert() {
    yield { cursor: 'the last one', done: 1, total: 1 };
  },
};

const start = async () => {
  const server = launch(['start'], environment);
  await server.printed(/listens on/);
  return server;
};

const writeFormat = async (format: number): Promise<void> => {
  const embedded = await startEmbeddedRedis(folder, '');
  await withTemporaryConnection(embedded.url, 60_000, redis => redis.set('quayside:format', format));
  await embedded.stop();
};

test('converts the data of the embedded Redis; servers refuse another format', async t => {
  const server = await start();
  const besideServer = await runHere(['migrate'], { ...environment, REDIS_URL: '' });
  t.equal(besideServer.code, 1);
  t.match(besideServer.stderr, /which the running server with process id \d+ uses; stop that one/);
  server.signal('SIGTERM');
  t.equal((await server.ended).code, 0);

  const migrated = await captureOutput({ ...environment, REDIS_URL: '' }, () =>
    migrateCommand({ current: currentFormat + 1, steps: [step] }),
  );
  t.equal(migrated.stdout, `The data was converted from format ${currentFormat} to ${currentFormat + 1}.\n`);
  t.match(migrated.stderr, /^demo: orders$/m);
  const refusal =
    `The data in Redis has format ${currentFormat + 1}, and this version of Quayside reads formats up to ` +
    `${currentFormat}: start the version that wrote the data, or a newer one.\n`;
  const refused = await launch(['start'], environment).ended;
  t.strictSame(refused, { code: 1, stdout: '', stderr: refusal });

  await writeFormat(currentFormat);
  const again = await runHere(['migrate'], { ...environment, REDIS_URL: '' });
  t.strictSame([again.code, again.stdout], [0, `The data has format ${currentFormat} already.\n`]);

  const restarted = await start();
  restarted.signal('SIGTERM');
  t.equal((await restarted.ended).code, 0);
});
