import type { ErrorEntry } from '../errors/ApiError.js';
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
}

/** Values that a write adds to unique keys or indexes, and values that it removes. */
export interface FieldDelta<V extends FieldValue = FieldValue> {
  readonly added: readonly V[];
  readonly removed: readonly V[];
}

/** When bodies of a type are stored compressed: always, or where COMPRESS_BODIES says so. */
export type Compression = 'always' | 'bySetting';

/** The times of a stored resource, in the form in which its body has them. */
export interface ExpectedTimes {
  readonly createdAt: string;
  readonly lastModifiedAt: string;
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
  /** Milliseconds since the epoch: the order within secondary indexes. */
  readonly createdAtMs: number;
  /** Whether the body is stored compressed; absent: never. */
  readonly compression?: Compression;
  /** Whether the order of ids is the order of creation, so that no list by creation is kept. */
  readonly hasTimeOrderedId?: boolean;
  /** Absent for resources that never change. */
  readonly lastModifiedAtMs?: number;
  /** When the resource expires, for resource types with an expiry per resource; null: never. */
  readonly expiresAtMs?: number | null;
  readonly unique: FieldDelta<Claim>;
  readonly indexes: FieldDelta;
  /** Values of custom fields: they are written to the indexes that the project has (FieldIndexes.ts). */
  readonly customFields?: FieldDelta;
  /** Targets that no other resource may refer to (`Reference(…, { exclusive: true })`). */
  readonly exclusive?: { readonly added: readonly Target[]; readonly removed: readonly Target[] };
  /** Whether the write is refused with ReferenceExists while another resource refers to this one. */
  readonly unreferenced?: boolean;
  /** Whether the indexer of search must look at the resource, in projects with a search of its type. */
  readonly markedForIndexing?: boolean;
}

/** One use of something that may be used `max` times. It stays counted when the resource that used it is deleted. */
export interface UsageCount {
  readonly name: string;
  readonly max?: number;
  readonly refusal: ErrorEntry;
}

/** A resource that the commit depends on without changing it: the stored version must be the one that was read. */
export type VersionCheck = Pick<ResourceWrite, 'typeId' | 'id' | 'retryIfStale' | 'expectedTimes'> & {
  readonly expectedVersion: number;
};

/** Everything that one commit does, in domain words; the store turns it into keys and runs lua/commit.lua. */
export interface ChangeSet {
  /** Names the lot of which this is the first commit; a lot that is sent again with the same id runs once. */
  readonly commitId: string;
  readonly projectKey: string;
  readonly writes: readonly ResourceWrite[];
  /** How the number of resources that refer to a target changes; a target that gains a reference must exist. */
  readonly references: ReadonlyMap<Target, number>;
  readonly counts?: readonly UsageCount[];
  readonly versionChecks?: readonly VersionCheck[];
  /** The types whose search indexes may hold terms of a resource that is erased: these go too (SearchStates.ts). */
  readonly erasedFrom?: readonly string[];
  /** Subjects whose tokens the commit revokes, such as `customer:<id>`; tokens issued later stay valid. */
  readonly revokedTokenSubjects?: readonly string[];
}
