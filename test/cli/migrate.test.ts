import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t as root, test } from '../support/tap.js';
import { withTemporaryConnection } from '../../src/redis/withTemporaryConnection.js';
import { startEmbeddedRedis } from '../../src/redis/embedded/startEmbeddedRedis.js';
import { currentFormat } from '../../src/store/storedFormat.js';
import { launch, run } from '../support/command.js';
import { runHere } from '../support/runHere.js';

const folder = mkdtempSync(join(tmpdir(), 'quayside-migrate-'));
root.teardown(() => rmSync(folder, { recursive: true, force: true }));
const environment = { DATA_DIR: folder, PORT: '0', DRAIN_MS: '0', LOG_LEVEL: 'silent' };

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

test('converts the data of the embedded Redis; servers start only afterwards', async t => {
  const server = await start();
  const besideServer = await runHere(['migrate'], { ...environment, REDIS_URL: '' });
  t.equal(besideServer.code, 1);
  t.match(besideServer.stderr, /which the running server with process id \d+ uses; stop that one/);
  server.signal('SIGTERM');
  t.equal((await server.ended).code, 0);

  await writeFormat(1);
  const refused = await launch(['start'], environment).ended;
  t.strictSame(refused, {
    code: 1,
    stdout: '',
    stderr: `The data in Redis has format 1, and this version of Quayside needs format ${currentFormat}. Stop all servers, make a backup, and run: quayside migrate\n`,
  });

  const migrated = await run(['migrate'], environment);
  t.equal(migrated.code, 0, migrated.stderr);
  t.equal(migrated.stdout, `The data was converted from format 1 to ${currentFormat}.\n`);
  t.match(migrated.stderr, /^demo: messages$/m);
  const again = await runHere(['migrate'], { ...environment, REDIS_URL: '' });
  t.strictSame([again.code, again.stdout], [0, `The data has format ${currentFormat} already.\n`]);

  const restarted = await start();
  restarted.signal('SIGTERM');
  t.equal((await restarted.ended).code, 0);
});
