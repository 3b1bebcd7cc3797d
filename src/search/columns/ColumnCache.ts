import { hash } from 'node:crypto';
import { totalmem } from 'node:os';
import { LRUCache } from 'lru-cache';
import { WorkTime } from '../../base/shedding/WorkTime.js';
import type { FieldTable } from '../fields/FieldTable.js';
import type { RowList } from '../match/rows.js';
import type { Languages } from '../plan/planExpression.js';
import type { FollowedIndex } from '../run/findCandidates.js';
import { isAnsweredByIndex } from '../run/runSearch.js';
import type { Hit, IndexPosition } from '../SearchIndexes.js';
import { type ColumnField, DocumentColumns } from './DocumentColumns.js';
import { findExpressions, measureFound } from './foundWords.js';
import {
  columnNeedsOf,
  type ColumnResult,
  type ColumnSearch,
  prepareSort,
  searchColumns,
  shownOf,
} from './searchColumns.js';

/** Columns that no search reads are dropped after this time, since Redis then records no changes for them. */
const unusedMs = 600_000;
const memoryShare = 1 / 8;
/** Of a product with three variants, half of it in its content. */
const bytesPerDocument = 1_500;

/** Bounds the documents that a thread holds as columns, of all projects together, to a share of the memory. */
const documentsMax = (): number => {
  const limit = process.constrainedMemory() ?? 0;
  return Math.floor((Math.min(limit === 0 ? Infinity : limit, totalmem()) * memoryShare) / bytesPerDocument);
};
/** Bounds the hits and buckets of the results that are kept, each of about a hundred bytes. */
const bucketsMax = 100_000;
/** Replaced documents leave gaps: columns with more gaps than documents and this number are loaded anew. */
const spareGaps = 10_000;

/** Runs work that yields the bytes of each step, with pauses for other requests. */
const runSteps = async (work: Iterable<number>, time: WorkTime): Promise<void> => {
  for (const bytes of work) {
    const yielding = time.pause(bytes);
    if (yielding !== undefined) await yielding;
  }
};

/** The columns of one index, which follow its changes. */
class FollowedColumns {
  readonly columns: DocumentColumns;
  /** False while documents are read, for which other searches do not wait. */
  isLoaded = false;
  #position: IndexPosition | undefined;
  readonly #time: WorkTime;

  constructor(
    private readonly searched: FollowedIndex,
    table: FieldTable,
    rows: RowList,
  ) {
    this.columns = new DocumentColumns(table, rows);
    this.#time = new WorkTime(searched.projectKey);
  }

  get isOutgrown(): boolean {
    return this.columns.documentCount > 2 * this.columns.liveCount + spareGaps;
  }

  /**
   * Brings the columns to the present state of the index, with columns of the given fields. Resolves to false where the
   * changes are no longer recorded.
   */
  async follow(fields: readonly ColumnField[]): Promise<boolean> {
    await runSteps(this.columns.prepare(fields), this.#time);
    const from = this.#position;
    const changes = from && (await this.searched.changesSince(from));
    if (changes === undefined) return false;
    // Another search may have applied the first of them meanwhile, or all.
    const applied = changes.findIndex(({ position }) => position === this.#position);
    if (applied < 0 && from !== this.#position) return true;
    for (const { id, after, position } of changes.slice(applied + 1)) {
      this.columns.put(id, after);
      this.#position = position;
    }
    return true;
  }

  /** Reads all documents, and fills columns of the given fields. */
  async load(fields: readonly ColumnField[]): Promise<void> {
    await runSteps(this.columns.prepare(fields), this.#time);
    this.#position = await this.searched.recordChanges();
    for await (const ids of this.searched.pages())
      await runSteps(this.#putAll(await this.searched.contents(ids)), this.#time);
    this.isLoaded = true;
  }

  *#putAll(hits: readonly (Hit | null)[]): Generator<number> {
    for (const hit of hits) {
      if (hit?.content === undefined) continue;
      this.columns.put(hit.id, hit.content);
      yield hit.content.length;
    }
  }
}

const nameOf = ({ projectKey, number }: FollowedIndex): string => `${projectKey} ${number}`;

/** The columns of indexes that searches read, in one thread. */
export class ColumnCache {
  readonly #followed = new LRUCache<string, FollowedColumns>({
    maxSize: documentsMax(),
    ttl: unusedMs,
    updateAgeOnGet: true,
  });

  #timer: NodeJS.Timeout | undefined;
  /** The results of searches by their revision of columns. */
  readonly #results = new LRUCache<string, ColumnResult>({
    maxSize: bucketsMax,
    sizeCalculation: ({ hits, results }) =>
      1 + hits.length + results.reduce((sum, result) => sum + ('buckets' in result ? result.buckets.length : 1), 0),
  });

  constructor(
    private readonly table: FieldTable,
    private readonly rows: RowList,
  ) {}

  /**
   * Answers a search; undefined where the index alone answers it, or columns do not: they cannot, there are too many
   * documents, or they are still read. A search with facets lets them be read.
   */
  async search(
    searched: FollowedIndex,
    search: ColumnSearch,
    languages: Languages,
    timeoutMs: number,
  ): Promise<ColumnResult | undefined> {
    const { rows } = this;
    const needs = columnNeedsOf(rows, search, languages);
    // A query that the index refuses is refused here, too.
    const isIndexed = isAnsweredByIndex(search.facets.length > 0 ? search : shownOf(search), languages, rows);
    if (needs === undefined || !(await this.#isLoaded(searched, search.facets.length > 0, needs.fields)))
      return undefined;
    if (search.facets.length === 0 && isIndexed) return undefined;
    const found = await findExpressions(searched, needs.expressions, languages, rows);
    const columns = await this.#current(searched, needs.fields);
    if (columns === undefined) return undefined;
    const time = new WorkTime(searched.projectKey, timeoutMs, { mayMove: true });
    await runSteps(measureFound(columns, found, rows), time);
    await runSteps(prepareSort(columns, search), time);
    // Meanwhile searches of other fields may have taken the places of columns.
    if (needs.fields.some(field => columns.columnOf(field) === undefined)) return undefined;
    if (found.size > 0) return time.runQuery(() => searchColumns({ columns, rows, found }, search));
    // The first pages of a shop are searched again and again between two changes.
    const name = hash('sha256', JSON.stringify([columns.revision, search]), 'base64');
    const known = this.#results.get(name) ?? time.runQuery(() => searchColumns({ columns, rows, found }, search));
    this.#results.set(name, known);
    return known;
  }

  async #isLoaded(searched: FollowedIndex, mayLoad: boolean, fields: readonly ColumnField[]): Promise<boolean> {
    const name = nameOf(searched);
    if (!this.#followed.has(name) && mayLoad) await this.#start(name, searched, fields);
    return this.#followed.get(name)?.isLoaded === true;
  }

  /** Returns the present columns of an index; undefined where its changes are no longer recorded. */
  async #current(searched: FollowedIndex, fields: readonly ColumnField[]): Promise<DocumentColumns | undefined> {
    const name = nameOf(searched);
    const followed = this.#followed.get(name);
    return followed !== undefined && (await this.#isCurrent(name, followed, fields)) ? followed.columns : undefined;
  }

  async #isCurrent(name: string, followed: FollowedColumns, fields: readonly ColumnField[]): Promise<boolean> {
    const isCurrent = await followed.follow(fields).catch((error: unknown) => {
      this.#drop(name, followed);
      throw error;
    });
    if (!isCurrent || followed.isOutgrown) this.#drop(name, followed);
    return isCurrent;
  }

  #drop(name: string, followed: FollowedColumns): void {
    if (this.#followed.peek(name) === followed) this.#followed.delete(name);
  }

  async #start(name: string, searched: FollowedIndex, fields: readonly ColumnField[]): Promise<void> {
    const count = await searched.count();
    if (count >= this.#followed.maxSize || this.#followed.has(name)) return;
    const followed = new FollowedColumns(searched, this.table, this.rows);
    this.#followed.set(name, followed, { size: count + 1 });
    this.#dropUnusedLater();
    followed.load(fields).catch(() => this.#drop(name, followed));
  }

  /** The library keeps an entry that is too old until it is asked for. */
  #dropUnusedLater(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#followed.purgeStale();
      if (this.#followed.size > 0) this.#dropUnusedLater();
    }, unusedMs).unref();
  }
}
