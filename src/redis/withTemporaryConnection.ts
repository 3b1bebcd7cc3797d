import { Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl } from '../config/redisUrl.js';

/** Runs `use` on a connection of its own; rejects when Redis is not reachable, or does not answer for `timeoutMs`. */
export const withTemporaryConnection = async <T>(
  url: string,
  timeoutMs: number,
  use: (redis: Redis) => Promise<T>,
): Promise<T> => {
  const { kind, path, href } = parseRedisUrl(url);
  const options: RedisOptions = {
    // A Redis that loads its file answers at once that it does, instead of when it is done.
    enableReadyCheck: false,
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  };
  const redis = kind === 'unix' ? new Redis({ ...options, path }) : new Redis(href, options);
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await use(redis);
  } finally {
    redis.disconnect();
  }
};
