import { isConnectionLost } from './redisErrors.js';

/**
 * Makes a call once more when the connection broke under it. The client resends what it had not sent whole, but gives up
 * pipelines that were answered in part. Only for reads, and for commits, whose log tells the second run of the first.
 */
export const retryOnce = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => {
    if (!isConnectionLost(error)) throw error;
    return call();
  });
