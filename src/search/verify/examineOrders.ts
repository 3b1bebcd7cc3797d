import { bisectFailures } from '../bisectFailures.js';
import type { Engine } from '../../engine/Engine.js';
import type { Hit, IndexEntry, SearchIndexes } from '../../store/SearchIndexes.js';
import type { Store } from '../../store/Store.js';
import type { SearchStates } from '../../store/SearchStates.js';
import { unpackContent } from '../document/content.js';
import { documentsOf } from '../documentsOf.js';
import { searchedIndex } from '../run/SearchedIndex.js';
import { compareDocument } from './compareDocument.js';
import type { Suspicion } from './Difference.js';
import { findUnfound, type IndexedOrder } from './findUnfound.js';

export interface ExaminedIndex {
  readonly engine: Engine;
  readonly states: SearchStates;
  readonly indexes: SearchIndexes;
  readonly store: Store;
  readonly projectKey: string;
  /** Number of the index. */
  readonly number: number;
  /** Whether values of referenced resources are compared too. */
  readonly references: boolean;
}

interface CreatedEntries {
  readonly entries: readonly IndexEntry[];
  readonly failed: ReadonlyMap<string, string>;
}

const createEntries = async (
  { engine, projectKey }: ExaminedIndex,
  ids: readonly string[],
): Promise<CreatedEntries> => {
  const entries: IndexEntry[] = [];
  const failures = await bisectFailures(ids, async part => {
    entries.push(...(await documentsOf(engine, projectKey, part)));
    return true;
  });
  return {
    entries,
    failed: new Map(failures?.map(({ id, error }) => [id, error instanceof Error ? error.message : String(error)])),
  };
};

const unfoundOf = async (
  { indexes, store, projectKey, number }: ExaminedIndex,
  entries: readonly IndexEntry[],
  hits: ReadonlyMap<string, Hit | null>,
): Promise<ReadonlyMap<string, string>> => {
  const indexed = entries.flatMap(({ id, version, document }): IndexedOrder[] => {
    const hit = hits.get(id) ?? null;
    // The terms come from the stored content, in which values of referenced resources may be older.
    return document === undefined || hit?.content === undefined || hit.version !== version
      ? []
      : [{ id, content: unpackContent(hit.content), numbers: document.numbers }];
  });
  return new Map(
    (await findUnfound(searchedIndex({ indexes, store }, projectKey, number), indexed)).map(({ id, by }) => [id, by]),
  );
};

/**
 * Compares orders with their documents. Orders are read first, then dirty marks, then documents: an order without a
 * mark was indexed before its document is read, in the version that was read or a newer one.
 */
export const examineOrders = async (examined: ExaminedIndex, ids: readonly string[]): Promise<Suspicion[]> => {
  const { states, indexes, projectKey, number, references } = examined;
  const { entries, failed } = await createEntries(examined, ids);
  const marked = await states.markedIds(projectKey, ids);
  const contents = await indexes.contents(projectKey, 'order', number, ids);
  const hits = new Map(ids.map((id, at) => [id, contents[at] ?? null]));
  const suspicion = (id: string, finding: Pick<Suspicion, 'kind' | 'detail'>): Suspicion => ({
    id,
    ...finding,
    isPending: marked.has(id),
  });
  const compared = entries.flatMap((entry): Suspicion[] => {
    const finding = compareDocument(entry, hits.get(entry.id) ?? null, references);
    return finding === undefined ? [] : [suspicion(entry.id, finding)];
  });
  const different = new Set(compared.map(({ id }) => id));
  const unfound = await unfoundOf(
    examined,
    entries.filter(({ id }) => !different.has(id)),
    hits,
  );
  return [
    ...compared,
    ...[...unfound].map(([id, by]) => suspicion(id, { kind: 'unfound', detail: `it is not found by ${by}` })),
    ...[...failed].map(([id, reason]) =>
      suspicion(id, { kind: 'content', detail: `its document cannot be created: ${reason}` }),
    ),
  ];
};
