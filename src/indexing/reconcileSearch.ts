/** Compares each project's setting with its state of search, and each state with its index: what a crash left half done is finished. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { readProject } from '../registry/projectSettings.js';
import { documentLayout } from '../search/documentLayout.js';
import type { OrderSearch } from '../search/OrderSearch.js';
import { UnknownIndexError } from '../store/searchIndexes.js';
import type { SearchState } from '../store/searchStates.js';
import type { Store } from '../store/store.js';
import { isRedisUnavailable } from '../search/bisectFailures.js';
import { dropUnusedIndexes } from './sweepProjects.js';

export interface ReconcileOptions {
  readonly search: OrderSearch;
  readonly store: Store;
  readonly log: Logger;
  projectKeys(): Promise<readonly string[]>;
  /** Puts a job into its queue, unless it is there. */
  enqueue(projectKey: string, jobId: string): Promise<void>;
}

/** An index that was built so lately is not built anew for what it lacks: it would lack that again. */
const restMs = 600_000;

/** Servers lose indexes, or have them in part: where a slot came to another one, or a replica took its master's place. */
const isSound = async ({ indexes }: OrderSearch, projectKey: string, number: number, builtAtMs = 0): Promise<boolean> =>
  indexes.isComplete(projectKey, 'order', number).then(
    isWhole => isWhole || Date.now() - builtAtMs < restMs,
    (error: unknown) => {
      if (error instanceof UnknownIndexError) return false;
      throw error;
    },
  );

/** An index of another layout serves until the new one is there; one that somebody stopped is not begun again unasked. */
const needsBuild = async (
  search: OrderSearch,
  projectKey: string,
  { jobId, stoppedLayout, current, layout: built, builtAtMs }: SearchState,
): Promise<boolean> => {
  if (jobId !== undefined || stoppedLayout === documentLayout) return false;
  return current === undefined || built !== documentLayout || !(await isSound(search, projectKey, current, builtAtMs));
};

const keepUp = async ({ search, log, enqueue }: ReconcileOptions, projectKey: string): Promise<void> => {
  if (!(await search.indexes.available()))
    return log.warn({ projectKey }, 'order search is activated, and Redis has no search module');
  if ((await search.applySetting(projectKey)) === 'OFF') return;
  const state = await search.states.read(projectKey);
  if (state === undefined) return;
  if (state.jobId !== undefined) return enqueue(projectKey, state.jobId);
  if (!(await needsBuild(search, projectKey, state))) return;
  log.info({ projectKey, documentLayout }, 'the search index of the orders is built anew');
  const job = await search.states.requestJob(projectKey, randomUUID());
  if (job !== undefined) await enqueue(projectKey, job);
};

const clearAway = async ({ search }: ReconcileOptions, projectKey: string): Promise<void> => {
  const { states } = search;
  const followed = await states.syncWithSetting(projectKey, randomUUID());
  await dropUnusedIndexes(search, projectKey);
  if (followed === 'OFF' && !(await states.hasObsoleteIndexes(projectKey))) await states.unregisterProject(projectKey);
};

export const reconcileProject = async (
  options: ReconcileOptions,
  projectKey: string,
  mayHaveSearch: boolean,
): Promise<void> => {
  const project = await readProject(options.store, projectKey);
  if (project?.searchIndexing?.orders?.status === 'Activated') await keepUp(options, projectKey);
  else if (mayHaveSearch) await clearAway(options, projectKey);
};

export const reconcileSearch = async (options: ReconcileOptions): Promise<void> => {
  const expected = new Set(await options.search.states.registeredProjects());
  for (const projectKey of new Set([...(await options.projectKeys()), ...expected]))
    try {
      await reconcileProject(options, projectKey, expected.has(projectKey));
    } catch (error) {
      options.log[isRedisUnavailable(error) ? 'debug' : 'error'](
        { err: error, projectKey },
        'the state of search was not compared with the project',
      );
    }
};
