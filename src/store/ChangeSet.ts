import type { ErrorEntry } from '../base/errors/ApiError.js';
import type { Target } from './target.js';

/** A value of a unique field or of an indexed path. */
export interface FieldValue {
  readonly path: string;
  readonly value: string;
}

/**
 * A unique value that is computed, such as the SKUs of a product. A second holder is refused with DuplicateField, or
 * with `refusal`.
 */
export interface Claim extends FieldValue {
  readonly refusal?: ErrorEntry;
  /** The type that the unique value belongs to, where it is not the type of the resource. */
  readonly typeId?: string;
}

/** Values that a write adds to unique keys or indexes, and values that it removes. */
export interface FieldDelta<V extends FieldValue = FieldValue> {
  readonly added: readonly V[];
  readonly removed: readonly V[];
}

/** The form of compressed bodies (compressedBody.ts): that of types that never change, or of those that do. */
export type Compression = 'immutable' | 'changing' | 'shortHead';

/** The times of a stored resource, in the form in which its body has them. */
export interface ExpectedTimes {
  readonly createdAt: string;
  readonly lastModifiedAt: string;
}

/** A part of a sum over resources that commits keep, such as the orders of an hour. */
export interface Total {
  /** The name of the sum: `orders`. */
  readonly name: string;
  /** `2026-11-27`: the day in UTC after which its sums are kept for `totalDaysMax`. */
  readonly day: string;
  /** The subject of the sum: `14 EUR DE - count`. */
  readonly member: string;
  readonly amount: number;
}

/**
 * The times of a write that are those of its commit: until then they are those of the request. They are known when the
 * commit is sent (CommitClock.ts), and then written into the body, from which the response is made.
 */
export interface CommitTime {
  /** Offsets of the times in the body, in bytes. */
  readonly at: readonly number[];
  /** A time that the commit follows: that of the previous messages. */
  readonly after?: string;
  /** True if the time is a millisecond earlier: another resource of the commit is the one modified last. */
  readonly isEarlier?: boolean;
  /** Derives values from the time, which replace those of the write. */
  readonly derive?: (time: string) => Pick<ResourceWrite, 'totals' | 'expiresAtMs'>;
}

/** Creates, changes or deletes one resource. */
export interface ResourceWrite {
  readonly typeId: string;
  readonly id: string;
  /** The version that must be stored now; absent: the resource must not exist yet. */
  readonly expectedVersion?: number;
  /**
   * The times of that version, given where the resource comes from a cache: after a failover another state may bear the
   * same number.
   */
  readonly expectedTimes?: ExpectedTimes;
  /**
   * Set where the client did not name the version: a stale one fails the commit with StaleReadError, and it is composed
   * again.
   */
  readonly retryIfStale?: boolean;
  /** The new body; absent: the resource is deleted. */
  readonly body?: Buffer;
  /**
   * The position from which the stored body has the same bytes, and the same length: only the bytes before it are
   * written.
   */
  readonly unchangedFrom?: number;
  /** Sealed values stored beside the body; null removes them, absent leaves them. */
  readonly hidden?: Buffer | null;
  /** Absent: the write has times of its own. */
  readonly commitTime?: CommitTime;
  /** Milliseconds since the epoch: the order within secondary indexes. */
  readonly createdAtMs: number;
  /** Absent: the body is stored as it is. */
  readonly compression?: Compression;
  /** True if ids are in the order of creation, so that no list by creation is kept. The commit sets the time. */
  readonly hasTimeOrderedId?: boolean;
  /** Absent for resources that never change. */
  readonly lastModifiedAtMs?: number;
  /** The score in the list by expiry, for resource types with an expiry per resource; null: it is not in the list. */
  readonly expiresAtMs?: number | null;
  readonly unique: FieldDelta<Claim>;
  readonly indexes: FieldDelta;
  /** Values of custom fields: they are written to the indexes that the project has (FieldIndexes.ts). */
  readonly customFields?: FieldDelta;
  /** The changes of the sums over resources of the type. */
  readonly totals?: readonly Total[];
  /** Targets that no other resource may refer to (`Reference(…, { exclusive: true })`). */
  readonly exclusive?: { readonly added: readonly Target[]; readonly removed: readonly Target[] };
  /** True if the write is refused with ReferenceExists while another resource refers to this one. */
  readonly unreferenced?: boolean;
  /** Names for the parts that responses about other resources show: the commit stamps them with its id. */
  readonly stamps?: readonly string[];
  /** The name that stands for all shared resources of the type (SharedReads.ts), where the write changes one. */
  readonly sharedStamp?: string;
  /** The types whose search shows the stamped parts: their indexers have to look at the resources that show them. */
  readonly stampsSearchedIn?: readonly string[];
  /** True if the indexer of search must look at the resource, in projects with a search of its type. */
  readonly markedForIndexing?: boolean;
}

/** One use of something that may be used `max` times. It stays counted when the resource that used it is deleted. */
export interface UsageCount {
  readonly name: string;
  readonly max?: number;
  /**
   * The error for a client at the maximum. Absent: the count was read, and `max` allows no use since then. The commit
   * fails with StaleReadError, and it is composed again.
   */
  readonly refusal?: ErrorEntry;
}

/** A resource that the commit depends on without changing it: the stored version must be the one that was read. */
export type VersionCheck = Pick<ResourceWrite, 'typeId' | 'id' | 'retryIfStale' | 'expectedTimes'> & {
  readonly expectedVersion: number;
};

/** Everything that one commit does, in domain words; the store turns it into keys and runs lua/commit/commit.lua. */
export interface ChangeSet {
  /** Names the batch of which this is the first commit; a batch that is sent again with the same id runs once. */
  readonly commitId: string;
  readonly projectKey: string;
  readonly writes: readonly ResourceWrite[];
  /** The changes of the number of resources that refer to a target; a target that gains a reference must exist. */
  readonly references: ReadonlyMap<Target, number>;
  readonly counts?: readonly UsageCount[];
  readonly versionChecks?: readonly VersionCheck[];
  /** The last time of its writes, where they bring their own: no time of the project is later than its counter. */
  readonly lastTimeMs?: number;
  /** The types whose search indexes may hold terms of an erased resource, which are deleted too (SearchStates.ts). */
  readonly erasedFrom?: readonly string[];
  /** The resource whose history is deleted, since it may hold data of the erased resource. */
  readonly erasedHistory?: { readonly typeId: string; readonly id: string };
  /** Subjects whose tokens the commit revokes, such as `customer:<id>`; tokens issued later stay valid. */
  readonly revokedTokenSubjects?: readonly string[];
}

/** The change set with the times that it was composed with, whatever the time of the commit. */
export const withOwnTimes = (changeSet: ChangeSet): ChangeSet => ({
  ...changeSet,
  lastTimeMs: Math.max(
    0,
    ...changeSet.writes.flatMap(({ commitTime, createdAtMs, lastModifiedAtMs = createdAtMs }) =>
      commitTime === undefined ? [] : lastModifiedAtMs,
    ),
  ),
  writes: changeSet.writes.map(write => {
    const { commitTime, createdAtMs, lastModifiedAtMs = createdAtMs } = write;
    if (commitTime === undefined) return write;
    const derived = commitTime.derive?.(new Date(lastModifiedAtMs).toISOString());
    return { ...write, ...derived, commitTime: undefined };
  }),
});

/** Joins several change sets to one commit: the first gives id and project, its writes come first. */
export const mergeChangeSets = (first: ChangeSet, others: readonly ChangeSet[]): ChangeSet => {
  const references = new Map(first.references);
  for (const other of others)
    for (const [target, delta] of other.references) references.set(target, (references.get(target) ?? 0) + delta);
  const all = [first, ...others];
  return {
    ...first,
    writes: all.flatMap(({ writes }) => writes),
    references,
    counts: all.flatMap(({ counts = [] }) => counts),
    versionChecks: all.flatMap(({ versionChecks = [] }) => versionChecks),
    revokedTokenSubjects: all.flatMap(({ revokedTokenSubjects = [] }) => revokedTokenSubjects),
  };
};
