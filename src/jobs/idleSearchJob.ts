import type { Logger } from 'pino';
import { ApiError } from '../base/errors/ApiError.js';
import { changeSearch } from '../projects/updateProject.js';
import type { Services } from '../services/services.js';
import { scheduledQueueNames } from './queueNames.js';
import type { ScheduledJob } from './Job.js';

export interface IdleSearchJobOptions {
  readonly services: Services;
  readonly log: Logger;
  readonly idleDays: number;
  readonly now?: () => number;
}

const dayMs = 86_400_000;

/** The idle time is counted from the last search, or from the activation when there was none. */
const isIdle = async (
  { services, idleDays, now = Date.now }: IdleSearchJobOptions,
  projectKey: string,
): Promise<boolean> => {
  const state = await services.search.states.read(projectKey);
  return state !== undefined && now() - Math.max(state.activatedAtMs, state.searchedAtMs ?? 0) > idleDays * dayMs;
};

/** Returns the number of deactivated projects. A project that changed meanwhile is checked again by the next run. */
const run = async (options: IdleSearchJobOptions, signal: AbortSignal): Promise<number> => {
  const { services, log } = options;
  let count = 0;
  for (const projectKey of await services.search.states.registeredProjects()) {
    if (signal.aborted) break;
    if (!(await isIdle(options, projectKey))) continue;
    try {
      if (!(await changeSearch(services, projectKey, 'order', 'Deactivated'))) continue;
      log.info({ projectKey }, 'deactivated an idle order search');
      count++;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log.warn({ err: error, projectKey }, 'deactivating an idle order search failed');
    }
  }
  return count;
};

/**
 * Deactivates order search in projects without a search for some days, by the project's own update action (SEARCH059,
 * LIM018).
 */
export const idleSearchJob = (options: IdleSearchJobOptions): ScheduledJob => ({
  name: scheduledQueueNames.idleSearch,
  everyMs: dayMs,
  run: signal => run(options, signal),
});
