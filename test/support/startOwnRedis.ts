/** A Redis that one test file may kill: one server, or three masters where the run has a cluster. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from 'tap';
import { connect } from '../../src/redis/connect.js';
import type { EmbeddedRedis } from '../../src/redis/embedded/EmbeddedRedis.js';
import { startEmbeddedRedis } from '../../src/redis/embedded/startEmbeddedRedis.js';
import { instanceFilePath } from '../../src/redis/embedded/instanceFile.js';
import { parseRedisUrl } from '../../src/config/redisUrl.js';
import { startOwnCluster } from './startOwnCluster.js';
import { waitUntil } from './waitUntil.js';

export interface OwnRedis {
  readonly url: string;
  /** SIGKILL: nothing is written or closed any more. */
  kill(): Promise<void>;
  /** Starts again on the same address with what the append-only file holds. */
  restart(): Promise<void>;
  /** Ends every client's connection but the one that says so. */
  cutConnections(): Promise<void>;
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const cutConnections = ['KILL', 'TYPE', 'normal', 'SKIPME', 'yes'] as const;

const ownMasters = async (): Promise<OwnRedis> => {
  const { url, nodes, waitUntilHealthy } = await startOwnCluster();
  return {
    url,
    kill: async () => {
      await Promise.all(nodes.map(node => node.kill()));
    },
    restart: async () => {
      await Promise.all(nodes.map(node => node.restart()));
      await waitUntilHealthy();
    },
    cutConnections: async () => {
      await Promise.all(nodes.map(node => node.call(redis => redis.call('CLIENT', ...cutConnections))));
    },
  };
};

const ownServer = async (): Promise<OwnRedis> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-own-'));
  let redis: EmbeddedRedis = await startEmbeddedRedis(folder, '');
  const control = connect(redis.url);
  // The test's services stop first.
  t.teardown(async () => {
    control.disconnect();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: redis.url,
    kill: async () => {
      const { pid } = JSON.parse(readFileSync(instanceFilePath(folder), 'utf8')) as { pid: number };
      process.kill(pid, 'SIGKILL');
      await waitUntil(() => !isAlive(pid));
    },
    restart: async () => {
      redis = await startEmbeddedRedis(folder, '');
    },
    cutConnections: async () => {
      await control.call('CLIENT', ...cutConnections);
    },
  };
};

export const startOwnRedis = (): Promise<OwnRedis> =>
  process.env.REDIS_URL !== undefined && parseRedisUrl(process.env.REDIS_URL).kind === 'cluster'
    ? ownMasters()
    : ownServer();
