/**
 * Search indexes in Redis: one or two a project and type, told apart by a number that counts up. What RediSearch 1.2 and later
 * versions do differently is known in this folder only (redisearch.ts).
 */
import type { NumberColumn } from '../search/searchFields.js';

/** What the index holds of one resource. */
export interface IndexedDocument {
  /** Terms to find it by: `[a-z0-9_]`, beginning with a letter, no two alike. */
  readonly tags: readonly string[];
  readonly numbers: Readonly<Record<NumberColumn, number>>;
  /** What a hit is checked and sorted by beyond that; handed back as it is. */
  readonly content: Buffer;
}

export interface IndexEntry {
  readonly id: string;
  /** The version the document was made of. */
  readonly version: number;
  /** Absent: the resource is gone, and leaves the index. */
  readonly document?: IndexedDocument;
}

/** Which indexes a project has of a type; one is searched while another may be under construction. */
export interface IndexNumbers {
  readonly current?: number;
  readonly building?: number;
}

export interface FindOptions {
  readonly sortBy: NumberColumn;
  readonly descending: boolean;
  readonly offset: number;
  /** At least 0; at most a million. */
  readonly limit: number;
  /** Whether hits bring their content. */
  readonly content: boolean;
}

export interface Hit {
  readonly id: string;
  readonly version: number;
  readonly content?: Buffer;
}

/** Hits of one sort key come in any order, and in another one with another offset or limit. */
export interface SortedHit extends Hit {
  readonly sortKey: number;
}

/** `total` is exact: an answer that may be incomplete is refused with QueryTimedOut. */
export interface IndexHits {
  readonly total: number;
  readonly hits: readonly SortedHit[];
}

/** There is no index of that number. */
export class UnknownIndexError extends Error {
  override readonly name = 'NoSuchIndex';
}

export interface IndexSize {
  readonly documents: number;
  /**
   * Documents written over or removed since the index was made. RediSearch 1.x gives nothing of what they took back, some 2 bytes
   * a term: where they are five times the documents, a rebuild is worth its while. None of it is in `bytes`. Later generations
   * clear up by themselves.
   */
  readonly replaced: number;
  /** Of documents and index, about. */
  readonly bytes: number;
}

export interface SearchIndexes {
  /** Whether the server has RediSearch. */
  available(): Promise<boolean>;
  /** Arguments that the module needs to be loaded with to answer exactly while documents are written, and was not: for a warning. */
  missingArguments(): Promise<readonly string[]>;
  /** Makes an empty index; nothing where it is there. */
  create(projectKey: string, typeId: string, number: number): Promise<void>;
  /** Takes an index and its documents away, in steps that leave room for others; nothing where there is none. */
  drop(projectKey: string, typeId: string, number: number): Promise<void>;
  exists(projectKey: string, typeId: string, number: number): Promise<boolean>;
  /** Whether it holds as many documents as there are resources, but for those that are marked. Throws NoSuchIndex. */
  isComplete(projectKey: string, typeId: string, number: number): Promise<boolean>;
  /**
   * Writes entries into the indexes given, in one script: an entry older than what an index holds is passed over, one whose
   * resource is gone leaves it. A mark goes when the resource still has the version of its entry. False, and nothing done,
   * when the project's indexes are no longer those given.
   */
  apply(projectKey: string, typeId: string, indexes: IndexNumbers, entries: readonly IndexEntry[]): Promise<boolean>;
  /** As `apply`, but only into the index under construction, and no mark goes. */
  fill(projectKey: string, typeId: string, indexes: IndexNumbers, entries: readonly IndexEntry[]): Promise<boolean>;
  /** Runs a query in the module's language; `*` matches all. Throws NoSuchIndex. */
  find(projectKey: string, typeId: string, number: number, query: string, options: FindOptions): Promise<IndexHits>;
  /** Contents by id, in the order asked for, null where the index has none. */
  contents(projectKey: string, typeId: string, number: number, ids: readonly string[]): Promise<(Hit | null)[]>;
  /** How many documents it holds, and the bytes of Redis that they and the index take, about. */
  size(projectKey: string, typeId: string, number: number): Promise<IndexSize>;
}
