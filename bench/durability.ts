/** What a change costs under each durability: the one-action update, on a Redis of its own for each. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from '../src/redis/connect.js';
import { findFreePort } from '../src/redis/embedded/findFreePort.js';
import type { Redis } from 'ioredis';
import { orderUpdate } from './cases/orderUpdate.js';
import { measure, type Measured } from './measure.js';
import { createWorld, type WorldOptions } from './world.js';

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

/** A replica on the same machine; the master listens on a socket alone until then. */
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

/** Each setting with what it takes. */
const ways = (
  folder: string,
  replicas: ChildProcess[],
): readonly (Pick<WorldOptions, 'arrange'> & { readonly durability: string })[] => [
  { durability: 'everysec' },
  { durability: 'always', arrange: setAlways },
  { durability: 'replicas', arrange: replicate(folder, replicas) },
];

export const durability = async ({ orders, seconds, workers }: DurabilityOptions): Promise<Measured[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-replica-'));
  const replicas: ChildProcess[] = [];
  const results: Measured[] = [];
  try {
    for (const { durability: setting, arrange } of ways(folder, replicas)) {
      const world = await createWorld({ orders, workers, arrange, settings: { DURABILITY: setting } });
      console.error(`measuring ${setting}`);
      const { reference: _, ...update } = orderUpdate;
      results.push(await measure(world, { ...update, name: `order update, ${setting}`, shareMin: undefined }, seconds));
      await world.close();
    }
  } finally {
    for (const replica of replicas) replica.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
};
