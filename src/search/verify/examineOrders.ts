/** From orders to their documents: what is wrong with some of them at this moment. */
import { bisectFailures } from '../bisectFailures.js';
import type { Engine } from '../../engine/Engine.js';
import type { Hit, IndexEntry, SearchIndexes } from '../../store/SearchIndexes.js';
import type { Store } from '../../store/Store.js';
import type { SearchStates } from '../../store/SearchStates.js';
import { unpackContent } from '../document/content.js';
import { documentsOf } from '../document/documentsOf.js';
import { searchedIndex } from '../run/runSearch.js';
import { compareDocument } from './compareDocument.js';
import type { Suspicion } from './Difference.js';
import { findUnfound, type IndexedOrder } from './findUnfound.js';

export interface ExaminedIndex {
  readonly engine: Engine;
  readonly states: SearchStates;
  readonly indexes: SearchIndexes;
  readonly store: Store;
  readonly projectKey: string;
  /** Of the index. */
  readonly number: number;
  /** Whether values of other resources are compared too. */
  readonly references: boolean;
}

interface Made {
  readonly entries: readonly IndexEntry[];
  readonly failed: ReadonlyMap<string, string>;
}

const make = async ({ engine, projectKey }: ExaminedIndex, ids: readonly string[]): Promise<Made> => {
  const entries: IndexEntry[] = [];
  const broken = await bisectFailures(ids, async part => {
    entries.push(...(await documentsOf(engine, projectKey, part)));
    return true;
  });
  return {
    entries,
    failed: new Map(broken?.map(({ id, error }) => [id, error instanceof Error ? error.message : String(error)])),
  };
};

const unfoundOf = async (
  { indexes, store, projectKey, number }: ExaminedIndex,
  entries: readonly IndexEntry[],
  hits: ReadonlyMap<string, Hit | null>,
): Promise<ReadonlyMap<string, string>> => {
  const sought = entries.flatMap(({ id, version, document }): IndexedOrder[] => {
    const hit = hits.get(id) ?? null;
    // Terms are those of the stored content: values of other resources may be older there.
    return document === undefined || hit?.content === undefined || hit.version !== version
      ? []
      : [{ id, content: unpackContent(hit.content), numbers: document.numbers }];
  });
  return new Map(
    (await findUnfound(searchedIndex({ indexes, store }, projectKey, number), sought)).map(({ id, by }) => [id, by]),
  );
};

/**
 * Orders are read first, then marks, then documents: an order that has no mark has been indexed by then in the version read,
 * or a newer one.
 */
export const examineOrders = async (examined: ExaminedIndex, ids: readonly string[]): Promise<Suspicion[]> => {
  const { states, indexes, projectKey, number, references } = examined;
  const { entries, failed } = await make(examined, ids);
  const marked = await states.markedIds(projectKey, ids);
  const contents = await indexes.contents(projectKey, 'order', number, ids);
  const hits = new Map(ids.map((id, at) => [id, contents[at]!]));
  const suspicion = (id: string, told: Pick<Suspicion, 'kind' | 'detail'>): Suspicion => ({
    id,
    ...told,
    isPending: marked.has(id),
  });
  const compared = entries.flatMap((entry): Suspicion[] => {
    const told = compareDocument(entry, hits.get(entry.id) ?? null, references);
    return told === undefined ? [] : [suspicion(entry.id, told)];
  });
  const wrong = new Set(compared.map(({ id }) => id));
  const unfound = await unfoundOf(
    examined,
    entries.filter(({ id }) => !wrong.has(id)),
    hits,
  );
  return [
    ...compared,
    ...[...unfound].map(([id, by]) => suspicion(id, { kind: 'unfound', detail: `it is not found by ${by}` })),
    ...[...failed].map(([id, reason]) =>
      suspicion(id, { kind: 'content', detail: `its document cannot be made: ${reason}` }),
    ),
  ];
};
