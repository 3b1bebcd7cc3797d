import { isConnectionLost } from './redisErrors.js';

/**
 * Makes a call again when the connection broke during it. The client resends commands that it had not sent in full, but
 * gives up pipelines that were answered in part. Use it for reads, and for commits, whose log recognizes the second
 * run.
 */
export const retryOnce = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => {
    if (!isConnectionLost(error)) throw error;
    return call();
  });
