/** The state of the search of one type in each project, stored beside the indexes (lua/include/searchState.lua). */
import { sumOf, toPairs } from '../base/lists.js';
import type { RedisClient } from '../base/redis/connect.js';
import { defineScript } from '../base/redis/Script.js';
import { RedisLock } from '../base/redis/RedisLock.js';
import { retryOnce } from '../base/redis/redisErrors.js';
import { millisecondsOf, sendToKeyNode } from '../base/redis/sendToKeyNode.js';
import type { IndexingFailure } from './SearchStatus.js';
import { keys, searchedProject, stampMark, takenStampMark } from '../store/keys.js';

/** The search of one type in one project; it has no state while search is deactivated. */
export interface SearchState {
  /** Number of the index that is searched, the layout of its documents, and when it became the searched index. */
  readonly current?: number;
  readonly layout?: number;
  readonly builtAtMs?: number;
  /** Number of the index under construction. */
  readonly building?: number;
  /** The indexing job in progress. */
  readonly jobId?: string;
  /** The job that started last, which may have ended. */
  readonly lastJobId?: string;
  /** The layout for which a job was stopped: no job starts for it unless requested. */
  readonly stoppedLayout?: number;
  readonly activatedAtMs: number;
  readonly searchedAtMs?: number;
  /** The time up to which the resources were marked whose validity began or ended. */
  readonly passedAtMs?: number;
  /** Numbers of erasures (lua/include/searchState.lua). */
  readonly erasures: number;
  readonly indexErasures: number;
  /** How long it took to fill the searched index. */
  readonly buildMs: number;
}

/** Tells whether the searched index may hold terms of an order that was erased since its build began (GEN070). */
export const hasErasedTerms = ({ current, erasures, indexErasures }: SearchState): boolean =>
  current !== undefined && erasures > indexErasures;

/** A resource that changed since it was indexed, and the time of its first such change. */
export interface DirtyMark {
  readonly id: string;
  readonly atMs: number;
}

export interface IndexingJobRecord {
  /** The last id that was indexed; empty before the first. */
  readonly lastId: string;
  readonly indexed: number;
  readonly failed: number;
  readonly total: number;
  readonly completedAtMs?: number;
  readonly failures: readonly IndexingFailure[];
}

/** One step of a job: the resources after `fromId` up to `toId`. */
export interface IndexingStep extends Pick<IndexingJobRecord, 'indexed' | 'failed' | 'failures'> {
  readonly fromId: string;
  readonly toId: string;
}

/** The result of lua/search/syncSearchSetting.lua: ON and OFF tell that nothing changed. */
export type SettingSyncResult = 'ON' | 'OFF' | 'ACTIVATED' | 'DEACTIVATED';

const recordTtlMs = 30 * 86_400_000;
const failurePrefix = 'failure:';

const scripts = [
  'syncSearchSetting',
  'requestIndexingJob',
  'restartIndexingJob',
  'assignIndexNumber',
  'startIndexBuild',
  'recordIndexingProgress',
  'activateIndex',
  'stopIndexingJob',
  'abandonIndex',
  'recordSearchTime',
  'markPassedTime',
  'deleteUnusedMarks',
  'removeUnchangedMark',
] as const;

type Script = (typeof scripts)[number];
type ScriptCommands = Record<
  Script,
  (keyCount: number, ...keysAndArgs: readonly (string | number)[]) => Promise<string>
>;

const toNumber = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

const isEmpty = (hash: Record<string, string>): boolean => Object.keys(hash).length === 0;

const toState = (hash: Record<string, string>): SearchState => ({
  current: toNumber(hash.current),
  layout: toNumber(hash.layout),
  builtAtMs: toNumber(hash.builtAt),
  building: toNumber(hash.building),
  jobId: hash.job,
  lastJobId: hash.lastJob,
  stoppedLayout: toNumber(hash.stopped),
  activatedAtMs: Number(hash.activatedAt),
  searchedAtMs: toNumber(hash.searchedAt),
  passedAtMs: toNumber(hash.passedAt),
  erasures: Number(hash.erasures ?? 0),
  indexErasures: Number(hash.indexErasures ?? 0),
  buildMs: Number(hash.buildMs ?? 0),
});

const toJobRecord = (hash: Record<string, string>): IndexingJobRecord => ({
  lastId: hash.place ?? '',
  indexed: Number(hash.indexed ?? 0),
  failed: Number(hash.failed ?? 0),
  total: Number(hash.total ?? 0),
  completedAtMs: toNumber(hash.completedAt),
  failures: Object.entries(hash)
    .filter(([name]) => name.startsWith(failurePrefix))
    .map(([name, reason]) => ({ id: name.slice(failurePrefix.length), reason })),
});

export class SearchStates {
  readonly #redis: RedisClient & ScriptCommands;
  readonly #now: () => number;
  readonly typeId: string;

  constructor(client: RedisClient, typeId: string, now: () => number = Date.now) {
    for (const script of scripts) defineScript(client, script);
    this.#redis = client as RedisClient & ScriptCommands;
    this.typeId = typeId;
    this.#now = now;
  }

  /** Registers a project before it has an index or a state of this search. */
  async registerProject(projectKey: string): Promise<void> {
    await this.#redis.sadd(keys.projectsWithSearch, searchedProject(projectKey, this.typeId));
  }

  async registeredProjects(): Promise<string[]> {
    const members = await retryOnce(() => this.#redis.smembers(keys.projectsWithSearch));
    return members.flatMap(member => {
      const [projectKey = ''] = member.split('/');
      return searchedProject(projectKey, this.typeId) === member ? [projectKey] : [];
    });
  }

  /** Removes a project that has neither a state nor indexes left. */
  async unregisterProject(projectKey: string): Promise<void> {
    await this.#redis.srem(keys.projectsWithSearch, searchedProject(projectKey, this.typeId));
  }

  async read(projectKey: string): Promise<SearchState | undefined> {
    const hash = await retryOnce(() => this.#redis.hgetall(keys.searchState(projectKey, this.typeId)));
    return isEmpty(hash) ? undefined : toState(hash);
  }

  /** Makes the state agree with the project's setting; a new state starts with a job of that id. */
  async syncWithSetting(projectKey: string, settings: readonly string[], jobId: string): Promise<SettingSyncResult> {
    return (await this.#run(
      projectKey,
      jobId,
      'syncSearchSetting',
      this.#now(),
      jobId,
      recordTtlMs,
      ...settings,
    )) as SettingSyncResult;
  }

  /** Starts a job unless one is in progress. Returns the id of the job in progress; undefined where search is off. */
  async requestJob(projectKey: string, jobId: string): Promise<string | undefined> {
    return (await this.#run(projectKey, jobId, 'requestIndexingJob', this.#now(), jobId, recordTtlMs)) || undefined;
  }

  /** Starts a job in place of the one in progress; undefined where search is off. */
  async restartJob(projectKey: string, jobId: string): Promise<string | undefined> {
    return (await this.#run(projectKey, jobId, 'restartIndexingJob', this.#now(), jobId, recordTtlMs)) || undefined;
  }

  /** Returns the number of the index that a job builds, the same at each call; undefined when it is not in progress. */
  async assignIndexNumber(projectKey: string, jobId: string): Promise<number | undefined> {
    const { making } = await this.#redis.hgetall(keys.searchState(projectKey, this.typeId));
    const number = making ?? (await this.#redis.hincrby(keys.searchNumbers, projectKey, 1));
    return toNumber((await this.#run(projectKey, jobId, 'assignIndexNumber', jobId, number)) || undefined);
  }

  /** Starts to fill the index of a job; false when the job is not in progress. */
  async startBuild(projectKey: string, jobId: string, number: number): Promise<boolean> {
    const total = await this.#redis.zcard(keys.ids(projectKey, this.typeId));
    return this.#isDone(projectKey, jobId, 'startIndexBuild', jobId, number, total, this.#now());
  }

  /** Records a step of a job; false when the job is not in progress, or another process continued it. */
  recordProgress(projectKey: string, jobId: string, step: IndexingStep): Promise<boolean> {
    const { fromId, toId, indexed, failed, failures } = step;
    const pairs = failures.flatMap(({ id, reason }) => [id, reason]);
    const args = [jobId, fromId, toId, indexed, failed, this.#now(), ...pairs];
    return this.#isDone(projectKey, jobId, 'recordIndexingProgress', ...args);
  }

  /**
   * Makes the index of a job the one that is searched; false when the job is not in progress. The previous index may be
   * dropped after `dropDelayMs`, when no search uses it any more.
   */
  activateIndex(
    projectKey: string,
    jobId: string,
    number: number,
    layout: number,
    dropDelayMs: number,
  ): Promise<boolean> {
    const nowMs = this.#now();
    return this.#isDone(projectKey, jobId, 'activateIndex', jobId, number, layout, nowMs, nowMs + dropDelayMs);
  }

  /** Stops the job in progress. Returns its id; undefined when no job was in progress. */
  async stopJob(projectKey: string, layout: number): Promise<string | undefined> {
    return (await this.#run(projectKey, '', 'stopIndexingJob', this.#now(), layout)) || undefined;
  }

  /** Schedules the drop of an index whose job is no longer in progress. */
  async abandonIndex(projectKey: string, number: number): Promise<void> {
    await this.#run(projectKey, '', 'abandonIndex', number, this.#now());
  }

  async jobRecord(projectKey: string, jobId: string): Promise<IndexingJobRecord | undefined> {
    const hash = await retryOnce(() => this.#redis.hgetall(keys.searchJob(projectKey, this.typeId, jobId)));
    return isEmpty(hash) ? undefined : toJobRecord(hash);
  }

  /** Leaves a mark for the dependents of each stamp, unless another process has done so since `before`. */
  async markPassedTime(
    projectKey: string,
    before: Pick<SearchState, 'passedAtMs'>,
    nowMs: number,
    stamps: readonly string[],
  ): Promise<void> {
    await this.#run(projectKey, '', 'markPassedTime', nowMs, before.passedAtMs ?? '', ...stamps.map(stampMark));
  }

  async recordSearchTime(projectKey: string): Promise<void> {
    await this.#run(projectKey, '', 'recordSearchTime', this.#now());
  }

  async oldestMarks(projectKey: string, count: number): Promise<DirtyMark[]> {
    const key = keys.dirtyMarks(projectKey, this.typeId);
    const answer = await retryOnce(() => this.#redis.zrange(key, 0, count - 1, 'WITHSCORES'));
    return Array.from(toPairs(answer), ([id, atMs]) => ({ id, atMs: Number(atMs) }));
  }

  /** Returns the present time of the Redis server that holds the marks: the times of marks are from its clock. */
  async presentMs(projectKey: string): Promise<number> {
    const key = keys.dirtyMarks(projectKey, this.typeId);
    return millisecondsOf(await retryOnce(() => sendToKeyNode(this.#redis, key, ['TIME'])));
  }

  async marksOf(projectKey: string, ids: readonly string[]): Promise<DirtyMark[]> {
    const scores = await this.#markScores(projectKey, ids);
    return ids.flatMap((id, at) => {
      const atMs = scores[at] ?? undefined;
      return atMs === undefined ? [] : { id, atMs };
    });
  }

  /** Returns the marks that still have the same time. */
  async unchangedMarks(projectKey: string, marks: readonly DirtyMark[]): Promise<DirtyMark[]> {
    const scores = await this.#markScores(
      projectKey,
      marks.map(({ id }) => id),
    );
    return marks.filter(({ atMs }, at) => scores[at] === atMs);
  }

  async markedIds(projectKey: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.marksOf(projectKey, ids)).map(({ id }) => id));
  }

  markCount(projectKey: string): Promise<number> {
    return retryOnce(() => this.#redis.zcard(keys.dirtyMarks(projectKey, this.typeId)));
  }

  /**
   * Replaces the mark of a stamp by a taken one with the present time, which says that the resources are being marked:
   * a change in the meantime makes a new stamp mark. Returns the taken mark.
   */
  async takeStampMark(projectKey: string, stamp: string): Promise<DirtyMark> {
    const key = keys.dirtyMarks(projectKey, this.typeId);
    const [id, atMs] = [takenStampMark(stamp), await this.presentMs(projectKey)];
    await this.#redis.multi().zadd(key, atMs, id).zrem(key, stampMark(stamp)).exec();
    return { id, atMs };
  }

  /** Marks resources because something that they show has changed; the time is later than that of their older marks. */
  async markDependents(projectKey: string, ids: readonly string[]): Promise<void> {
    const atMs = await this.presentMs(projectKey);
    const members = ids.flatMap(id => [atMs, id]);
    if (members.length > 0) await this.#redis.zadd(keys.dirtyMarks(projectKey, this.typeId), 'GT', ...members);
  }

  async removeMark(projectKey: string, { id, atMs }: DirtyMark): Promise<void> {
    await this.#redis.removeUnchangedMark(1, keys.dirtyMarks(projectKey, this.typeId), id, atMs);
  }

  async totalMarkCount(): Promise<number> {
    const projectKeys = await this.registeredProjects();
    return sumOf(await Promise.all(projectKeys.map(projectKey => this.markCount(projectKey))));
  }

  /** Deletes the marks of a project whose search is off. */
  async deleteMarks(projectKey: string): Promise<void> {
    await this.#run(projectKey, '', 'deleteUnusedMarks');
  }

  /** Returns the ids of resources that follow an id in lexical order. */
  idsAfter(projectKey: string, id: string, count: number): Promise<string[]> {
    const from = id === '' ? '-' : `(${id}`;
    return retryOnce(() => this.#redis.zrangebylex(keys.ids(projectKey, this.typeId), from, '+', 'LIMIT', 0, count));
  }

  /** Returns the numbers of all indexes that are searched, under construction, or still to be dropped. */
  async usedIndexes(projectKey: string): Promise<ReadonlySet<number>> {
    // The state is read first: an index that is replaced between the two reads is in the first answer.
    const key = keys.searchState(projectKey, this.typeId);
    const numbers = await retryOnce(() => this.#redis.hmget(key, 'current', 'making', 'building'));
    const obsolete = await retryOnce(() =>
      this.#redis.zrange(keys.obsoleteSearchIndexes(projectKey, this.typeId), 0, -1),
    );
    return new Set([...numbers.filter(number => number !== null), ...obsolete].map(Number));
  }

  /** Returns the numbers of indexes that may be dropped now. */
  async obsoleteIndexes(projectKey: string): Promise<number[]> {
    const key = keys.obsoleteSearchIndexes(projectKey, this.typeId);
    return (await retryOnce(() => this.#redis.zrangebyscore(key, '-inf', this.#now()))).map(Number);
  }

  async removeObsoleteIndex(projectKey: string, number: number): Promise<void> {
    await this.#redis.zrem(keys.obsoleteSearchIndexes(projectKey, this.typeId), number);
  }

  /** Tells whether indexes are still to be dropped, now or later. */
  async hasObsoleteIndexes(projectKey: string): Promise<boolean> {
    return (await this.#redis.exists(keys.obsoleteSearchIndexes(projectKey, this.typeId))) === 1;
  }

  /** The lock of the process that indexes the project's marks. It divides the work; nothing else depends on it. */
  lease(projectKey: string, holder: string, ms: number): RedisLock {
    return new RedisLock(this.#redis, keys.searchLease(projectKey, this.typeId), ms, holder);
  }

  async #markScores(projectKey: string, ids: readonly string[]): Promise<(number | null)[]> {
    if (ids.length === 0) return [];
    const scores = await retryOnce(() => this.#redis.zmscore(keys.dirtyMarks(projectKey, this.typeId), ...ids));
    return scores.map(score => (score === null ? null : Number(score)));
  }

  async #isDone(projectKey: string, jobId: string, script: Script, ...args: (string | number)[]): Promise<boolean> {
    return (await this.#run(projectKey, jobId, script, ...args)) === 'OK';
  }

  #run(projectKey: string, jobId: string, script: Script, ...args: (string | number)[]): Promise<string> {
    const stateKeys = [
      keys.body(projectKey, 'project', projectKey),
      keys.searchState(projectKey, this.typeId),
      keys.dirtyMarks(projectKey, this.typeId),
      keys.obsoleteSearchIndexes(projectKey, this.typeId),
      keys.searchJob(projectKey, this.typeId, jobId),
    ];
    return this.#redis[script](stateKeys.length, ...stateKeys, ...args);
  }
}
