import type { CommandArguments } from '../../base/redis/sendToKeyNode.js';

/** Numeric columns of the search index, by which RediSearch can sort; every indexed resource has one value in each. */
export const numberColumns = ['created', 'modified', 'cents', 'version'] as const;
export type NumberColumn = (typeof numberColumns)[number];

/** The name of an index, and the prefix of the keys of its documents. */
export interface IndexName {
  readonly index: string;
  readonly prefix: string;
}

export interface SearchDocument {
  /**
   * Terms that find the document: `[a-z0-9_]`, starting with a letter, without duplicates. A first letter `u` means
   * that few documents have the term.
   */
  readonly tags: readonly string[];
  readonly numbers: Readonly<Record<NumberColumn, number>>;
  /** Further data that a hit is checked and sorted by; the index returns it unchanged. */
  readonly content: Buffer;
}

export interface FindOptions {
  readonly sortBy: NumberColumn;
  readonly descending: boolean;
  readonly offset: number;
  /** The limit is from 0 to a million. */
  readonly limit: number;
  /** True if hits include their content. */
  readonly content: boolean;
}

/** A setting of the module. Its commands differ between versions of the server. */
export interface ModuleSetting {
  readonly commands: readonly { readonly get: CommandArguments; readonly set: CommandArguments }[];
  readonly isSufficient: (value: string) => boolean;
}

/**
 * The differences between generations of RediSearch. `firstGeneration` is 1.x, where a command adds every document;
 * `laterGeneration` is 2.x and Redis 8, whose indexes follow hashes by the prefix of their keys.
 */
export interface Generation {
  create(name: IndexName): CommandArguments;
  /** Drops the index, and keeps the documents and the keys of `partsOf`. */
  drop(index: string): CommandArguments;
  /** Finds keys of the server that hold parts of the index: they are deleted in small steps after the index. */
  partsOf?(index: string): { readonly pattern: string; readonly isPart: (key: string) => boolean };
  /** Runs a query in which each lookup of terms is `@t:{a|b}`. */
  search(index: string, query: string, options: FindOptions, timeoutMs: number): CommandArguments;
  /** A command without effect that fails where there is no index; absent where the first command of `write` fails. */
  requireIndex?(index: string): CommandArguments;
  /** Creates or replaces a document, and indexes it. */
  write(index: string, key: string, version: number, document: SearchDocument): readonly CommandArguments[];
  remove(index: string, key: string): readonly CommandArguments[];
  /** True if the terms of deleted documents stay, readable in Redis, until their index is dropped. */
  readonly keepsDeletedTerms: boolean;
  /** Fields of FT.INFO that tell sizes, in MiB. */
  readonly sizeFields: readonly string[];
  /** Approximate bytes of a term in the index, where `sizeFields` leave terms out. */
  readonly termBytes: number;
  /** Settings that are applied once; a server may refuse them. */
  readonly settings: readonly ModuleSetting[];
}
