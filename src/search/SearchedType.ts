/** Declares a resource type that is searched. */
import type { Base } from '../engine/define/Base.js';
import type { Engine } from '../engine/Engine.js';
import {
  type Content,
  type Fields,
  type SearchDocumentContext,
  contentOf,
  packContent,
  stagedContentOf,
  withStagedContent,
} from './document/contentOf.js';
import { loadSearchDocumentContext } from './document/loadSearchDocumentContext.js';
import type { FieldTable } from './fields/FieldTable.js';
import type { Dialect } from './query/Dialect.js';
import type { NumberColumn } from './redisearch/Generation.js';
import type { IndexEntry } from './SearchIndexes.js';
import { columnValue, sameDataTerm, stagedDataTerm } from './terms/formatTerm.js';
import { createTermsOf } from './terms/termsOf.js';

export interface SearchedTypeDeclaration {
  readonly typeId: string;
  /** The type in sentences: order, orders. */
  readonly noun: string;
  readonly plural: string;
  /** Tells how the search of a project is activated (SEARCH010). */
  readonly activationHint: (projectKey: string) => string;
  /** The code of the error where a project has no index; by default ResourceNotFound. */
  readonly missingIndexCode?: 'SearchNotReady';
  /** Version of the documents. After a change of it, existing indexes are rebuilt (indexing/reconcileSearch.ts). */
  readonly documentLayout: number;
  readonly table: FieldTable;
  readonly language: Pick<Dialect, 'expressionKinds' | 'options' | 'relevanceField'>;
  /**
   * The list whose elements are matched one by one: one of them has to match the whole query. One element of the inner
   * list `within` has to meet all conditions on that list that stand beside one another.
   */
  readonly rows?: { readonly list: string; readonly within: string };
  /** True if documents also have the staged data where that differs from the current data. */
  readonly hasStagedData?: true;
  /**
   * Yields, in pages, the ids of resources whose documents show the data that a stamp stands for
   * (ResourceDefinition.stamps); absent where documents show nothing that is stamped.
   */
  readonly dependents?: (engine: Engine, projectKey: string, stamp: string) => AsyncIterable<readonly string[]>;
  /** Returns the stamps of data that became valid or invalid after `fromMs` and up to `toMs`. */
  readonly stampsPassed?: (
    engine: Engine,
    projectKey: string,
    fromMs: number,
    toMs: number,
  ) => Promise<readonly string[]>;
  /** Loads the resources from which the documents of these ids are made; null for a resource that does not exist. */
  readonly load: (
    engine: Engine,
    projectKey: string,
    ids: readonly string[],
  ) => Promise<readonly (SearchedResource | null)[]>;
}

/** A resource with the data from which its document is made. */
export interface SearchedResource {
  readonly version: number;
  /** The members of the resource, with the searchable values of open fields at their holders. */
  readonly members: Fields;
  /** The same members with staged data, where that differs. */
  readonly staged?: Fields;
  readonly numbers: Readonly<Record<NumberColumn, number>>;
  readonly context: SearchDocumentContext;
}

/** Returns the columns of a resource; most resources have no amount in cents. */
export const numbersOf = (
  { id, version, createdAt, lastModifiedAt }: Base,
  cents?: number,
): SearchedResource['numbers'] => ({
  created: columnValue(Date.parse(createdAt), id),
  modified: columnValue(Date.parse(lastModifiedAt), id),
  version: columnValue(version, id),
  cents: cents === undefined ? 0 : columnValue(cents, id),
});

/** Loads resources whose documents need nothing but the resources that they reference. */
export const loadSearched = async <R extends Base>(
  engine: Engine,
  projectKey: string,
  { typeId, ids, referencedTypeIds }: { typeId: string; ids: readonly string[]; referencedTypeIds: readonly string[] },
  partsOf: (resource: R, context: SearchDocumentContext) => Pick<SearchedResource, 'members' | 'numbers'>,
): Promise<readonly (SearchedResource | null)[]> => {
  const bodies = await engine.store.bodies(projectKey, typeId, ids);
  const resources = bodies.map(body => (body === null ? null : (JSON.parse(body.toString()) as R)));
  const context = await loadSearchDocumentContext(engine, projectKey, resources, referencedTypeIds);
  return resources.map(resource => resource && { version: resource.version, ...partsOf(resource, context), context });
};

export interface SearchedType extends SearchedTypeDeclaration {
  readonly dialect: Dialect;
  /** Returns the terms by which the index finds a content. */
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
