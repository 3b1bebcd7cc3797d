import { LRUCache } from 'lru-cache';
import { type SearchIndexes, UnknownIndexError } from '../SearchIndexes.js';
import { entryLimit } from '../../base/memory/ReadCache.js';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { forEachProject } from './PeriodicTasks.js';
import { dropUnusedIndexes } from './sweepProjects.js';
import { readProject } from '../../commerce/resources/project/projectSettings.js';
import { searchSettingsOf } from '../../commerce/resources/project/members.js';
import { activatedTypes } from '../types/index.js';
import type { TypeSearch } from '../TypeSearch.js';
import type { SearchState } from '../SearchStates.js';
import type { DataStore } from '../../store/DataStore.js';

interface CompletenessChecksOptions {
  readonly typeId: string;
  readonly indexes: Pick<SearchIndexes, 'exists' | 'isComplete' | 'serverId'>;
  readonly now?: () => number;
}

/** A complete index is counted again after this time, and sooner when another process of Redis serves it. */
const countedMs = 3_600_000;
const indexesMax = 10_000;

/**
 * Tells whether the indexes of a type are complete: Redis can lose one or parts of it, for example when a slot moves or
 * a replica is promoted. Counting the documents of an index blocks Redis for a time that grows with their number, so
 * they are counted rarely while the same process of Redis serves the index.
 */
export class CompletenessChecks {
  readonly #options: CompletenessChecksOptions;
  readonly #counted = new LRUCache<string, { readonly server: string; readonly atMs: number }>(entryLimit(indexesMax));

  constructor(options: CompletenessChecksOptions) {
    this.#options = options;
  }

  async isComplete(projectKey: string, number: number): Promise<boolean> {
    const { typeId, indexes, now = Date.now } = this.#options;
    if (!(await indexes.exists(projectKey, typeId, number))) return false;
    const server = await indexes.serverId(projectKey, typeId, number);
    const name = `${projectKey}/${number}`;
    const counted = this.#counted.get(name);
    if (counted?.server === server && now() - counted.atMs < countedMs) return true;
    const isComplete = await this.#count(projectKey, number);
    if (isComplete) this.#counted.set(name, { server, atMs: now() });
    return isComplete;
  }

  #count(projectKey: string, number: number): Promise<boolean> {
    const { typeId, indexes } = this.#options;
    return indexes.isComplete(projectKey, typeId, number).catch((error: unknown) => {
      if (error instanceof UnknownIndexError) return false;
      throw error;
    });
  }
}

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
