import { dayMs } from '../base/durations.js';
import type { Logger } from 'pino';
import { ApiError } from '../base/errors/ApiError.js';
import { changeSearch } from '../projects/updateProject.js';
import type { TypeSearch } from '../search/TypeSearch.js';
import type { Services } from '../services/services.js';
import { scheduledQueueNames } from './queueNames.js';
import type { ScheduledJob } from './Job.js';

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

/** Returns the number of deactivated searches. A project that changed meanwhile is checked again by the next run. */
const runOfType = async (options: IdleSearchJobOptions, search: TypeSearch, signal: AbortSignal): Promise<number> => {
  const { services, log } = options;
  const { typeId } = search.type;
  let count = 0;
  for (const projectKey of await search.states.registeredProjects()) {
    if (signal.aborted) break;
    if (!(await isIdle(options, search, projectKey))) continue;
    try {
      if (!(await changeSearch(services, projectKey, typeId, 'Deactivated'))) continue;
      log.info({ projectKey, typeId }, 'deactivated an idle search');
      count++;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log.warn({ err: error, projectKey, typeId }, 'deactivating an idle search failed');
    }
  }
  return count;
};

const run = async (options: IdleSearchJobOptions, signal: AbortSignal): Promise<number> => {
  let count = 0;
  for (const search of options.services.searches.values()) count += await runOfType(options, search, signal);
  return count;
};

/**
 * Deactivates the search of a type in projects without such a search for some days, by the project's own update action
 * (SEARCH059, LIM018). The hosted API does so with products, too.
 */
export const idleSearchJob = (options: IdleSearchJobOptions): ScheduledJob => ({
  name: scheduledQueueNames.idleSearch,
  everyMs: dayMs,
  run: signal => run(options, signal),
});
