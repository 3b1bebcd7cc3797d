import { bisectFailures } from '../../../search/bisectFailures.js';
import type { SearchedType } from '../../../search/SearchedType.js';
import type { Engine } from '../../../engine/Engine.js';
import type { Hit, IndexEntry, SearchIndexes } from '../../../search/SearchIndexes.js';
import type { DataStore } from '../../../store/DataStore.js';
import type { SearchStates } from '../../../search/SearchStates.js';
import { unpackContent } from '../../../search/document/contentOf.js';
import { type SearchedIndex, searchedIndex } from '../../../search/run/findCandidates.js';
import { compareDocument } from './compareDocument.js';
import type { SearchDifference, SearchFinding } from './SearchDifference.js';
import { findUnfound, type IndexedContent } from './findUnfound.js';

export interface ExaminedIndex {
  readonly type: SearchedType;
  readonly engine: Engine;
  readonly states: SearchStates;
  readonly indexes: SearchIndexes;
  readonly store: DataStore;
  readonly projectKey: string;
  readonly number: number;
  /** True if values of referenced resources are compared too. */
  readonly references: boolean;
}

export const searchedOf = (examined: ExaminedIndex): SearchedIndex =>
  searchedIndex(examined, examined.type.typeId, examined.projectKey, examined.number);

interface CreatedEntries {
  readonly entries: readonly IndexEntry[];
  readonly failed: ReadonlyMap<string, string>;
}

const createEntries = async (
  { type, engine, projectKey }: ExaminedIndex,
  ids: readonly string[],
): Promise<CreatedEntries> => {
  const entries: IndexEntry[] = [];
  const failures = await bisectFailures(ids, async part => {
    entries.push(...(await type.documentsOf(engine, projectKey, part)));
    return true;
  });
  return {
    entries,
    failed: new Map(failures?.map(({ id, error }) => [id, error instanceof Error ? error.message : String(error)])),
  };
};

const unfoundOf = async (
  examined: ExaminedIndex,
  entries: readonly IndexEntry[],
  hits: ReadonlyMap<string, Hit | null>,
): Promise<ReadonlyMap<string, string>> => {
  const indexed = entries.flatMap(({ id, version, document }): IndexedContent[] => {
    const hit = hits.get(id) ?? null;
    // The terms come from the stored content, in which values of referenced resources may be older.
    return document === undefined || hit?.content === undefined || hit.version !== version
      ? []
      : [{ id, content: unpackContent(hit.content), numbers: document.numbers }];
  });
  return new Map((await findUnfound(examined.type, searchedOf(examined), indexed)).map(({ id, by }) => [id, by]));
};

/**
 * Compares resources with their documents. They are read first, then dirty marks, then documents: a resource without a
 * mark was indexed before its document is read, in the version that was read or a newer one.
 */
export const examineResources = async (examined: ExaminedIndex, ids: readonly string[]): Promise<SearchFinding[]> => {
  const { type, states, indexes, projectKey, number, references } = examined;
  const { entries, failed } = await createEntries(examined, ids);
  const marked = await states.markedIds(projectKey, ids);
  const contents = await indexes.contents(projectKey, type.typeId, number, ids);
  const hits = new Map(ids.map((id, at) => [id, contents[at] ?? null]));
  const findingOf = (id: string, difference: Pick<SearchDifference, 'kind' | 'detail'>): SearchFinding => ({
    ...difference,
    subject: id,
    source: id,
    isPending: marked.has(id),
  });
  const compared = entries.flatMap((entry): SearchFinding[] => {
    const difference = compareDocument(type, entry, hits.get(entry.id) ?? null, references);
    return difference === undefined ? [] : [findingOf(entry.id, difference)];
  });
  const different = new Set(compared.map(({ source }) => source));
  const unfound = await unfoundOf(
    examined,
    entries.filter(({ id }) => !different.has(id)),
    hits,
  );
  return [
    ...compared,
    ...[...unfound].map(([id, by]) => findingOf(id, { kind: 'unfound', detail: `it is not found by ${by}` })),
    ...[...failed].map(([id, reason]) =>
      findingOf(id, { kind: 'content', detail: `its document cannot be created: ${reason}` }),
    ),
  ];
};
