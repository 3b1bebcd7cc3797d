import { ApiError, type ErrorEntry, failAll } from '../errors/ApiError.js';
import { batchReads } from '../redis/batchReads.js';
import type { RedisClient } from '../redis/connect.js';
import { getMany } from '../redis/getMany.js';
import { isRedisUnavailable } from '../redis/isRedisUnavailable.js';
import { isSplitAcrossNodes } from '../redis/redisErrors.js';
import { createMasterOf } from '../redis/slotNodes.js';
import { retryOnce } from '../redis/retryOnce.js';
import { createBodyReads } from './bodyReads.js';
import type { ChangeSet } from './ChangeSet.js';
import { failedCheckError } from './CommitCheck.js';
import type { Refusal } from './CommitLot.js';
import { createCommitQueues } from './createCommitQueues.js';
import type { CommitRunner } from './CommitRunner.js';
import { createCommitRunner } from './createCommitRunner.js';
import { findRankRange, findScores, listKey } from './idLists.js';
import { findFieldIndexBuilds } from './FieldIndexes.js';
import { keys } from './keys.js';
import { rememberLongWrites } from './longestBodies.js';
import { planCommit } from './planCommit.js';
import { StaleReadError } from './StaleReadError.js';
import { timeOrderedId } from './timeOrderedId.js';
import { unconfirmedReadError } from './unavailableErrors.js';
import type { Store } from './Store.js';
import { walkIds } from './walkIds.js';

/**
 * Maps failed checks to an error. A missing resource or stale version is reported alone, since other checks depend on
 * it (ERR005).
 */
const commitError = (refusals: readonly Refusal[]): ApiError | StaleReadError => {
  const entries = refusals.map(({ status, check, detail }): ErrorEntry => failedCheckError(status, check, detail));
  const versionEntry = entries.find(({ code }) => code === 'ResourceNotFound' || code === 'ConcurrentModification');
  if (versionEntry === undefined) return failAll(entries);
  const mayRetry = refusals.some(({ check }) => check.kind === 'version' && check.retryIfStale === true);
  return mayRetry ? new StaleReadError(versionEntry.message) : failAll([versionEntry]);
};

/** Reads several keys in one command; undefined while the migration of their slot has them on two nodes. */
const readUnlessSplit = <T>(read: () => Promise<T>): Promise<T | undefined> =>
  retryOnce(read).catch((error: unknown) => {
    if (isSplitAcrossNodes(error)) return undefined;
    throw error;
  });

export interface StoreOptions {
  /** Replaces the runner of commits that no replica confirms. */
  readonly runCommit?: CommitRunner;
  /** Whether requests that change nothing wait for replicas; `runCommit` then does for commits. */
  readonly waitsForReplicas?: boolean;
  /** Whether bodies of types with `compressed: 'bySetting'` are written compressed. Reads take both forms. */
  readonly compressBodies?: boolean;
}

export const createStore = (
  redis: RedisClient,
  { runCommit = createCommitRunner(redis), waitsForReplicas = false, compressBodies = false }: StoreOptions = {},
): Store => {
  const get = batchReads(redis);
  const commitPlan = createCommitQueues(runCommit);
  const commit = async (changeSet: ChangeSet): Promise<void> => {
    const refusals = await commitPlan(planCommit(changeSet, compressBodies));
    if (refusals.length > 0) throw commitError(refusals);
  };
  return {
    masterOf: createMasterOf(redis) ?? (() => ''),
    ...createBodyReads(redis, get),
    hidden: (projectKey, typeId, id) => get(projectKey, keys.hidden(projectKey, typeId, id)),
    findId: async (projectKey, typeId, field, value) =>
      (await get(projectKey, keys.unique(projectKey, typeId, field, value)))?.toString() ?? null,
    findIds: (projectKey, typeId, field, values) =>
      getMany(
        redis,
        values.map(value => keys.unique(projectKey, typeId, field, value)),
      ),
    // Not in the batch of the turn, whose command would go out behind the write of the commands beside it.
    commitCount: async projectKey => (await retryOnce(() => redis.get(keys.sequence(projectKey)))) ?? '0',
    usageCounts: async (projectKey, names) =>
      names.length === 0
        ? []
        : (await retryOnce(() => redis.hmget(keys.usageCounts(projectKey), ...names))).map(Number),
    commit: changeSet => {
      rememberLongWrites(changeSet);
      return commit(changeSet);
    },
    // A commit without writes: its entry in the log is what the wait for replicas covers.
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
    holders: (projectKey, targets) =>
      getMany(
        redis,
        targets.map(target => keys.holder(projectKey, target)),
      ),
    scores: (projectKey, typeId, list, ids) => findScores(redis, listKey(projectKey, typeId, list), list, ids),
  };
};
