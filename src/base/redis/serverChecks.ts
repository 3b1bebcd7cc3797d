import type { RedisClient } from './connect.js';
import { masterNodes, findSlotNode } from './clusterNodes.js';
import { type RefusalReason, refusalReasonOf } from './redisErrors.js';
import type { Redis } from 'ioredis';
import type { Config } from '../config/settings.js';
import { readReplicas, type ReplicaState } from './replicas.js';

/** Keys that are tried for one in the slots of each master. */
const keysMax = 1_000;

/** One key for each master. */
const probeKeys = (redis: RedisClient, keyOf: (number: number) => string): string[] => {
  const missing = new Set(masterNodes(redis));
  const keys: string[] = [];
  for (let number = 0; missing.size > 0 && number < keysMax; number++) {
    const key = keyOf(number);
    const node = findSlotNode(redis, key)?.node;
    if (node !== undefined && missing.delete(node)) keys.push(key);
  }
  return keys;
};

/**
 * Redis checks this command as a write that needs memory. It changes nothing: the key does not exist, the text is
 * empty.
 */
const probe = async (redis: RedisClient, key: string): Promise<RefusalReason | undefined> => {
  try {
    await redis.setrange(key, 0, '');
    return undefined;
  } catch (error) {
    const reason = refusalReasonOf(error);
    if (reason === undefined) throw error;
    return reason;
  }
};

/**
 * Resolves to the reason why masters refuse writes; rejects where that is unknown. `keyOf` makes names of keys that do
 * not exist.
 */
export const probeWrites = async (
  redis: RedisClient,
  keyOf: (number: number) => string,
): Promise<readonly RefusalReason[]> => {
  const reasons = await Promise.all(probeKeys(redis, keyOf).map(key => probe(redis, key)));
  return reasons.filter(reason => reason !== undefined);
};

type DurabilitySettings = Pick<Config, 'durability'>;

const replicaTimeoutMs = 2_000;

const slowDisk = 'otherwise each change waits up to a second for its disk';

/** Finds a field in the answer to INFO. */
export const fieldOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];

const hasAppendOnlyFile = async (node: Redis): Promise<boolean> =>
  fieldOf(await node.info('persistence'), 'aof_enabled') !== '0';

/** Resolves to undefined where the server does not tell its configuration, as hosted services do not. */
const readAppendFsync = async (node: Redis): Promise<string | undefined> => {
  const [, value] = (await node.config('GET', 'appendfsync').catch(() => [])) as string[];
  return value;
};

const fsyncWarning = (durability: Config['durability'], fsync: string | undefined): string | undefined => {
  if (fsync === undefined || fsync === 'always') return undefined;
  if (durability === 'replicas-disk') return `Redis has appendfsync '${fsync}'; set it to 'always', ${slowDisk}`;
  if (durability === 'always') return `Redis has appendfsync '${fsync}'; set it to 'always'`;
  return fsync === 'no' ? "Redis has appendfsync 'no'; set it to 'everysec'" : undefined;
};

/** Resolves to a warning where a replica cannot confirm at once that its disk has a change. */
const replicaDiskWarning = async (master: Redis, { host, port }: ReplicaState): Promise<string | undefined> => {
  const replica = master.duplicate({
    path: undefined,
    host,
    port,
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: replicaTimeoutMs,
    commandTimeout: replicaTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  replica.on('error', () => undefined);
  const unknown =
    `the configuration of the replica ${host}:${port} cannot be read; ` +
    "it needs appendonly 'yes' and appendfsync 'always'";
  try {
    await replica.connect();
    if (!(await hasAppendOnlyFile(replica)))
      return (
        `the replica ${host}:${port} keeps no append-only file, and never confirms a change; ` +
        "set its appendonly to 'yes'"
      );
    const fsync = await readAppendFsync(replica);
    if (fsync === undefined) return unknown;
    return fsync === 'always'
      ? undefined
      : `the replica ${host}:${port} has appendfsync '${fsync}'; set it to 'always', ${slowDisk}`;
  } catch {
    // The warning says that the replica could not be asked.
    return unknown;
  } finally {
    replica.disconnect();
  }
};

const nodeWarnings = async (node: Redis, { durability }: DurabilitySettings): Promise<(string | undefined)[]> => {
  const replicas = durability === 'replicas-disk' ? await readReplicas(node) : [];
  return [
    (await hasAppendOnlyFile(node)) ? undefined : "Redis keeps no append-only file; set its appendonly to 'yes'",
    fsyncWarning(durability, await readAppendFsync(node)),
    ...(await Promise.all(replicas.map(replica => replicaDiskWarning(node, replica)))),
  ];
};

/**
 * Lists where servers fall short of the configured durability; each warning once, however many masters have it.
 * RedisMonitor warns of missing replicas.
 */
export const durabilityWarnings = async (redis: RedisClient, settings: DurabilitySettings): Promise<string[]> => {
  const warnings = await Promise.all(masterNodes(redis).map(node => nodeWarnings(node, settings)));
  return [...new Set(warnings.flat().filter(warning => warning !== undefined))];
};

const safePolicy = 'noeviction';

/**
 * Lists the policies by which servers evict data when their memory is full; empty when all servers refuse writes
 * instead.
 */
export const evictionPolicies = async (redis: RedisClient): Promise<string[]> => {
  const policies = await Promise.all(
    masterNodes(redis).map(async node => fieldOf(await node.info('memory'), 'maxmemory_policy') ?? safePolicy),
  );
  return [...new Set(policies)].filter(policy => policy !== safePolicy);
};

/** Tells whether the server knows a command. */
export const supportsCommand = async (redis: RedisClient, name: string): Promise<boolean> => {
  const [found] = (await redis.call('COMMAND', 'INFO', name)) as unknown[];
  return found !== null && found !== undefined;
};
