/** The only way to the data, in domain words; the keys and commands behind it are this folder's business. */
import type { ChangeSet } from './ChangeSet.js';
import { StaleReadError } from './StaleReadError.js';
import { ApiError, type ErrorEntry, failAll } from '../errors/ApiError.js';
import { retryOnce } from '../redis/retryOnce.js';
import { createCommitRunner } from './createCommitRunner.js';
import type { RedisClient } from '../redis/connect.js';
import { getMany, getManyBuffers } from '../redis/getMany.js';
import { keys } from './keys.js';
import { failedCheckError, type CheckStatus } from './CommitCheck.js';
import { type CommitCall, planCommit } from './planCommit.js';
import { batchReads } from '../redis/batchReads.js';

/** A list of ids that Redis keeps in order: all of a type by id or by time, or those with one value of an indexed path. */
export type IdList =
  | { readonly by: 'id' }
  | { readonly by: 'createdAt' | 'lastModifiedAt' | 'endsAt' }
  | { readonly by: 'value'; readonly path: string; readonly value: string };

/** Bounds of a walk along an IdList, ids or scores; `-` and `+` are its ends, `(` before a bound leaves it out. */
export interface ListBounds {
  readonly from: string;
  readonly to: string;
}

/** Positions in an IdList, `to` exclusive. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/** A check of the commit script that failed. */
export type FailedCheck = readonly [status: CheckStatus, position: number, detail: string];

/** Runs lua/commit.lua once. */
export type CommitRunner = (projectKey: string, plan: CommitCall) => Promise<FailedCheck[]>;

export const wholeList: ListBounds = { from: '-', to: '+' };

/** The bound up to which everything lies before a span that begins at `from`. */
const before = (from: string): string => (from.startsWith('(') ? from.slice(1) : `(${from}`);

export interface Store {
  /** The stored bytes, or null; of those `bytesMax` at most, where that is given, and none instead of null. */
  body(projectKey: string, typeId: string, id: string, bytesMax?: number): Promise<Buffer | null>;
  /** How long a body is. */
  bodyLength(projectKey: string, typeId: string, id: string): Promise<number>;
  bodies(projectKey: string, typeId: string, ids: readonly string[]): Promise<(Buffer | null)[]>;
  /** What is hidden beside a body, still sealed, or null. */
  hidden(projectKey: string, typeId: string, id: string): Promise<Buffer | null>;
  /** The id of the resource that holds a unique value, or null. */
  findId(projectKey: string, typeId: string, field: string, value: string): Promise<string | null>;
  /** The same for several values, in their order. */
  findIds(projectKey: string, typeId: string, field: string, values: readonly string[]): Promise<(string | null)[]>;
  /** How often each was counted (ChangeSet.counts). */
  usageCounts(projectKey: string, names: readonly string[]): Promise<number[]>;
  /** Runs a change set whole, or throws the ApiError of what stood against it, or Moved. */
  commit(changeSet: ChangeSet): Promise<void>;
  /** How many commits the project has seen: unchanged between two reads, nothing was written between them. */
  commitCount(projectKey: string): Promise<string>;
  /** Where a span begins and ends in a list, as ranks: `from` is its first, `to` lies behind its last. */
  rankRange(projectKey: string, typeId: string, list: IdList, span: ListBounds): Promise<RankRange>;
  /** The ids between two ranks, in the list's order. */
  idsInRange(projectKey: string, typeId: string, list: IdList, ranks: RankRange): Promise<string[]>;
  /** The scores of some ids in a list, null where the list does not hold the id. */
  scores(projectKey: string, typeId: string, list: IdList, ids: readonly string[]): Promise<(number | null)[]>;
}

const listKey = (projectKey: string, typeId: string, list: IdList): string => {
  if (list.by === 'id') return keys.ids(projectKey, typeId);
  return list.by === 'value'
    ? keys.index(projectKey, typeId, list.path, list.value)
    : keys.time(projectKey, typeId, list.by);
};

const lexical = (bound: string): string =>
  bound === '-' || bound === '+' || bound.startsWith('(') ? bound : `[${bound}`;

/** Every failed check becomes an entry; a version that moved on is told alone, since nothing else is certain then (ERR005). */
const refuse = (
  failures: readonly FailedCheck[],
  wanted: ReturnType<typeof planCommit>['checks'],
): ApiError | StaleReadError => {
  const isStaleRead = failures.some(([, position]) => {
    const check = wanted[position - 1]!;
    return check.kind === 'version' && check.retryIfStale === true;
  });
  const entries: ErrorEntry[] = failures.map(([status, position, detail]) =>
    failedCheckError(status, wanted[position - 1]!, detail),
  );
  const first = entries.find(({ code }) => code === 'ResourceNotFound' || code === 'ConcurrentModification');
  if (first === undefined) return failAll(entries);
  return isStaleRead ? new StaleReadError(first.message) : failAll([first]);
};

/** `run` where a commit is not done when the script is. */
export const createStore = (redis: RedisClient, run?: CommitRunner): Store => {
  const runCommit = run ?? createCommitRunner(redis);
  const get = batchReads(redis);
  return {
    body: (projectKey, typeId, id, bytesMax) => {
      const key = keys.body(projectKey, typeId, id);
      return bytesMax === undefined
        ? get(projectKey, key)
        : retryOnce(() => redis.getrangeBuffer(key, 0, bytesMax - 1));
    },
    bodyLength: (projectKey, typeId, id) => retryOnce(() => redis.strlen(keys.body(projectKey, typeId, id))),
    bodies: (projectKey, typeId, ids) =>
      getManyBuffers(
        redis,
        ids.map(id => keys.body(projectKey, typeId, id)),
      ),
    hidden: (projectKey, typeId, id) => get(projectKey, keys.hidden(projectKey, typeId, id)),
    findId: async (projectKey, typeId, field, value) =>
      (await get(projectKey, keys.unique(projectKey, typeId, field, value)))?.toString() ?? null,
    findIds: (projectKey, typeId, field, values) =>
      getMany(
        redis,
        values.map(value => keys.unique(projectKey, typeId, field, value)),
      ),
    commitCount: async projectKey => (await get(projectKey, keys.sequence(projectKey)))?.toString() ?? '0',
    usageCounts: async (projectKey, names) =>
      names.length === 0
        ? []
        : (await retryOnce(() => redis.hmget(keys.usageCounts(projectKey), ...names))).map(Number),
    commit: async changeSet => {
      const plan = planCommit(changeSet, Date.now());
      const failures = await retryOnce(() => runCommit(changeSet.projectKey, plan));
      if (failures.length > 0) throw refuse(failures, plan.checks);
    },
    rankRange: async (projectKey, typeId, list, span) => {
      const key = listKey(projectKey, typeId, list);
      const countTo = (bound: string): Promise<number> =>
        retryOnce(() =>
          list.by === 'id' ? redis.zlexcount(key, '-', lexical(bound)) : redis.zcount(key, '-inf', bound),
        );
      const [from, to] = await Promise.all([
        span.from === '-' ? 0 : countTo(before(span.from)),
        span.to === '+' ? retryOnce(() => redis.zcard(key)) : countTo(span.to),
      ]);
      return { from, to: Math.max(from, to) };
    },
    idsInRange: async (projectKey, typeId, list, { from, to }) =>
      to <= from ? [] : retryOnce(() => redis.zrange(listKey(projectKey, typeId, list), from, to - 1)),
    scores: async (projectKey, typeId, list, ids) => {
      if (ids.length === 0) return [];
      const scores = await retryOnce(() => redis.zmscore(listKey(projectKey, typeId, list), ...ids));
      return scores.map((score: string | null) => (score === null ? null : Number(score)));
    },
  };
};
