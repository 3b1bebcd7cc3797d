/** Files in DATA_DIR that other users of the machine could read. */
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t as root, test } from '../../../support/tap.js';
import { protectDataDir } from '../../../../src/base/redis/embedded/dataDir.js';
import { startEmbeddedRedis } from '../../../../src/base/redis/embedded/startEmbeddedRedis.js';
import { withTemporaryConnection } from '../../../../src/base/redis/withTemporaryConnection.js';

const parent = await mkdtemp(join(tmpdir(), 'quayside-modes-'));
root.teardown(() => rm(parent, { recursive: true }));

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Adds a file that everybody may read, independent of the umask of this process. */
const addOpenFile = (path: string): string => {
  writeFileSync(path, 'x');
  chmodSync(path, 0o644);
  return path;
};

const addOpenFolder = (path: string): string => {
  mkdirSync(path);
  chmodSync(path, 0o755);
  return path;
};

test('takes the permissions of other users from a folder of the server and its files', async t => {
  const dataDir = addOpenFolder(join(parent, 'own'));
  const files = ['encryption.key', 'redis.log'].map(name => addOpenFile(join(dataDir, name)));
  const folder = addOpenFolder(join(dataDir, 'appendonlydir'));
  const log = addOpenFile(join(folder, 'appendonly.aof.1.incr.aof'));
  t.strictSame([...protectDataDir(dataDir)].sort(), [dataDir, folder, log, ...files].sort());
  t.strictSame([dataDir, folder, log, ...files].map(modeOf), ['700', '700', '600', '600', '600']);
  t.strictSame(protectDataDir(dataDir), [], 'nothing is left to do');
});

test('leaves a folder with other files, those files and links as they are', async t => {
  const dataDir = addOpenFolder(join(parent, 'shared'));
  const other = addOpenFile(join(dataDir, 'notes.txt'));
  const key = addOpenFile(join(dataDir, 'encryption.key'));
  symlinkSync(other, join(dataDir, 'redis.log'));
  t.strictSame(protectDataDir(dataDir), [key]);
  t.strictSame([dataDir, other, key].map(modeOf), ['755', '644', '600']);
});

test('protects a folder that existed before, and all that Redis writes into it', async t => {
  const dataDir = addOpenFolder(join(parent, 'existing'));
  const seen: string[] = [];
  const redis = await startEmbeddedRedis(dataDir, '', { onOpenFiles: paths => seen.push(...paths) });
  await withTemporaryConnection(redis.url, 60_000, client => client.set('a', '1'));
  t.strictSame(seen, [dataDir]);
  const folder = join(dataDir, 'appendonlydir');
  const written = readdirSync(folder).map(name => join(folder, name));
  t.ok(written.length > 0);
  for (const path of [dataDir, folder, ...written, ...readdirSync(dataDir).map(name => join(dataDir, name))])
    t.equal(statSync(path).mode & 0o077, 0, path);
  await redis.stop();
});
