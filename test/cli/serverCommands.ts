/** Starts servers in processes of their own with an embedded Redis each, and checks that nothing is left of them. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { teardownProcess, type Test } from '../support/tap.js';
import { instanceFilePath, readInstanceFile, type RedisInstance } from '../../src/base/redis/embedded/dataDir.js';
import { isProcessAlive } from '../../src/base/redis/embedded/redisProcess.js';
import { launch, type RunningCommand } from '../support/command.js';

/** The data directories of the servers. */
export const serversFolder = mkdtempSync(join(tmpdir(), 'quayside-servers-'));
teardownProcess(() => rmSync(serversFolder, { recursive: true, force: true }));

export interface StartedServer {
  readonly server: RunningCommand;
  readonly dataDir: string;
  readonly address: string;
  readonly redis: RedisInstance;
}

export const environmentOf = (dataDir: string) => ({ DATA_DIR: dataDir, PORT: '0', WORKERS: '1', DRAIN_MS: '0' });

/** Starts a server on a data directory of this name. */
export const startServerOn = async (
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<StartedServer> => {
  const dataDir = join(serversFolder, name);
  const server = launch(['start'], { ...environmentOf(dataDir), ...more });
  const banner = await server.printed(/listens on/);
  return { server, dataDir, address: /http:\/\/\S+/.exec(banner)![0], redis: readInstanceFile(dataDir)! };
};

/** Asserts that a stopped server left no process and no file about one. */
export const assertNothingLeft = async (
  t: Test,
  { dataDir, redis }: Pick<StartedServer, 'dataDir' | 'redis'>,
): Promise<void> => {
  t.notOk(isProcessAlive(redis.pid), 'Redis has ended');
  t.notOk(existsSync(instanceFilePath(dataDir)));
  t.strictSame(
    readdirSync(dataDir).filter(name => /^(starting|temp)-|\.new$|\.sock$/.test(name)),
    [],
  );
};
