import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { forEachProject } from './forEachProject.js';
import { readProject } from '../../commerce/resources/project/projectSettings.js';
import { searchSettingsOf } from '../../commerce/resources/project/searchedTypeIds.js';
import { activatedTypes } from '../types/index.js';
import type { TypeSearch } from '../TypeSearch.js';
import type { SearchState } from '../SearchStates.js';
import type { DataStore } from '../../store/DataStore.js';
import type { CompletenessChecks } from './CompletenessChecks.js';
import { dropUnusedIndexes } from './sweepProjects.js';

export interface ReconcileSearchOptions {
  readonly search: TypeSearch;
  readonly store: DataStore;
  /** Has to be the same object in all runs of a process. */
  readonly checks: CompletenessChecks;
  readonly log: Logger;
  readonly projectKeys: () => Promise<readonly string[]>;
  /** Adds an indexing job to its queue, unless it is already there. */
  readonly enqueue: (projectKey: string, jobId: string) => Promise<void>;
}

/**
 * An incomplete index is not rebuilt sooner than this after its last build, which would probably miss the same
 * documents.
 */
const rebuildPauseMs = 600_000;

/**
 * An index of an older layout is searched until its replacement is complete; a stopped job is not restarted
 * automatically.
 */
const needsBuild = async (
  { search: { type, indexes }, checks }: ReconcileSearchOptions,
  projectKey: string,
  { jobId, stoppedLayout, current, layout, builtAtMs = 0 }: SearchState,
): Promise<boolean> => {
  if (jobId !== undefined || stoppedLayout === type.documentLayout) return false;
  if (current === undefined || layout !== type.documentLayout) return true;
  if (await checks.isComplete(projectKey, current)) return false;
  return Date.now() - builtAtMs >= rebuildPauseMs || !(await indexes.exists(projectKey, type.typeId, current));
};

const reconcileActivated = async (options: ReconcileSearchOptions, projectKey: string): Promise<void> => {
  const { search, log, enqueue } = options;
  const { typeId, documentLayout: layout } = search.type;
  if (!(await search.indexes.available(projectKey, typeId)))
    return log.warn({ projectKey, typeId }, 'search is activated, but Redis has no search module');
  if ((await search.applySetting(projectKey)) === 'OFF') return;
  const state = await search.states.read(projectKey);
  if (state === undefined) return;
  if (state.jobId !== undefined) return enqueue(projectKey, state.jobId);
  if (!(await needsBuild(options, projectKey, state))) return;
  log.info({ projectKey, typeId, layout }, 'rebuilding a search index');
  const job = await search.states.requestJob(projectKey, randomUUID());
  if (job !== undefined) await enqueue(projectKey, job);
};

const reconcileDeactivated = async ({ search }: ReconcileSearchOptions, projectKey: string): Promise<void> => {
  const { states, type } = search;
  const result = await states.syncWithSetting(projectKey, searchSettingsOf(type.typeId), randomUUID());
  await dropUnusedIndexes(search, projectKey);
  if (result === 'OFF' && !(await states.hasObsoleteIndexes(projectKey))) await states.unregisterProject(projectKey);
};

export const reconcileProject = async (
  options: ReconcileSearchOptions,
  projectKey: string,
  mayHaveSearch: boolean,
): Promise<void> => {
  const project = await readProject(options.store, projectKey);
  if (activatedTypes(project?.searchIndexing).includes(options.search.type))
    await reconcileActivated(options, projectKey);
  else if (mayHaveSearch) await reconcileDeactivated(options, projectKey);
};

/**
 * Makes the search state of each project agree with its setting, and its index with its state, also after a crash.
 */
export const reconcileSearch = async (options: ReconcileSearchOptions): Promise<void> => {
  const registered = new Set(await options.search.states.registeredProjects());
  await forEachProject(
    [...new Set([...(await options.projectKeys()), ...registered])],
    options.log,
    'comparing the search state with the project failed',
    projectKey => reconcileProject(options, projectKey, registered.has(projectKey)),
  );
};
