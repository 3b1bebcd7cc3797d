import { isRedisUnavailable, isConnectionLost, isSplitAcrossNodes, retryOnce } from '../base/redis/redisErrors.js';
import type { Refusal } from './CommitBatch.js';
import type { CommitPlan } from './CommitPlan.js';
import { CommitClock } from './CommitClock.js';
import { CommitQueue } from './CommitQueue.js';
import { type CommitRunner, createCommitRunner } from './createCommitRunner.js';
import { unknownOutcomeError, unconfirmedReadError, StaleReadError } from './unavailableErrors.js';
import { ApiError, type ErrorEntry, failAll } from '../base/errors/ApiError.js';
import { type BatchedGet, type BatchedReads, batchReads, getMany } from '../base/redis/batchReads.js';
import type { RedisClient } from '../base/redis/connect.js';
import { createMasterOf } from '../base/redis/clusterNodes.js';
import { createBodyReads } from './bodyReads.js';
import type { ChangeSet } from './ChangeSet.js';
import { failedCheckError } from './CommitCheck.js';
import { findRankRange, findScores, listKey } from './idLists.js';
import { findFieldIndexBuilds } from './FieldIndexes.js';
import { createHistory } from './history.js';
import { keys } from './keys.js';
import { rememberLongWrites } from './longestBodies.js';
import { planCommit } from './planCommit.js';
import type { Target } from './target.js';
import { timeOrderedId } from './timeOrderedId.js';
import type { DataStore } from './DataStore.js';
import { walkIds } from './walkIds.js';

type MasterOf = DataStore['masterOf'];

/** Creates a function that commits through one queue per master; it resolves to the checks that failed. */
const createCommitQueues = (
  runCommit: CommitRunner,
  masterOf: MasterOf | undefined,
): ((plan: CommitPlan) => Promise<readonly Refusal[]>) => {
  const queues = new Map<string, CommitQueue>();
  const clocks = new Map<string, CommitClock>();
  const run: CommitRunner = call =>
    runCommit(call).catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error;
      // The log recognizes the same call if the first attempt ran, which is not known where the second one fails.
      return runCommit(call).catch((secondError: unknown) => {
        throw isRedisUnavailable(secondError) ? unknownOutcomeError() : secondError;
      });
    });
  return plan => {
    const master = masterOf?.(plan.projectKey) ?? '';
    let queue = queues.get(master);
    if (queue === undefined) {
      let clock = clocks.get(master);
      if (clock === undefined) clocks.set(master, (clock = new CommitClock()));
      const options = { run, isOnCluster: masterOf !== undefined, clock };
      queue = new CommitQueue({ ...options, onIdle: () => queues.delete(master) });
      queues.set(master, queue);
    }
    return queue.commit(plan);
  };
};

/** Tells whether a count that the commit depends on was raised since it was read. */
const isStaleCount = ({ check }: Refusal): boolean => check.kind === 'usageLimit' && check.refusal === undefined;

/**
 * Maps failed checks to an error. A missing resource or stale version is reported alone, since other checks depend on
 * it (ERR005).
 */
const commitError = (refusals: readonly Refusal[]): ApiError | StaleReadError => {
  const entries = refusals
    .filter(refusal => !isStaleCount(refusal))
    .map(({ status, check, detail }): ErrorEntry => failedCheckError(status, check, detail));
  const versionEntry = entries.find(({ code }) => code === 'ResourceNotFound' || code === 'ConcurrentModification');
  if (versionEntry === undefined)
    return refusals.some(isStaleCount) ? new StaleReadError('A count was raised.') : failAll(entries);
  const mayRetry = refusals.some(({ check }) => check.kind === 'version' && check.retryIfStale === true);
  return mayRetry ? new StaleReadError(versionEntry.message) : failAll([versionEntry]);
};

/** Reads several keys in one command; undefined while the migration of their slot has them on two nodes. */
const readUnlessSplit = <T>(read: () => Promise<T>): Promise<T | undefined> =>
  retryOnce(read).catch((error: unknown) => {
    if (isSplitAcrossNodes(error)) return undefined;
    throw error;
  });

const stampKeys = (projectKey: string, names: readonly string[]): string[] =>
  names.map(name => keys.stamp(projectKey, name));

const holderKeys = (projectKey: string, targets: readonly Target[]): string[] =>
  targets.map(target => keys.holder(projectKey, target));

const createStampReads = (
  redis: RedisClient,
  getAll: BatchedReads['getAll'],
): Pick<DataStore, 'stamps' | 'stampsInTurn'> => ({
  stamps: (projectKey, names) => getMany(redis, stampKeys(projectKey, names)),
  stampsInTurn: async (projectKey, names) => {
    const stamps = await getAll(projectKey, stampKeys(projectKey, names));
    return stamps.map(stamp => stamp && stamp.toString('latin1'));
  },
});

/** Bounds the keys that are read with those of other requests; each takes a promise of its own. */
const batchedKeysMax = 4;

const readTexts = async (
  redis: RedisClient,
  get: BatchedGet,
  projectKey: string,
  storedKeys: readonly string[],
): Promise<(string | null)[]> => {
  if (storedKeys.length > batchedKeysMax) return getMany(redis, storedKeys);
  const values = await Promise.all(storedKeys.map(key => get(projectKey, key)));
  return values.map(value => value && value.toString());
};

interface StoreOptions {
  /** Replaces the runner of commits that no replica confirms. */
  readonly runCommit?: CommitRunner;
  /** True if requests that change nothing wait for replicas; `runCommit` then does for commits. */
  readonly waitsForReplicas?: boolean;
}

export const createStore = (
  redis: RedisClient,
  { runCommit = createCommitRunner(redis), waitsForReplicas = false }: StoreOptions = {},
): DataStore => {
  const { get, getAll } = batchReads(redis);
  const masterOf = createMasterOf(redis);
  const commitPlan = createCommitQueues(runCommit, masterOf);
  const runPlan = async (plan: CommitPlan): Promise<void> => {
    const refusals = await commitPlan(plan);
    if (refusals.length > 0) throw commitError(refusals);
  };
  const commit = (changeSet: ChangeSet): Promise<void> => runPlan(planCommit(changeSet));
  return {
    masterOf: masterOf ?? (() => ''),
    ...createBodyReads(redis, get),
    hidden: (projectKey, typeId, id) => get(projectKey, keys.hidden(projectKey, typeId, id)),
    findId: async (projectKey, typeId, field, value) =>
      (await get(projectKey, keys.unique(projectKey, typeId, field, value)))?.toString() ?? null,
    findIds: (projectKey, typeId, field, values) =>
      getMany(
        redis,
        values.map(value => keys.unique(projectKey, typeId, field, value)),
      ),
    texts: (projectKey, storedKeys) => readTexts(redis, get, projectKey, storedKeys),
    ...createStampReads(redis, getAll),
    // This is not in the batch of the turn, whose command would be sent after the other commands of the turn.
    commitCount: async projectKey => (await retryOnce(() => redis.get(keys.sequence(projectKey)))) ?? '0',
    usageCounts: async (projectKey, names) =>
      names.length === 0
        ? []
        : (await retryOnce(() => redis.hmget(keys.usageCounts(projectKey), ...names))).map(Number),
    commit: changeSet => {
      rememberLongWrites(changeSet);
      return commit(changeSet);
    },
    // It has an id of its own, since the log of commits will know the change set by its id.
    check: changeSet => runPlan(planCommit(changeSet).checksOnly(timeOrderedId(Date.now()))),
    // This is a commit without writes: the wait for replicas covers its entry in the log.
    confirm: async (projectKey, versionChecks) => {
      if (!waitsForReplicas) return false;
      const changeSet = {
        commitId: timeOrderedId(Date.now()),
        projectKey,
        writes: [],
        references: new Map(),
        versionChecks,
      };
      await commit(changeSet).catch((error: unknown) => {
        throw isRedisUnavailable(error) ? unconfirmedReadError() : error;
      });
      return true;
    },
    rankRange: (projectKey, typeId, list, bounds) =>
      findRankRange(redis, listKey(projectKey, typeId, list), list, bounds),
    idsInRange: async (projectKey, typeId, list, { from, to }) =>
      to <= from ? [] : retryOnce(() => redis.zrange(listKey(projectKey, typeId, list), from, to - 1)),
    walk: (projectKey, typeId, list, bounds, walk) =>
      walkIds(redis, listKey(projectKey, typeId, list), list, bounds, walk),
    commonIdCount: (projectKey, typeId, lists, max) =>
      readUnlessSplit(() =>
        redis.zintercard(lists.length, ...lists.map(list => listKey(projectKey, typeId, list)), 'LIMIT', max),
      ),
    commonIds: (projectKey, typeId, lists) =>
      readUnlessSplit(() => redis.zinter(lists.length, ...lists.map(list => listKey(projectKey, typeId, list)))),
    fieldIndexBuilds: (projectKey, typeId, paths) => findFieldIndexBuilds(redis, projectKey, typeId, paths),
    holders: (projectKey, targets) => getMany(redis, holderKeys(projectKey, targets)),
    ...createHistory(redis),
    scores: (projectKey, typeId, list, ids) => findScores(redis, listKey(projectKey, typeId, list), list, ids),
  };
};
