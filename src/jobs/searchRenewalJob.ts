import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { limits } from '../base/config/limits.js';
import { isRedisUnavailable } from '../base/redis/redisErrors.js';
import type { TypeSearch } from '../search/TypeSearch.js';
import { scheduledQueueNames } from './queueNames.js';
import type { ScheduledJob } from './Job.js';

export interface SearchRenewalJobOptions {
  readonly searches: ReadonlyMap<string, TypeSearch>;
  readonly log: Logger;
  /** Number of replaced documents below which an index is not rebuilt. */
  readonly replacedMin?: number;
  readonly now?: () => number;
}

const everyMs = 300_000;
/**
 * Replaced documents per document that justify a rebuild: it indexes each resource once, a fifth of the cost of the
 * updates.
 */
const replacedPerDocument = 5;
/**
 * Terms of replaced and deleted documents may contain personal data, and are kept no longer than this, even where a job
 * was stopped. Those of erased resources go sooner (search/indexing/sweepProjects.ts).
 */
const maxAgeMs = 86_400_000;

const isDue = async (
  { replacedMin = limits.searchReplacedMin, now = Date.now }: SearchRenewalJobOptions,
  { type, states, indexes }: TypeSearch,
  projectKey: string,
): Promise<boolean> => {
  const state = await states.read(projectKey);
  if (state?.current === undefined || state.jobId !== undefined) return false;
  const isOld = now() - (state.builtAtMs ?? 0) > maxAgeMs;
  const isStopped = state.stoppedLayout === type.documentLayout;
  if (isStopped && !isOld) return false;
  const { documents, replaced } = await indexes.size(projectKey, type.typeId, state.current);
  if (isOld && replaced > 0) return true;
  return !isStopped && replaced >= Math.max(replacedMin, replacedPerDocument * documents);
};

const renewIndexes = async (
  options: SearchRenewalJobOptions,
  search: TypeSearch,
  signal: AbortSignal,
): Promise<number> => {
  const { log } = options;
  let count = 0;
  for (const projectKey of await search.states.registeredProjects()) {
    if (signal.aborted) break;
    try {
      if (!(await isDue(options, search, projectKey))) continue;
      await search.states.requestJob(projectKey, randomUUID());
      search.notifyIndexer(projectKey);
      log.info(
        { projectKey, typeId: search.type.typeId },
        'rebuilding a search index because many of its documents were replaced',
      );
      count++;
    } catch (error) {
      if (isRedisUnavailable(error)) throw error;
      log.error({ err: error, projectKey }, 'reading the size of a search index failed');
    }
  }
  return count;
};

/** Returns the number of rebuilds that were requested. */
const run = async (options: SearchRenewalJobOptions, signal: AbortSignal): Promise<number> => {
  let count = 0;
  for (const search of options.searches.values()) count += await renewIndexes(options, search, signal);
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
