import { type RedisConnection, Repository, Schema } from 'redis-om';
import type { RedisClient } from '../redis/connect.js';
import { apiClientFields, apiClientHashes } from './ApiClientRecord.js';

/** What a transaction fails with when Redis refused one of its commands. */
interface AbortedError {
  readonly previousErrors?: readonly Error[];
}

/** Commands of one transaction; it fails with the error of the first command that fails. */
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
    exec: async (): Promise<void> => {
      const results = await commands.exec().catch((error: unknown) => {
        throw (error as AbortedError).previousErrors?.[0] ?? error;
      });
      for (const [error] of results ?? []) if (error !== null) throw error;
    },
  };
  return steps;
};

/** The commands that redis-om sends for an entity in a hash, on a connection of the other client library. */
const asRedisOmConnection = (redis: RedisClient) => ({
  hGetAll: async (key: string) => redis.hgetall(key),
  unlink: async (names: readonly string[]) => redis.unlink(...names),
  multi: () => transaction(redis),
});

/** Writes records of API clients as entities of redis-om. */
export const apiClientRepository = (redis: RedisClient): Repository =>
  new Repository(
    new Schema(apiClientHashes, apiClientFields, { dataStructure: 'HASH' }),
    // redis-om declares the whole client of node-redis, of which it uses these commands.
    asRedisOmConnection(redis) as unknown as RedisConnection,
  );
