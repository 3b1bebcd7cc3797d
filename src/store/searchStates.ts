/** Order search of projects as Redis keeps it beside its indexes: states, marks, jobs' records (lua/searchState.lua). */
import { retryOnce } from '../redis/retryOnce.js';
import type { RedisClient } from '../redis/connect.js';
import { keys } from './keys.js';
import { loadScript } from '../redis/loadScript.js';

/** Order search of one project; there is none while it is deactivated. */
export interface SearchState {
  /** Number of the index that is searched, and the layout of its documents. */
  readonly current?: number;
  readonly layout?: number;
  /** When it took its place. */
  readonly builtAtMs?: number;
  /** Number of the index under construction. */
  readonly building?: number;
  /** The indexing job under way. */
  readonly jobId?: string;
  /** The layout in which a job was stopped: none begins for it unasked. */
  readonly stoppedLayout?: number;
  readonly activatedAtMs: number;
  readonly searchedAtMs?: number;
}

/** An order that the index is to follow, and since when. */
export interface DirtyMark {
  readonly id: string;
  readonly atMs: number;
}

export interface IndexingFailure {
  readonly id: string;
  readonly reason: string;
}

/** How far an indexing job is. */
export interface IndexingJobRecord {
  /** The last id that was looked at; empty before the first. */
  readonly lastId: string;
  readonly indexed: number;
  readonly failed: number;
  readonly total: number;
  readonly completedAtMs?: number;
  readonly failures: readonly IndexingFailure[];
}

/** One step of a job's walk. */
export interface IndexingStep {
  readonly fromId: string;
  readonly toId: string;
  readonly indexed: number;
  readonly failed: number;
  readonly failures: readonly IndexingFailure[];
}

export type SettingSyncResult = 'ON' | 'OFF' | 'MADE' | 'ENDED';

export interface SearchStates {
  /** Notes that a project may have something of order search, before it has. */
  registerProject(projectKey: string): Promise<void>;
  /** Projects that may have something of order search. */
  registeredProjects(): Promise<string[]>;
  /** The opposite of `expect`, for a project of which nothing is left. */
  unregisterProject(projectKey: string): Promise<void>;
  read(projectKey: string): Promise<SearchState | undefined>;
  /** Makes the state what the project's setting says. */
  syncWithSetting(projectKey: string, jobId: string): Promise<SettingSyncResult>;
  /** Begins a job; the id of the one under way, which may be another, or undefined where search is off. */
  requestJob(projectKey: string, jobId: string): Promise<string | undefined>;
  /** Begins a job in place of the one under way, if there is one; undefined where search is off. */
  restartJob(projectKey: string, jobId: string): Promise<string | undefined>;
  /** The number of the index that a job makes; undefined when the job is over. The same each time it is asked. */
  assignIndexNumber(projectKey: string, jobId: string): Promise<number | undefined>;
  /** What follows is false when the job is over, or another process went on with it. */
  startBuild(projectKey: string, jobId: string, number: number): Promise<boolean>;
  recordProgress(projectKey: string, jobId: string, step: IndexingStep): Promise<boolean>;
  /** The old index goes after `restMs`, when nobody can be searching it any more. */
  activateIndex(projectKey: string, jobId: string, number: number, layout: number, restMs: number): Promise<boolean>;
  /** Ends the job under way; its id, if there was one. */
  stopJob(projectKey: string, layout: number): Promise<string | undefined>;
  abandonIndex(projectKey: string, number: number): Promise<void>;
  jobRecord(projectKey: string, jobId: string): Promise<IndexingJobRecord | undefined>;
  recordSearchTime(projectKey: string): Promise<void>;
  /** The oldest marks. */
  oldestMarks(projectKey: string, count: number): Promise<DirtyMark[]>;
  /** Of these marks, those that are still as they were. */
  unchangedMarks(projectKey: string, marks: readonly DirtyMark[]): Promise<DirtyMark[]>;
  /** Which of these orders are marked. */
  markedIds(projectKey: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  markCount(projectKey: string): Promise<number>;
  /** Removes marks where search is off. */
  deleteMarks(projectKey: string): Promise<void>;
  /** Ids of orders behind one, in lexical order. */
  idsAfter(projectKey: string, place: string, count: number): Promise<string[]>;
  /** Numbers of indexes that may go by now. */
  obsoleteIndexes(projectKey: string): Promise<number[]>;
  removeObsoleteIndex(projectKey: string, number: number): Promise<void>;
  /** Whether something of order search is left of a project that has it no longer. */
  hasObsoleteIndexes(projectKey: string): Promise<boolean>;
  /** Whether `holder` drains the project's marks now, for `ms` from here on; nothing depends on it but who works. */
  acquireLease(projectKey: string, holder: string, ms: number): Promise<boolean>;
  releaseLease(projectKey: string, holder: string): Promise<void>;
}

const recordMs = 30 * 86_400_000;
const typeId = 'order';
const failurePrefix = 'failure:';

interface WithScript {
  searchState(keyCount: number, ...keysAndArgs: (string | number)[]): Promise<string>;
}

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

const stateOf = ({
  current,
  layout,
  builtAt,
  building,
  job: jobId,
  stopped: stoppedLayout,
  activatedAt,
  searchedAt,
}: Record<string, string>): SearchState => ({
  current: numberOf(current),
  layout: numberOf(layout),
  builtAtMs: numberOf(builtAt),
  building: numberOf(building),
  jobId,
  stoppedLayout: numberOf(stoppedLayout),
  activatedAtMs: Number(activatedAt),
  searchedAtMs: numberOf(searchedAt),
});

const recordOf = ({
  place: lastId = '',
  indexed = '0',
  failed = '0',
  total = '0',
  completedAt,
  ...fields
}: Record<string, string>): IndexingJobRecord => ({
  lastId,
  indexed: Number(indexed),
  failed: Number(failed),
  total: Number(total),
  completedAtMs: numberOf(completedAt),
  failures: Object.entries(fields)
    .filter(([name]) => name.startsWith(failurePrefix))
    .map(([name, reason]) => ({ id: name.slice(failurePrefix.length), reason })),
});

const isEmpty = (hash: Record<string, string>): boolean => Object.keys(hash).length === 0;

const pairs = (flat: readonly string[]): DirtyMark[] => {
  const found: DirtyMark[] = [];
  for (let at = 0; at < flat.length; at += 2) found.push({ id: flat[at]!, atMs: Number(flat[at + 1]) });
  return found;
};

export const createSearchStates = (client: RedisClient, now: () => number = Date.now): SearchStates => {
  client.defineCommand('searchState', { lua: loadScript('searchState') });
  const redis = client as RedisClient & WithScript;
  const run = (projectKey: string, jobId: string, verb: string, ...args: (string | number)[]): Promise<string> =>
    redis.searchState(
      5,
      keys.body(projectKey, 'project', projectKey),
      keys.searchState(projectKey, typeId),
      keys.dirtyMarks(projectKey, typeId),
      keys.obsoleteSearchIndexes(projectKey, typeId),
      keys.searchJob(projectKey, typeId, jobId),
      verb,
      ...args,
    );
  const isDone = async (answer: Promise<string>): Promise<boolean> => (await answer) === 'OK';
  return {
    registerProject: async projectKey => {
      await redis.sadd(keys.projectsWithSearch, projectKey);
    },
    registeredProjects: () => retryOnce(() => redis.smembers(keys.projectsWithSearch)),
    unregisterProject: async projectKey => {
      await redis.srem(keys.projectsWithSearch, projectKey);
    },
    read: async projectKey => {
      const hash = await retryOnce(() => redis.hgetall(keys.searchState(projectKey, typeId)));
      return isEmpty(hash) ? undefined : stateOf(hash);
    },
    syncWithSetting: async (projectKey, jobId) =>
      (await run(projectKey, jobId, 'follow', now(), jobId, recordMs)) as SettingSyncResult,
    requestJob: async (projectKey, jobId) => (await run(projectKey, jobId, 'ask', now(), jobId, recordMs)) || undefined,
    restartJob: async (projectKey, jobId) =>
      (await run(projectKey, jobId, 'anew', now(), jobId, recordMs)) || undefined,
    assignIndexNumber: async (projectKey, jobId) => {
      const { making } = await redis.hgetall(keys.searchState(projectKey, typeId));
      const number = making ?? (await redis.hincrby(keys.searchNumbers, projectKey, 1));
      return numberOf((await run(projectKey, jobId, 'make', jobId, number)) || undefined);
    },
    startBuild: async (projectKey, jobId, number) =>
      isDone(run(projectKey, jobId, 'build', jobId, number, await redis.zcard(keys.ids(projectKey, typeId)))),
    recordProgress: (projectKey, jobId, { fromId, toId, indexed, failed, failures }) =>
      isDone(
        run(
          projectKey,
          jobId,
          'step',
          jobId,
          fromId,
          toId,
          indexed,
          failed,
          now(),
          ...failures.flatMap(({ id, reason }) => [id, reason]),
        ),
      ),
    activateIndex: (projectKey, jobId, number, layout, restMs) =>
      isDone(run(projectKey, jobId, 'swap', jobId, number, layout, now(), now() + restMs)),
    stopJob: async (projectKey, layout) => (await run(projectKey, '', 'stop', now(), layout)) || undefined,
    abandonIndex: async (projectKey, number) => {
      await run(projectKey, '', 'abandon', number, now());
    },
    jobRecord: async (projectKey, jobId) => {
      const hash = await retryOnce(() => redis.hgetall(keys.searchJob(projectKey, typeId, jobId)));
      return isEmpty(hash) ? undefined : recordOf(hash);
    },
    recordSearchTime: async projectKey => {
      await run(projectKey, '', 'searched', now());
    },
    oldestMarks: async (projectKey, count) =>
      pairs(await retryOnce(() => redis.zrange(keys.dirtyMarks(projectKey, typeId), 0, count - 1, 'WITHSCORES'))),
    unchangedMarks: async (projectKey, marks) => {
      if (marks.length === 0) return [];
      const scores = await retryOnce(() =>
        redis.zmscore(keys.dirtyMarks(projectKey, typeId), ...marks.map(({ id }) => id)),
      );
      return marks.filter(({ atMs }, at) => scores[at] !== null && Number(scores[at]) === atMs);
    },
    markedIds: async (projectKey, ids) => {
      if (ids.length === 0) return new Set();
      const scores = await retryOnce(() => redis.zmscore(keys.dirtyMarks(projectKey, typeId), ...ids));
      return new Set(ids.filter((_, at) => scores[at] !== null));
    },
    markCount: projectKey => retryOnce(() => redis.zcard(keys.dirtyMarks(projectKey, typeId))),
    deleteMarks: async projectKey => {
      await run(projectKey, '', 'forget');
    },
    idsAfter: (projectKey, place, count) =>
      retryOnce(() =>
        redis.zrangebylex(keys.ids(projectKey, typeId), place === '' ? '-' : `(${place}`, '+', 'LIMIT', 0, count),
      ),
    obsoleteIndexes: async projectKey =>
      (await retryOnce(() => redis.zrangebyscore(keys.obsoleteSearchIndexes(projectKey, typeId), '-inf', now()))).map(
        Number,
      ),
    removeObsoleteIndex: async (projectKey, number) => {
      await redis.zrem(keys.obsoleteSearchIndexes(projectKey, typeId), number);
    },
    hasObsoleteIndexes: async projectKey => (await redis.exists(keys.obsoleteSearchIndexes(projectKey, typeId))) === 1,
    acquireLease: async (projectKey, holder, ms) => {
      const key = keys.searchLease(projectKey, typeId);
      if ((await redis.set(key, holder, 'PX', ms, 'NX')) !== null) return true;
      if ((await redis.get(key)) !== holder) return false;
      return (await redis.pexpire(key, ms)) === 1;
    },
    releaseLease: async (projectKey, holder) => {
      if ((await redis.get(keys.searchLease(projectKey, typeId))) === holder)
        await redis.del(keys.searchLease(projectKey, typeId));
    },
  };
};
