/** What a server that we did not start lacks of the durability that is set. */
import type { Redis } from 'ioredis';
import type { Config } from '../config/settings.js';
import type { RedisClient } from './connect.js';
import { masterNodes } from './masterNodes.js';

const field = (info: string, name: string): string | undefined => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];

/** Undefined where the server keeps its configuration to itself, as services do that are run by others. */
const fsyncOf = async (node: Redis): Promise<string | undefined> => {
  const [, value] = (await node.config('GET', 'appendfsync').catch(() => [])) as string[];
  return value;
};

const lacksOf = async (node: Redis, { durability, durabilityReplicas }: Config): Promise<string[]> => {
  const lacks: string[] = [];
  if (field(await node.info('persistence'), 'aof_enabled') === '0')
    lacks.push("Redis keeps no append-only file; set its appendonly to 'yes'");
  const fsync = await fsyncOf(node);
  const isWeaker = durability === 'always' ? fsync !== 'always' : fsync === 'no';
  if (fsync !== undefined && isWeaker)
    lacks.push(`Redis has appendfsync '${fsync}'; set it to '${durability === 'always' ? 'always' : 'everysec'}'`);
  const replicas = Number(field(await node.info('replication'), 'connected_slaves') ?? 0);
  if (durability.startsWith('replicas') && replicas < durabilityReplicas)
    lacks.push(`Redis has ${replicas} replica(s), ${durabilityReplicas} must confirm each change`);
  return lacks;
};

/** In words for the log; each once, however many masters a cluster has. */
export const durabilityWarnings = async (redis: RedisClient, config: Config): Promise<string[]> => {
  const all = await Promise.all(masterNodes(redis).map(node => lacksOf(node, config)));
  return [...new Set(all.flat())];
};

export const supportsCommand = async (redis: RedisClient, name: string): Promise<boolean> => {
  const [found] = (await redis.call('COMMAND', 'INFO', name)) as unknown[];
  return found !== null && found !== undefined;
};
