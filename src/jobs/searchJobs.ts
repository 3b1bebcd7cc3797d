/** Scheduled jobs of the search indexes: the renewal of worn ones, and the deactivation of idle searches. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { limits } from '../base/config/limits.js';
import { dayMs } from '../base/durations.js';
import { ApiError } from '../base/errors/ApiError.js';
import { isRedisUnavailable } from '../base/redis/redisErrors.js';
import { changeSearch } from '../projects/updateProject.js';
import type { TypeSearch } from '../search/TypeSearch.js';
import type { Services } from '../services/services.js';
import type { ScheduledJob } from './Job.js';
import { scheduledQueueNames } from './queueNames.js';

/** Visits each project with an active search, type by type, and counts those where `work` did something. */
const countProjects = async (
  searches: ReadonlyMap<string, TypeSearch>,
  signal: AbortSignal,
  work: (search: TypeSearch, projectKey: string) => Promise<boolean>,
): Promise<number> => {
  let count = 0;
  for (const search of searches.values())
    for (const projectKey of await search.states.registeredProjects()) {
      if (signal.aborted) return count;
      if (await work(search, projectKey)) count++;
    }
  return count;
};

export interface SearchRenewalJobOptions {
  readonly searches: ReadonlyMap<string, TypeSearch>;
  readonly log: Logger;
  /** Number of replaced documents below which an index is not rebuilt. */
  readonly replacedMin?: number;
  readonly now?: () => number;
}

const renewalEveryMs = 300_000;
/**
 * Replaced documents per document that justify a rebuild: it indexes each resource once, a fifth of the cost of the
 * updates.
 */
const replacedPerDocument = 5;
/**
 * Terms of replaced and deleted documents may contain personal data, and are kept no longer than this, even where a job
 * was stopped. Those of erased resources go sooner (search/indexing/sweepProjects.ts).
 */
const maxAgeMs = dayMs;

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

/** Requests a rebuild where it is due. */
const renew = async (options: SearchRenewalJobOptions, search: TypeSearch, projectKey: string): Promise<boolean> => {
  const { log } = options;
  const { typeId } = search.type;
  try {
    if (!(await isDue(options, search, projectKey))) return false;
    await search.states.requestJob(projectKey, randomUUID());
    search.notifyIndexer(projectKey);
    log.info({ projectKey, typeId }, 'rebuilding a search index because many of its documents were replaced');
    return true;
  } catch (error) {
    if (isRedisUnavailable(error)) throw error;
    log.error({ err: error, projectKey }, 'reading the size of a search index failed');
    return false;
  }
};

/**
 * Rebuilds a search index when replaced and deleted documents left much behind in it, or anything for a day
 * (docs/decisions/order-search.md).
 */
export const searchRenewalJob = (options: SearchRenewalJobOptions): ScheduledJob => ({
  name: scheduledQueueNames.searchRenewal,
  everyMs: renewalEveryMs,
  run: signal => countProjects(options.searches, signal, (search, projectKey) => renew(options, search, projectKey)),
});

export interface IdleSearchJobOptions {
  readonly services: Services;
  readonly log: Logger;
  readonly idleDays: number;
  readonly now?: () => number;
}

/** The idle time is counted from the last search, or from the activation when there was none. */
const isIdle = async (
  { idleDays, now = Date.now }: IdleSearchJobOptions,
  { states }: TypeSearch,
  projectKey: string,
): Promise<boolean> => {
  const state = await states.read(projectKey);
  return state !== undefined && now() - Math.max(state.activatedAtMs, state.searchedAtMs ?? 0) > idleDays * dayMs;
};

/** A project that changed meanwhile is checked again by the next run. */
const deactivate = async (options: IdleSearchJobOptions, search: TypeSearch, projectKey: string): Promise<boolean> => {
  const { services, log } = options;
  const { typeId } = search.type;
  if (!(await isIdle(options, search, projectKey))) return false;
  try {
    if (!(await changeSearch(services, projectKey, typeId, 'Deactivated'))) return false;
    log.info({ projectKey, typeId }, 'deactivated an idle search');
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn({ err: error, projectKey, typeId }, 'deactivating an idle search failed');
    return false;
  }
};

/**
 * Deactivates the search of a type in projects without such a search for some days, by the project's own update action
 * (SEARCH059, LIM018). The hosted API does so with products, too.
 */
export const idleSearchJob = (options: IdleSearchJobOptions): ScheduledJob => ({
  name: scheduledQueueNames.idleSearch,
  everyMs: dayMs,
  run: signal =>
    countProjects(options.services.searches, signal, (search, projectKey) => deactivate(options, search, projectKey)),
});
