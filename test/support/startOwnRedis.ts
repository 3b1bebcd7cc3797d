/** Starts a Redis that a test file may kill: one server, or three masters if the run uses a cluster. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from './tap.js';
import { connect } from '../../src/base/redis/connect.js';
import { type EmbeddedRedis, startEmbeddedRedis } from '../../src/base/redis/embedded/startEmbeddedRedis.js';
import { instanceFilePath } from '../../src/base/redis/embedded/dataDir.js';
import { parseRedisUrl } from '../../src/base/config/redisUrl.js';
import { startOwnCluster } from './startOwnCluster.js';
import { waitUntil } from './waitUntil.js';

export interface OwnRedis {
  readonly url: string;
  /** Sends SIGKILL, so that Redis writes and closes nothing. */
  readonly kill: () => Promise<void>;
  /** Restarts on the same address with the data of the append-only file. */
  readonly restart: () => Promise<void>;
  /** Closes the connections of all other clients. */
  readonly cutConnections: () => Promise<void>;
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
  // The services of the test stop before Redis.
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
