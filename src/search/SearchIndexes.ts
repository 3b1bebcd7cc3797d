/**
 * The search indexes of projects. A project has one or two indexes for each resource type; a number tells them apart.
 */
import type { FindOptions, SearchDocument } from './redisearch/Generation.js';

export type { FindOptions, SearchDocument } from './redisearch/Generation.js';

export interface IndexEntry {
  readonly id: string;
  /** The version of the resource that the document was made from. */
  readonly version: number;
  /** Time of the dirty mark that was read before the resource; a mark with a later time stays. */
  readonly markedAtMs?: number;
  /** Absent when the resource was deleted: the index then removes its document. */
  readonly document?: SearchDocument;
}

/** The indexes of a project for one resource type; `current` is searched while `building` is under construction. */
export interface IndexNumbers {
  readonly current?: number;
  readonly building?: number;
}

export interface Hit {
  readonly id: string;
  readonly version: number;
  readonly content?: Buffer;
}

/** Hits with the same sort key come in any order, and in another order with another offset or limit. */
export interface SortedHit extends Hit {
  readonly sortKey: number;
}

/** `total` is exact: an answer that may be incomplete is refused with QueryTimedOut. */
export interface IndexHits {
  readonly total: number;
  readonly hits: readonly SortedHit[];
}

/** A write to an index: the content of a document before and after it; absent where there was no document. */
export interface IndexChange {
  /** Of two changes the later one has the greater position. */
  readonly position: IndexPosition;
  readonly id: string;
  readonly before?: Buffer;
  readonly after?: Buffer;
}
/** An entry of a stream of Redis: milliseconds, and a number that tells entries of one millisecond apart. */
export type IndexPosition = `${number}-${number}`;

/** Reports that there is no index of that number. */
export class UnknownIndexError extends Error {
  override readonly name = 'UnknownIndexError';

  constructor() {
    super('There is no search index of that number.');
  }
}

export interface IndexSize {
  readonly documents: number;
  /**
   * Documents that were replaced or removed since the index was created. RediSearch 1.x frees their terms, some 2 bytes
   * each, only when the index is dropped: a rebuild pays off when this number is five times `documents`. Later
   * generations free them. `bytes` does not include them.
   */
  readonly replaced: number;
  /** Approximate bytes of the documents and the index. */
  readonly bytes: number;
}

export interface SearchIndexes {
  /** Tells whether the server of the indexes has RediSearch; a 503 where the server does not tell. */
  available(projectKey: string, typeId: string): Promise<boolean>;
  /** Lists, for a warning, the missing arguments without which answers are not exact while documents are written. */
  missingArguments(): Promise<readonly string[]>;
  /** Tells whether the terms of deleted documents stay, readable in Redis, until their index is dropped. */
  keepsDeletedTerms(projectKey: string, typeId: string): Promise<boolean>;
  /** Creates an empty index; does nothing where it exists. */
  create(projectKey: string, typeId: string, number: number): Promise<void>;
  /** Removes the documents of an index and the index, in small steps; does nothing where there is no index. */
  drop(projectKey: string, typeId: string, number: number): Promise<void>;
  /**
   * Deletes what is left of indexes with these numbers, in small steps: Redis can lose an index, and then keeps its
   * documents. Resolves to the number of deleted keys.
   */
  deleteLeftKeys(projectKey: string, typeId: string, isLeft: (number: number) => boolean): Promise<number>;
  exists(projectKey: string, typeId: string, number: number): Promise<boolean>;
  /** Names the server process that has the index: it has another name after a restart. */
  serverId(projectKey: string, typeId: string, number: number): Promise<string>;
  /**
   * Tells whether the index has as many documents as there are resources, apart from marked ones. Throws
   * UnknownIndexError.
   */
  isComplete(projectKey: string, typeId: string, number: number): Promise<boolean>;
  /**
   * Writes entries into the given indexes (lua/search/writeIndexEntries.lua): skips an entry that is older than the
   * indexed document, and removes deleted resources. Removes the mark of a resource that still has the version of its
   * entry. Returns false when the project has other indexes: then all marks stay.
   */
  apply(projectKey: string, typeId: string, indexes: IndexNumbers, entries: readonly IndexEntry[]): Promise<boolean>;
  /** Writes entries as `apply`, but only into the index under construction, and keeps all marks. */
  fill(projectKey: string, typeId: string, indexes: IndexNumbers, entries: readonly IndexEntry[]): Promise<boolean>;
  /** Runs a query in the language of the module; `*` finds all documents. Throws UnknownIndexError. */
  find(projectKey: string, typeId: string, number: number, query: string, options: FindOptions): Promise<IndexHits>;
  /** Reads documents by id, in the order of the ids; null where the index has none. */
  contents(projectKey: string, typeId: string, number: number, ids: readonly string[]): Promise<(Hit | null)[]>;
  /**
   * Begins to record the changes of an index, for ten minutes after the last read; resolves to the present position.
   */
  recordChanges(projectKey: string, typeId: string, number: number): Promise<IndexPosition>;
  /** Returns the changes since a position, oldest first; undefined where not all of them are recorded any more. */
  changesSince(
    projectKey: string,
    typeId: string,
    number: number,
    position: IndexPosition,
  ): Promise<readonly IndexChange[] | undefined>;
  /** Measures how many documents the index has, and how much memory they and the index take. */
  size(projectKey: string, typeId: string, number: number): Promise<IndexSize>;
}
