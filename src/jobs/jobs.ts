/** Starts the jobs of a process beside its front. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Services } from '../services.js';
import { keys } from '../store/keys.js';
import type { Running } from './queue.js';
import { retention } from './retention.js';

/** The library takes a tenth of a second, in which the front could serve nobody: loaded while the workers start, and not where there are no jobs. */
export const loadJobs = async ({ retentionMinutes }: Config): Promise<void> => {
  if (retentionMinutes > 0) await import('./queue.js');
};

/** Starts the jobs beside the front, without waiting for Redis: requests need no job. */
export const startJobs = async (redisUrl: string, { retentionMinutes }: Config, { engine, redis }: Services, log: Logger): Promise<Running | undefined> => {
  if (retentionMinutes === 0) return undefined;
  const { startQueue } = await import('./queue.js');
  return startQueue(redisUrl, retention({ engine, log, everyMinutes: retentionMinutes, projectKeys: () => redis.smembers(keys.projects) }), log);
};
