import { Redis } from 'ioredis';
import type { RedisTls } from '../config/redisTls.js';
import { parseRedisUrl } from '../config/redisUrl.js';
import { serverOptions } from './serverOptions.js';

/** Runs `use` on a connection of its own; rejects when Redis is not reachable, or does not answer for `timeoutMs`. */
export const withTemporaryConnection = async <T>(
  url: string,
  timeoutMs: number,
  use: (redis: Redis) => Promise<T>,
  { tls }: { readonly tls?: RedisTls } = {},
): Promise<T> => {
  const redis = new Redis({
    ...serverOptions(parseRedisUrl(url), tls),
    // A Redis that loads its file answers at once that it does, instead of when it is done.
    enableReadyCheck: false,
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await use(redis);
  } finally {
    redis.disconnect();
  }
};
