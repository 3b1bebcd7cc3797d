import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SearchIndexes } from './SearchIndexes.js';
import type { SettingSyncResult, SearchStates } from './SearchStates.js';
import { searchSettingsOf } from '../commerce/resources/project/members.js';
import type { SearchedType } from './SearchedType.js';
import { cachedProjectsMax, entryLimit, ReadCache } from '../base/memory/ReadCache.js';
import { ColumnCache } from './columns/ColumnCache.js';
import { rowListOf } from './match/rows.js';

/** Age up to which a cached state is used; a replaced index is kept longer than this. */
const stateMaxAgeMs = 1_000;
/** A process records the searches of a project at most once in this time. */
const recordSearchMs = 60_000;

export interface TypeSearchOptions {
  readonly type: SearchedType;
  readonly states: SearchStates;
  readonly indexes: SearchIndexes;
  /** Notifies the indexer of this process that a project has work to do. */
  notifyIndexer(projectKey: string): void;
}

/**
 * The search of one type in all projects: reads their search state through a cache and keeps it equal to the project's
 * setting.
 */
export class TypeSearch {
  readonly type: SearchedType;
  readonly states: SearchStates;
  readonly indexes: SearchIndexes;
  /** Absent for a type whose searches have no facets. */
  readonly columns: ColumnCache | undefined;
  readonly #options: TypeSearchOptions;
  readonly #cachedStates = new ReadCache(projectKey => this.states.read(projectKey), {
    entriesMax: cachedProjectsMax,
    cachedMs: stateMaxAgeMs,
  });
  readonly #recordedSearches = new LRUCache<string, true>({ ...entryLimit(cachedProjectsMax), ttl: recordSearchMs });

  constructor(options: TypeSearchOptions) {
    this.type = options.type;
    this.states = options.states;
    this.indexes = options.indexes;
    this.#options = options;
    const { table, rows } = options.type;
    this.columns = rows && new ColumnCache(table, rowListOf(table, rows));
  }

  notifyIndexer(projectKey: string): void {
    this.#options.notifyIndexer(projectKey);
  }

  /** Returns the number of the index to search, at most a second old; undefined without an index (SEARCH009). */
  async currentIndex(projectKey: string): Promise<number | undefined> {
    return (await this.#cachedStates.get(projectKey))?.current;
  }

  /** Records that the project was searched, from which the idle time is counted (SEARCH059). Never fails. */
  recordSearch(projectKey: string): void {
    if (this.#recordedSearches.has(projectKey)) return;
    this.#recordedSearches.set(projectKey, true);
    this.states.recordSearchTime(projectKey).catch(() => this.#recordedSearches.delete(projectKey));
  }

  /** Makes the search state equal to the project's setting and notifies the indexer (SEARCH010, SEARCH011). */
  async applySetting(projectKey: string): Promise<SettingSyncResult> {
    await this.states.registerProject(projectKey);
    if (!(await this.indexes.available(projectKey, this.type.typeId))) return 'OFF';
    const followed = await this.states.syncWithSetting(projectKey, searchSettingsOf(this.type.typeId), randomUUID());
    this.#cachedStates.delete(projectKey);
    if (followed !== 'OFF') this.notifyIndexer(projectKey);
    return followed;
  }

  /** Starts a rebuild of an index that Redis lost; false when the project should have no index. */
  async rebuildMissingIndex(projectKey: string): Promise<boolean> {
    this.#cachedStates.delete(projectKey);
    const state = await this.states.read(projectKey);
    if (state === undefined || state.stoppedLayout === this.type.documentLayout) return false;
    await this.states.requestJob(projectKey, randomUUID());
    this.notifyIndexer(projectKey);
    return true;
  }

  /** Starts a rebuild of the index after a change that affects all documents, in place of a job in progress. */
  async rebuildIndex(projectKey: string): Promise<void> {
    if ((await this.states.restartJob(projectKey, randomUUID())) !== undefined) this.notifyIndexer(projectKey);
  }
}
