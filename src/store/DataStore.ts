/** The only way to the data, in domain words. Its implementation in Redis is createStore.ts. */
import type { ChangeSet, VersionCheck } from './ChangeSet.js';
import type { Target } from './target.js';

/** A sorted list of ids: of all resources of a type by id or by time, or of those with one value of an indexed path. */
export type IdList =
  | { readonly by: 'id' }
  | { readonly by: 'lastModifiedAt' | 'endsAt' }
  /** `inIds`: the ids are time-ordered, so that the list of ids serves as the list by creation. */
  | { readonly by: 'createdAt'; readonly inIds?: boolean }
  | { readonly by: 'value'; readonly path: string; readonly value: string };

/** Bounds in an IdList, as ids or scores; `-` and `+` are the ends of the list, and `(` before a bound excludes it. */
export interface ListBounds {
  readonly from: string;
  readonly to: string;
}

/** Positions in an IdList; `to` is excluded. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/** The direction of a walk along an IdList, and the number of ids that it reads at once. */
export interface ListWalk {
  readonly direction: 'asc' | 'desc';
  readonly chunkSize: number;
}

export const wholeList: ListBounds = { from: '-', to: '+' };

/** `leaveOut`: a damaged body is null, like that of a missing resource. */
export type DamagedBodies = 'leaveOut';

/** The content of a deleted message: its id, and its other members as JSON. */
export interface HistoryEntry {
  readonly id: string;
  readonly text: string;
}

/** The time for which entries of histories are kept. */
export interface HistoryLimits {
  readonly nowMs: number;
  readonly days: number;
}

export interface DataStore {
  /** Names the server that has the data of a project: calls that wait for it must not hold up projects on others. */
  masterOf(projectKey: string): string;
  /**
   * The stored bytes of a resource, or null. With `bytesMax` only that many bytes, and an empty Buffer instead of null.
   * Throws DamagedResource where they are not a whole body (damagedBodies.ts).
   */
  body(projectKey: string, typeId: string, id: string, bytesMax?: number): Promise<Buffer | null>;
  bodyLength(projectKey: string, typeId: string, id: string): Promise<number>;
  /** The lengths of the bodies as they are stored, which may be compressed; 0 for a missing one. */
  bodyLengths(projectKey: string, typeId: string, ids: readonly string[]): Promise<number[]>;
  /** The bodies, null for a missing one. Throws DamagedResource unless damaged ones are to be left out. */
  bodies(
    projectKey: string,
    typeId: string,
    ids: readonly string[],
    damaged?: DamagedBodies,
  ): Promise<(Buffer | null)[]>;
  /** The sealed values that are stored beside a body, or null. */
  hidden(projectKey: string, typeId: string, id: string): Promise<Buffer | null>;
  /** The id of the resource that has a unique value, or null. */
  findId(projectKey: string, typeId: string, field: string, value: string): Promise<string | null>;
  /** The ids of the resources that have these unique values, in the order of the values. */
  findIds(projectKey: string, typeId: string, field: string, values: readonly string[]): Promise<(string | null)[]>;
  /** The texts of some keys of a project, null for a missing one: those that a kept response depends on. */
  texts(projectKey: string, storedKeys: readonly string[]): Promise<(string | null)[]>;
  /** The stamp of each name (ResourceWrite.stamps), null where it has none: none of its commits is recent. */
  stamps(projectKey: string, names: readonly string[]): Promise<(string | null)[]>;
  /** The same for a few names, read together with the other reads of the turn of the event loop. */
  stampsInTurn(projectKey: string, names: readonly string[]): Promise<(string | null)[]>;
  /** The number of times that each name was counted (ChangeSet.counts). */
  usageCounts(projectKey: string, names: readonly string[]): Promise<number[]>;
  /** Commits a change set as a whole; throws the ApiError of the failed checks, or StaleReadError. */
  commit(changeSet: ChangeSet): Promise<void>;
  /** Throws what `commit` would throw for the change set now, and writes nothing of it. */
  check(changeSet: ChangeSet): Promise<void>;
  /**
   * For a request that changes nothing: resolves to true when replicas have all that was written to the project before,
   * where DURABILITY asks for them, and to false at once elsewhere. Rejects where the checked resources are not as they
   * were read.
   */
  confirm(projectKey: string, versionChecks?: readonly VersionCheck[]): Promise<boolean>;
  /**
   * The counter of the project's commits: when it is the same before and after a read, nothing was written in between.
   * It has the time of the last commit (timeOfCount in CommitClock.ts).
   */
  commitCount(projectKey: string): Promise<string>;
  /** The positions of the list's ids between two bounds. */
  rankRange(projectKey: string, typeId: string, list: IdList, bounds: ListBounds): Promise<RankRange>;
  /** The ids between two positions, in the order of the list. */
  idsInRange(projectKey: string, typeId: string, list: IdList, range: RankRange): Promise<string[]>;
  /** The ids between two bounds, in chunks: once each id that keeps its place, whatever others write meanwhile. */
  walk(projectKey: string, typeId: string, list: IdList, bounds: ListBounds, walk: ListWalk): AsyncIterable<string[]>;
  /** The number of ids that are in all of the lists, at most `max`; undefined while the lists move to another node. */
  commonIdCount(projectKey: string, typeId: string, lists: readonly IdList[], max: number): Promise<number | undefined>;
  /** The ids that are in all of the lists; undefined while the lists move to another node. */
  commonIds(projectKey: string, typeId: string, lists: readonly IdList[]): Promise<string[] | undefined>;
  /** The build of each index of a custom field that queries may use (FieldIndexes.ts); null where there is none. */
  fieldIndexBuilds(projectKey: string, typeId: string, paths: readonly string[]): Promise<(string | null)[]>;
  /** The id of the only resource that may refer to each target, or null. */
  holders(projectKey: string, targets: readonly Target[]): Promise<(string | null)[]>;
  /**
   * Adds entries about messages that are about to be deleted to the history of their resource, in the order of their
   * ids: none twice, and none about a message that is deleted already.
   */
  addHistory(
    projectKey: string,
    resource: { readonly typeId: string; readonly id: string },
    entries: readonly HistoryEntry[],
    historyLimits: HistoryLimits,
  ): Promise<void>;
  /** The history of a resource, the oldest entry first, without those that are older than the limit. */
  history(
    projectKey: string,
    resource: { readonly typeId: string; readonly id: string },
    historyLimits: HistoryLimits,
  ): Promise<HistoryEntry[]>;
  /** The scores of some ids in a list, null where the list does not contain the id. */
  scores(projectKey: string, typeId: string, list: IdList, ids: readonly string[]): Promise<(number | null)[]>;
}
