import type { Redis } from 'ioredis';
import type { Config } from '../config/settings.js';
import type { RedisClient } from './connect.js';
import { masterNodes } from './masterNodes.js';

type DurabilitySettings = Pick<Config, 'durability' | 'durabilityReplicas'>;

const infoField = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];

/** Undefined where the server does not tell its configuration, as hosted services do not. */
const readAppendFsync = async (node: Redis): Promise<string | undefined> => {
  const [, value] = (await node.config('GET', 'appendfsync').catch(() => [])) as string[];
  return value;
};

const fsyncWarning = (durability: Config['durability'], fsync: string | undefined): string | undefined => {
  const isTooWeak = durability === 'always' ? fsync !== 'always' : fsync === 'no';
  return fsync !== undefined && isTooWeak
    ? `Redis has appendfsync '${fsync}'; set it to '${durability === 'always' ? 'always' : 'everysec'}'`
    : undefined;
};

const nodeWarnings = async (
  node: Redis,
  { durability, durabilityReplicas }: DurabilitySettings,
): Promise<(string | undefined)[]> => {
  const hasAppendOnlyFile = infoField(await node.info('persistence'), 'aof_enabled') !== '0';
  const fsync = await readAppendFsync(node);
  const replicas = Number(infoField(await node.info('replication'), 'connected_slaves') ?? 0);
  return [
    hasAppendOnlyFile ? undefined : "Redis keeps no append-only file; set its appendonly to 'yes'",
    fsyncWarning(durability, fsync),
    durability.startsWith('replicas') && replicas < durabilityReplicas
      ? `Redis has ${replicas} replica(s), ${durabilityReplicas} must confirm each change`
      : undefined,
  ];
};

/** Lists in what a server falls short of the configured durability; each warning once, however many masters have it. */
export const durabilityWarnings = async (redis: RedisClient, settings: DurabilitySettings): Promise<string[]> => {
  const warnings = await Promise.all(masterNodes(redis).map(node => nodeWarnings(node, settings)));
  return [...new Set(warnings.flat().filter(warning => warning !== undefined))];
};
