import { type RedisConnection, Repository, Schema, type SchemaDefinition } from 'redis-om';
import type { RedisClient } from './connect.js';
import { runTransaction } from './runTransaction.js';

const transaction = (redis: RedisClient) => {
  const commands = redis.multi();
  const steps = {
    unlink: (key: string) => {
      commands.unlink(key);
      return steps;
    },
    hSet: (key: string, hash: Readonly<Record<string, string>>) => {
      commands.hset(key, hash);
      return steps;
    },
    exec: () => runTransaction(commands),
  };
  return steps;
};

/**
 * A repository of redis-om for entities that are hashes, on a connection of ioredis: it has the time limits and knows
 * the nodes of a cluster, and redis-om opens none of its own.
 */
export const entityRepository = (redis: RedisClient, name: string, fields: SchemaDefinition): Repository =>
  new Repository(
    new Schema(name, fields, { dataStructure: 'HASH' }),
    // redis-om declares the whole client of node-redis, of which it uses these commands for hashes.
    {
      hGetAll: async (key: string) => redis.hgetall(key),
      unlink: async (names: readonly string[]) => redis.unlink(...names),
      multi: () => transaction(redis),
    } as unknown as RedisConnection,
  );
