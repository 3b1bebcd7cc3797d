import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { startEmbeddedRedis } from '../../src/redis/embedded/startEmbeddedRedis.js';
import { connectBare } from '../reference/connectBare.js';
import type { RedisNode } from './BenchWorld.js';

export interface BenchRedis {
  readonly url: string;
  readonly nodes: readonly RedisNode[];
  /** Rewrites the append-only file and restarts Redis; returns the milliseconds until it has loaded its data. */
  readonly restart?: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Opens a connection to one Redis process, for INFO and CONFIG. */
export const openNode = async (url: string): Promise<RedisNode> => {
  const redis = connectBare(url);
  return { redis, pid: Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]) };
};

const pollMs = 100;

const rewriteFile = async (redis: Redis): Promise<void> => {
  await redis.bgrewriteaof();
  while (!(await redis.info('persistence')).includes('aof_rewrite_in_progress:0')) await setTimeout(pollMs);
};

const openExisting = async (url: string): Promise<BenchRedis> => {
  const node = await openNode(url);
  return { url, nodes: [node], stop: async () => node.redis.disconnect() };
};

/** Starts a Redis for the run, or connects to that of REDIS_URL. */
export const startBenchRedis = async (): Promise<BenchRedis> => {
  if (process.env.REDIS_URL) return openExisting(process.env.REDIS_URL);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-bench-'));
  let redis = await startEmbeddedRedis(folder, '');
  const node = await openNode(redis.url);
  // No rewrite of the append-only file, which would use a core for seconds during a random case.
  await node.redis.config('SET', 'auto-aof-rewrite-percentage', '0');
  return {
    url: redis.url,
    nodes: [node],
    restart: async () => {
      await rewriteFile(node.redis);
      node.redis.disconnect();
      await redis.stop();
      const startMs = performance.now();
      redis = await startEmbeddedRedis(folder, '');
      return performance.now() - startMs;
    },
    stop: async () => {
      node.redis.disconnect();
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
