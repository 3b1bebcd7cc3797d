/** Measures the update with one action under each DURABILITY setting, each on a Redis of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from '../src/redis/connect.js';
import { findFreePort } from '../src/redis/embedded/findFreePort.js';
import type { Redis } from 'ioredis';
import { orderUpdate } from './cases/orderUpdate.js';
import { measureCase, type CaseResult } from './measureCase.js';
import { createBenchWorld, type WorldOptions } from './BenchWorld.js';

export interface DurabilityOptions {
  readonly orders: number;
  readonly seconds: number;
  readonly workers?: string;
}

const pollMs = 50;

const withRedis = async (url: string, work: (redis: Redis) => Promise<void>): Promise<void> => {
  const redis = connect(url) as Redis;
  await work(redis);
  redis.disconnect();
};

const setAlways = (url: string): Promise<void> =>
  withRedis(url, async redis => {
    await redis.config('SET', 'appendfsync', 'always');
  });

/** Starts a replica on this machine; before that, the master listens on a Unix socket only. */
const replicate =
  (folder: string, replicas: ChildProcess[]) =>
  (url: string): Promise<void> =>
    withRedis(url, async redis => {
      const [master, own] = [await findFreePort(), await findFreePort()];
      await redis.config('SET', 'bind', '127.0.0.1');
      await redis.config('SET', 'port', String(master));
      replicas.push(
        spawn(
          'redis-server',
          [
            '--port',
            String(own),
            '--bind',
            '127.0.0.1',
            '--dir',
            folder,
            '--save',
            '',
            '--appendonly',
            'yes',
            '--replicaof',
            '127.0.0.1',
            String(master),
          ],
          { stdio: 'ignore' },
        ),
      );
      while (!(await redis.info('replication')).includes('state=online')) await setTimeout(pollMs);
    });

/** The settings with their requirements. */
const ways = (
  folder: string,
  replicas: ChildProcess[],
): readonly (Pick<WorldOptions, 'arrange'> & { readonly durability: string })[] => [
  { durability: 'everysec' },
  { durability: 'always', arrange: setAlways },
  { durability: 'replicas', arrange: replicate(folder, replicas) },
];

export const measureDurability = async ({ orders, seconds, workers }: DurabilityOptions): Promise<CaseResult[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-replica-'));
  const replicas: ChildProcess[] = [];
  const results: CaseResult[] = [];
  try {
    for (const { durability: setting, arrange } of ways(folder, replicas)) {
      const world = await createBenchWorld({ orders, workers, arrange, settings: { DURABILITY: setting } });
      console.error(`measuring ${setting}`);
      const { reference: _, ...update } = orderUpdate;
      results.push(
        await measureCase(world, { ...update, name: `order update, ${setting}`, shareMin: undefined }, seconds),
      );
      await world.close();
    }
  } finally {
    for (const replica of replicas) replica.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
};
