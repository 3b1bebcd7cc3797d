/** Deactivates the order search of projects where nobody searched for a while (SEARCH059, LIM018), as the project itself would. */
import type { Logger } from 'pino';
import { ApiError } from '../errors/ApiError.js';
import { changeOrderSearch } from '../projects/changeOrderSearch.js';
import type { Services } from '../services/services.js';
import { scheduledQueueNames } from './queueNames.js';
import type { ScheduledJob } from './JobQueues.js';

export interface IdleSearchOptions {
  readonly services: Services;
  readonly log: Logger;
  readonly idleDays: number;
  now?(): number;
}

const dayMs = 86_400_000;

/** Without a search the activation counts. */
const isIdle = async (
  { services, idleDays, now = Date.now }: IdleSearchOptions,
  projectKey: string,
): Promise<boolean> => {
  const state = await services.search.states.read(projectKey);
  return state !== undefined && now() - Math.max(state.activatedAtMs, state.searchedAtMs ?? 0) > idleDays * dayMs;
};

/** One run over all projects; how many it deactivated. A project that changed meanwhile is judged anew by the next run. */
const run = async (options: IdleSearchOptions, signal: AbortSignal): Promise<number> => {
  const { services, log } = options;
  let count = 0;
  for (const projectKey of await services.search.states.registeredProjects()) {
    if (signal.aborted) break;
    if (!(await isIdle(options, projectKey))) continue;
    try {
      if (!(await changeOrderSearch(services, projectKey, 'Deactivated'))) continue;
      log.info({ projectKey }, 'order search was deactivated: nobody searched');
      count++;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log.warn({ err: error, projectKey }, 'order search was not deactivated');
    }
  }
  return count;
};

export const idleSearchJob = (options: IdleSearchOptions): ScheduledJob => ({
  name: scheduledQueueNames.idleSearch,
  everyMs: dayMs,
  run: signal => run(options, signal),
});
