import { Redis } from 'ioredis';
import { parseRedisUrl } from '../config/redisUrl.js';

/** One short conversation with a Redis that may be away: rejects, instead of waiting for it, where it is not there or says nothing for `msMax`. */
export const withTemporaryConnection = async <T>(
  url: string,
  msMax: number,
  ask: (redis: Redis) => Promise<T>,
): Promise<T> => {
  const { kind, path, href } = parseRedisUrl(url);
  // One that loads its file is there: what is asked gets its own answer, instead of waiting for the end of the loading.
  const options = {
    enableReadyCheck: false,
    lazyConnect: true,
    connectTimeout: msMax,
    commandTimeout: msMax,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  };
  const redis = kind === 'unix' ? new Redis({ ...options, path }) : new Redis(href, options);
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
};
