/** What is searched: one declaration for each resource type with a search. */
import type { Engine } from '../engine/Engine.js';
import type { Content, Fields, SearchDocumentContext } from './document/contentOf.js';
import { contentOf, packContent } from './document/contentOf.js';
import { stagedContentOf, withStagedContent } from './document/stagedContent.js';
import type { FieldTable } from './fields/FieldTable.js';
import type { Dialect } from './query/Dialect.js';
import type { NumberColumn } from './redisearch/Generation.js';
import type { IndexEntry } from './SearchIndexes.js';
import { sameDataTerm, stagedDataTerm } from './terms/formatTerm.js';
import { createTermsOf } from './terms/termsOf.js';

export interface SearchedTypeDeclaration {
  readonly typeId: string;
  /** In sentences: order, orders. */
  readonly noun: string;
  readonly plural: string;
  /** Tells how the search of a project is activated (SEARCH010). */
  readonly activationHint: (projectKey: string) => string;
  /** The error where a project has no index; by default ResourceNotFound. */
  readonly missingIndexCode?: 'SearchNotReady';
  /** Version of the documents. After a change of it, existing indexes are rebuilt (indexing/reconcileSearch.ts). */
  readonly documentLayout: number;
  readonly table: FieldTable;
  /** The query language. */
  readonly language: Pick<Dialect, 'expressionKinds' | 'options' | 'relevanceField'>;
  /**
   * The list whose elements are matched one by one: a query has to match one of them as a whole. Conditions on an inner
   * list that stand beside one another must be met by one of its elements.
   */
  readonly rows?: { readonly list: string; readonly within: string };
  /** Whether its documents have staged data too, where that differs from the current data. */
  readonly hasStagedData?: true;
  /**
   * Yields the ids of resources whose documents show what a stamp stands for (ResourceDefinition.stamps), in pages;
   * absent where documents show nothing that is stamped.
   */
  readonly dependents?: (engine: Engine, projectKey: string, stamp: string) => AsyncIterable<readonly string[]>;
  /** The stamps of what began or ended to be valid after one time and up to another one, in milliseconds. */
  readonly stampsPassed?: (
    engine: Engine,
    projectKey: string,
    fromMs: number,
    toMs: number,
  ) => Promise<readonly string[]>;
  /** Loads what the documents of these ids are made of; null for a resource that is not to be found. */
  readonly load: (
    engine: Engine,
    projectKey: string,
    ids: readonly string[],
  ) => Promise<readonly (SearchedResource | null)[]>;
}

/** A resource with what its document is made of. */
export interface SearchedResource {
  readonly version: number;
  /** Its members, with the searchable values of open fields at their holders. */
  readonly members: Fields;
  /** The same members by staged data, where that differs. */
  readonly staged?: Fields;
  readonly numbers: Readonly<Record<NumberColumn, number>>;
  readonly context: SearchDocumentContext;
}

export interface SearchedType extends SearchedTypeDeclaration {
  readonly dialect: Dialect;
  /** The terms by which the index finds a content. */
  readonly termsOf: (content: Content) => string[];
  /**
   * Returns one index entry per id, with the current values of the resource and of the resources that it references. An
   * entry without document removes the resource from the index.
   */
  readonly documentsOf: (engine: Engine, projectKey: string, ids: readonly string[]) => Promise<readonly IndexEntry[]>;
}

export const defineSearchedType = (declaration: SearchedTypeDeclaration): SearchedType => {
  const { plural, table, language, load, hasStagedData } = declaration;
  const [currentTerms, stagedTerms] = [createTermsOf(table), createTermsOf(table, true)];
  const termsOf = (content: Content): string[] => {
    if (hasStagedData !== true) return currentTerms(content);
    const staged = stagedContentOf(table, content);
    const terms = currentTerms(content);
    if (staged === undefined) return [...terms, sameDataTerm];
    return [...new Set([...terms, stagedDataTerm, ...stagedTerms(staged)])];
  };
  const entryOf = (id: string, resource: SearchedResource | null): IndexEntry => {
    if (resource === null) return { id, version: 0 };
    const { version, members, staged, numbers, context } = resource;
    const current = contentOf(table, members, context);
    const content =
      staged === undefined ? current : withStagedContent(table, current, contentOf(table, staged, context));
    return { id, version, document: { tags: termsOf(content), content: packContent(content), numbers } };
  };
  return {
    ...declaration,
    dialect: { plural, table, ...language },
    termsOf,
    documentsOf: async (engine, projectKey, ids) => {
      const resources = await load(engine, projectKey, ids);
      return ids.map((id, at) => entryOf(id, resources[at] ?? null));
    },
  };
};
