/** Measures the update with one action under each DURABILITY setting by turns, each on a Redis of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { findFreePort } from '../src/redis/embedded/findFreePort.js';
import { orderUpdate } from './cases/orderUpdate.js';
import type { MeasuringOptions } from './measure/measureCase.js';
import { measureWorlds, type NamedEnvironment, type WorldsResult } from './measure/measureWorlds.js';
import { ratiosOf } from './measure/ratiosOf.js';
import { createEnvironment } from './world/createEnvironment.js';
import { startBenchRedis } from './world/startBenchRedis.js';
import { formatRange } from './report/formatRange.js';

export interface DurabilityOptions extends MeasuringOptions {
  readonly orders: number;
  readonly workers?: string;
}

type Arrange = (redis: Redis) => Promise<unknown>;

const pollMs = 50;
/** Commits in flight share the wait for the disk, so that it costs at most this share of the rate. */
const alwaysShareMin = 0.8;

/** Starts a replica on this machine; before that, the master listens on a Unix socket only. */
const replicate =
  (folder: string, replicas: ChildProcess[]): Arrange =>
  async redis => {
    const [master, own] = [await findFreePort(), await findFreePort()];
    await redis.config('SET', 'bind', '127.0.0.1');
    await redis.config('SET', 'port', String(master));
    const place = ['--port', String(own), '--bind', '127.0.0.1', '--dir', folder];
    const file = ['--save', '', '--appendonly', 'yes', '--replicaof', '127.0.0.1', String(master)];
    replicas.push(spawn('redis-server', [...place, ...file], { stdio: 'ignore' }));
    while (!(await redis.info('replication')).includes('state=online')) await setTimeout(pollMs);
  };

/** Starts a server with a setting on a Redis that meets its requirements. */
const openWith = async (
  { orders, workers }: DurabilityOptions,
  durability: string,
  arrange?: Arrange,
): Promise<NamedEnvironment> => {
  const redis = await startBenchRedis();
  for (const { redis: connection } of redis.nodes) await arrange?.(connection);
  const settings = { DURABILITY: durability };
  return { name: durability, environment: await createEnvironment({ orders, workers, redis, settings }) };
};

export const measureDurability = async (options: DurabilityOptions): Promise<WorldsResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-replica-'));
  const replicas: ChildProcess[] = [];
  const open: NamedEnvironment[] = [];
  try {
    open.push(await openWith(options, 'everysec'));
    open.push(await openWith(options, 'always', redis => redis.config('SET', 'appendfsync', 'always')));
    open.push(await openWith(options, 'replicas', replicate(folder, replicas)));
    return await measureWorlds(open, orderUpdate, options);
  } finally {
    for (const replica of replicas) replica.kill('SIGKILL');
    for (const { environment } of open) await environment.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Compares the rate of `always` with its limit. */
export const durabilityVerdict = ({ worlds: [everysec, always] }: WorldsResult): string => {
  const share = ratiosOf(always?.figures ?? [], everysec?.figures ?? [], one => one.perSecond);
  const isKept = share !== undefined && share.median >= alwaysShareMin;
  return `always against everysec: ${formatRange(share, 0, 100)} % of the requests per second, ${isKept ? 'ok, ' : 'MISSED: '}at least ${alwaysShareMin * 100} %`;
};
