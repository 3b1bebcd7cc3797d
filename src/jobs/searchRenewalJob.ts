import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { limits } from '../config/limits.js';
import { isRedisUnavailable } from '../redis/isRedisUnavailable.js';
import { documentLayout } from '../search/documentLayout.js';
import type { OrderSearch } from '../search/OrderSearch.js';
import { scheduledQueueNames } from './queueNames.js';
import type { ScheduledJob } from './Job.js';

export interface SearchRenewalJobOptions {
  readonly search: OrderSearch;
  readonly log: Logger;
  /** Number of replaced documents below which an index is not rebuilt. */
  readonly replacedMin?: number;
  readonly now?: () => number;
}

const everyMs = 300_000;
/**
 * Replaced documents per document that justify a rebuild: it indexes each order once, a fifth of what the updates cost.
 */
const replacedPerDocument = 5;
/**
 * Terms of replaced and deleted documents may contain personal data, and are kept no longer than this, even where a job
 * was stopped. Those of erased orders go sooner (indexing/sweepProjects.ts).
 */
const maxAgeMs = 86_400_000;

const isDue = async (
  { search: { states, indexes }, replacedMin = limits.searchReplacedMin, now = Date.now }: SearchRenewalJobOptions,
  projectKey: string,
): Promise<boolean> => {
  const state = await states.read(projectKey);
  if (state?.current === undefined || state.jobId !== undefined) return false;
  const isOld = now() - (state.builtAtMs ?? 0) > maxAgeMs;
  const isStopped = state.stoppedLayout === documentLayout;
  if (isStopped && !isOld) return false;
  const { documents, replaced } = await indexes.size(projectKey, 'order', state.current);
  if (isOld && replaced > 0) return true;
  return !isStopped && replaced >= Math.max(replacedMin, replacedPerDocument * documents);
};

/** Returns the number of rebuilds that were requested. */
const run = async (options: SearchRenewalJobOptions, signal: AbortSignal): Promise<number> => {
  const { search, log } = options;
  let count = 0;
  for (const projectKey of await search.states.registeredProjects()) {
    if (signal.aborted) break;
    try {
      if (!(await isDue(options, projectKey))) continue;
      await search.states.requestJob(projectKey, randomUUID());
      search.notifyIndexer(projectKey);
      log.info({ projectKey }, 'rebuilding a search index because many of its documents were replaced');
      count++;
    } catch (error) {
      if (isRedisUnavailable(error)) throw error;
      log.error({ err: error, projectKey }, 'reading the size of a search index failed');
    }
  }
  return count;
};

/**
 * Rebuilds a search index when replaced and deleted documents left much behind in it, or anything for a day
 * (docs/decisions/order-search.md).
 */
export const searchRenewalJob = (options: SearchRenewalJobOptions): ScheduledJob => ({
  name: scheduledQueueNames.searchRenewal,
  everyMs,
  run: signal => run(options, signal),
});
