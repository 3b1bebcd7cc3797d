import { Redis } from 'ioredis';
import type { RedisTls } from '../config/redisTls.js';
import { parseRedisUrl } from '../config/redisUrl.js';
import { serverOptions } from './connect.js';

/** A server that is silent does not close its end. */
const disconnectMs = 50;

interface ConnectionOptions {
  readonly tls?: RedisTls;
  readonly end?: AbortSignal;
}

/**
 * Runs `use` on a connection of its own; rejects when Redis is not reachable, or does not answer for `timeoutMs`, with
 * the error of the socket or of Redis.
 */
export const withTemporaryConnection = async <T>(
  url: string,
  timeoutMs: number,
  use: (redis: Redis) => Promise<T>,
  { tls, end }: ConnectionOptions = {},
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
    // The library keeps a timer of this time, also of a connection that has ended, and a process does not end before
    // it.
    disconnectTimeout: disconnectMs,
  });
  // The library tells the cause to this listener only: its calls are rejected with `Connection is closed`.
  let cause: Error | undefined;
  redis.on('error', (error: Error) => {
    cause ??= error;
  });
  end?.addEventListener('abort', () => redis.disconnect());
  try {
    await redis.connect();
    // A command of the library itself may have failed, which does not keep it from connecting.
    if (cause !== undefined) throw cause;
    return await use(redis);
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
};
