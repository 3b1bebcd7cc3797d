/** Builds search indexes anew in which documents that were replaced or deleted left much behind, or anything for long (docs/decisions/search-index.md). */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { limits } from '../config/limits.js';
import { isRedisUnavailable } from '../search/bisectFailures.js';
import { documentLayout } from '../search/documentLayout.js';
import type { OrderSearch } from '../search/OrderSearch.js';
import { scheduledQueueNames } from './queueNames.js';
import type { ScheduledJob } from './JobQueues.js';

export interface SearchRenewalOptions {
  readonly search: OrderSearch;
  readonly log: Logger;
  /** Fewer replaced documents than that are no reason. */
  readonly replacedMin?: number;
  now?(): number;
}

const everyMs = 300_000;
/** A build indexes each order once: so it adds a fifth to what the updates cost. */
const timesDocuments = 5;
/** Terms of documents that are gone hold what was erased, encoded: no longer than that. */
const oldMs = 86_400_000;

const isDue = async (
  { search: { states, indexes }, replacedMin = limits.searchReplacedMin, now = Date.now }: SearchRenewalOptions,
  projectKey: string,
): Promise<boolean> => {
  const state = await states.read(projectKey);
  if (state?.current === undefined || state.jobId !== undefined || state.stoppedLayout === documentLayout) return false;
  const { documents, replaced } = await indexes.size(projectKey, 'order', state.current);
  const isOld = now() - (state.builtAtMs ?? 0) > oldMs;
  return (isOld && replaced > 0) || replaced >= Math.max(replacedMin, timesDocuments * documents);
};

/** One run over all projects; how many builds it asked for. */
const run = async (options: SearchRenewalOptions, signal: AbortSignal): Promise<number> => {
  const { search, log } = options;
  let count = 0;
  for (const projectKey of await search.states.registeredProjects()) {
    if (signal.aborted) break;
    try {
      if (!(await isDue(options, projectKey))) continue;
      await search.states.requestJob(projectKey, randomUUID());
      search.notifyIndexer(projectKey);
      log.info({ projectKey }, 'the search index of the orders is built anew: much of what it holds was replaced');
      count++;
    } catch (error) {
      if (isRedisUnavailable(error)) throw error;
      log.error({ err: error, projectKey }, 'the size of a search index was not looked at');
    }
  }
  return count;
};

export const searchRenewalJob = (options: SearchRenewalOptions): ScheduledJob => ({
  name: scheduledQueueNames.searchRenewal,
  everyMs,
  run: signal => run(options, signal),
});
