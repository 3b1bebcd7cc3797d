import type { UsageCount } from '../../store/ChangeSet.js';
import type { Base, StoredResource } from './Base.js';
import type { Change, MessageDraft, MessageOf } from './actions.js';
import type { Context } from './Context.js';
import type { ResourceAccess } from './ResourceAccess.js';

/** A creation or an update as the hook sees it: draft or update actions are applied, nothing is committed. */
export interface BeforeCommitInput<R> {
  readonly projectKey: string;
  readonly context: Context;
  /**
   * True if the hook runs for the first time in this request. Later, resources that were loaded for draft or actions
   * may be outdated.
   */
  readonly isFirstRun: boolean;
  /** The draft of a creation; absent on updates. */
  readonly draft?: unknown;
  /** The stored resource; absent on creation. */
  readonly before?: R;
  readonly after: R;
  /** The top-level members that draft or actions gave. */
  readonly changes: Partial<R>;
  /**
   * The names of the members that actions changed, given where `changes` also holds members of an earlier run of the
   * hook.
   */
  readonly changedByActions?: readonly string[];
  /** Effects that actions requested (`Change.requestedEffects`). */
  readonly requestedEffects: Readonly<Record<string, unknown>>;
  /** Members that the request's path determines, such as the store of an in-store path (engine/visibility.ts). */
  readonly pathMembers?: Readonly<Record<string, unknown>>;
  /** Present where a request creates or updates the resource. */
  readonly extend?: UpdateExtender;
}

/**
 * Calls the API extensions for the update of another resource in the same commit. Resolves to the update with their
 * actions, and rejects with their refusals and with the failures of the calls.
 */
export type UpdateExtender = (update: CompanionUpdate, context: Context) => Promise<CompanionUpdate>;

/**
 * Another resource that changes in the same commit. With an empty `set` it must only keep the version that was read.
 */
export interface CompanionUpdate {
  readonly typeId: string;
  readonly stored: StoredResource;
  readonly set: Readonly<Record<string, unknown>>;
  readonly messages?: readonly MessageDraft[];
  /** Effects for the hook of the resource, where API extensions add to the update (`Change.requestedEffects`). */
  readonly requestedEffects?: Readonly<Record<string, unknown>>;
  /** True if it is modified a millisecond before the others, so that another companion is the one modified last. */
  readonly isEarlier?: boolean;
  /** True if the client named its version: a stale one is then an error for the client, and no reason to retry. */
  readonly versionFromClient?: boolean;
}

/** Another resource that is created in the same commit. Its id is known beforehand, so that others can refer to it. */
export interface CompanionCreation {
  readonly typeId: string;
  readonly id: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly messages?: (resource: Base) => readonly MessageDraft[];
}

/**
 * Resources of one type that are deleted in the same commit. `retryIfStale` is for those that the hook reads itself.
 */
export interface CompanionRemoval {
  readonly typeId: string;
  readonly resources: readonly Base[];
  readonly retryIfStale?: boolean;
}

/** Everything that the hook adds to a commit. */
export interface BeforeCommitResult<R> {
  /** Further top-level members. */
  readonly set?: Partial<R>;
  /** Messages about the resource itself, after those of its actions. */
  readonly messages?: readonly MessageOf<R>[];
  readonly updates?: readonly CompanionUpdate[];
  readonly creations?: readonly CompanionCreation[];
  readonly removals?: readonly CompanionRemoval[];
  readonly counts?: readonly UsageCount[];
  /** Replaces the hidden values that draft or actions give. */
  readonly hidden?: Change<R>['hidden'];
  /** Subjects whose tokens the commit revokes (ChangeSet). */
  readonly revokedTokenSubjects?: readonly string[];
}

/**
 * A resource type's hook before the commit: it reads other resources, refuses by throwing, and adds to the commit. It
 * may run several times for one request, also on its own result with the changes of API extensions in it, and then with
 * all requested effects. Only the last result counts.
 */
export type BeforeCommit<R> = (access: ResourceAccess, input: BeforeCommitInput<R>) => Promise<BeforeCommitResult<R>>;
