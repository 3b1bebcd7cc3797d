import { hash } from 'node:crypto';
import { totalmem } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { fail } from '../../base/errors/ApiError.js';
import { nextTurn, WorkTime } from '../../base/shedding/WorkTime.js';
import { type Content, stagedContentOf } from '../document/contentOf.js';
import type { FieldTable } from '../fields/FieldTable.js';
import type { RowList } from '../match/rows.js';
import { conditionText } from '../plan/Condition.js';
import type { Languages } from '../plan/planExpression.js';
import { planQuery } from '../plan/planQuery.js';
import { type FollowedIndex, ignoreUnawaited, newestFirst } from '../run/findCandidates.js';
import { type ContentView, isAnsweredByIndex } from '../run/runSearch.js';
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
/** Bounds the columns that one search reads. */
const fieldsMax = 32;
/** The contents of so many documents are read in a few milliseconds. */
const fewMax = 1_000;

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
  /** False while documents are read; searches of few documents do not wait for that. */
  isLoaded = false;
  #loading = Promise.resolve();
  #position: IndexPosition | undefined;
  readonly #time: WorkTime;

  constructor(
    private readonly searched: FollowedIndex,
    table: FieldTable,
    rows: RowList,
    isStaged: boolean,
  ) {
    const staged = (content: Content): Content => stagedContentOf(table, content) ?? content;
    this.columns = new DocumentColumns(table, rows, false, isStaged ? staged : undefined);
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

  startLoading(fields: readonly ColumnField[]): Promise<void> {
    return (this.#loading = this.#load(fields));
  }

  /** Waits for the documents; throws where they are not read in time. */
  async waitUntilLoaded(timeoutMs: number): Promise<void> {
    const waiting = new AbortController();
    const timeout = setTimeout(timeoutMs, undefined, { signal: waiting.signal, ref: false }).then(
      () => fail('QueryTimedOut', { timeoutMs }),
      () => undefined,
    );
    const refusal = await Promise.race([this.#loading.catch(() => undefined), timeout]);
    waiting.abort();
    if (refusal !== undefined) throw refusal;
  }

  /** Reads all documents, and fills columns of the first of the given fields. */
  async #load(fields: readonly ColumnField[]): Promise<void> {
    const stored = fields.filter(({ field }) => field.computedBy === undefined).slice(0, fieldsMax);
    await runSteps(this.columns.prepare(stored), this.#time);
    this.#position = await this.searched.recordChanges();
    // Redis reads the next contents meanwhile.
    let read: Promise<readonly (Hit | null)[]> = Promise.resolve([]);
    for await (const ids of this.searched.pages()) {
      const before = read;
      read = ignoreUnawaited(this.searched.contents(ids));
      await runSteps(this.#putAll(await before), this.#time);
    }
    await runSteps(this.#putAll(await read), this.#time);
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

const nameOf = ({ projectKey, number }: FollowedIndex, isStaged: boolean): string =>
  `${projectKey} ${number}${isStaged ? ' staged' : ''}`;

/** Returns the times between which computed values stay; undefined where the columns of such times are not ready. */
const validityOf = (columns: DocumentColumns, fields: readonly ColumnField[], at: string): string | undefined => {
  // In their stored form, all times are before the second text.
  let [from, to] = ['', '~'];
  for (const field of fields) {
    const column = columns.columnOf(field);
    if (column === undefined) return undefined;
    for (let code = 0; code < column.codeCount; code++)
      for (const time of column.valuesOf(code) as readonly string[])
        if (time > at) to = time < to ? time : to;
        else from = time > from ? time : from;
  }
  return `${from} ${to}`;
};

/** The number of hits and buckets of a result. */
const sizeOf = ({ hits, results }: ColumnResult): number =>
  results
    .flatMap(result => Object.values(result) as unknown[])
    .reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 1 + hits.length);

/** The columns of indexes that searches read, in one thread. */
export class ColumnCache {
  readonly #followed = new LRUCache<string, FollowedColumns>({
    maxSize: documentsMax(),
    ttl: unusedMs,
    updateAgeOnGet: true,
  });

  #timer: NodeJS.Timeout | undefined;
  /** The results of searches by their revision of columns. */
  readonly #results = new LRUCache<string, ColumnResult>({ maxSize: bucketsMax, sizeCalculation: sizeOf });

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
    { isStaged = false, computation }: Partial<ContentView> = {},
  ): Promise<ColumnResult | undefined> {
    const { rows } = this;
    const hasFacets = search.facets.length > 0;
    // A query that the index refuses is refused here, too.
    const isIndexed = isAnsweredByIndex(hasFacets ? search : shownOf(search), languages, rows, isStaged);
    const name = nameOf(searched, isStaged);
    const needs = columnNeedsOf(rows, search);
    if (needs === undefined || (!hasFacets && isIndexed)) return undefined;
    const { at = '', changesAt = [] } = computation ?? {};
    const changes = changesAt.map((field): ColumnField => ({ field, language: undefined }));
    const fields = [...changes, ...needs.fields];
    if (!this.#followed.has(name) && hasFacets) await this.#start(searched, fields, isStaged);
    const followed = this.#followed.get(name);
    if (followed === undefined) return undefined;
    if (!followed.isLoaded) {
      if (!hasFacets || !(await this.#hasMany(searched, search, languages, isStaged))) return undefined;
      await followed.waitUntilLoaded(timeoutMs);
    }
    const before = changes.length === 0 ? undefined : await this.#current(name, changes, languages);
    const validity = before && validityOf(before, changes, at);
    if (computation !== undefined) computation.name = JSON.stringify([computation.name, validity]);
    const keyOf = ({ revision }: DocumentColumns): string =>
      hash('sha256', JSON.stringify([revision, search]), 'base64');
    const seen = needs.expressions.length === 0 ? undefined : await this.#current(name, fields, languages);
    const [revision, repeated] = [seen?.revision, seen && this.#results.get(keyOf(seen))];
    if (repeated !== undefined) return repeated;
    const found = await findExpressions(searched, needs.expressions, languages, rows, isStaged);
    const columns = await this.#current(name, fields, languages);
    if (columns === undefined) return undefined;
    const time = new WorkTime(searched.projectKey, timeoutMs, { mayMove: true });
    await runSteps(measureFound(columns, found, rows), time);
    await runSteps(prepareSort(columns, search), time);
    // Documents that the index found before a change may not be those of the columns after it.
    const isOfRevision = (): boolean => found.size === 0 || columns.revision === revision;
    // The first pages of a shop are searched again and again between two changes.
    const known = isOfRevision() ? this.#results.get(keyOf(columns)) : undefined;
    if (known !== undefined) return known;
    // Redis may have answered many searches at once; other requests run between two of them.
    await nextTurn(searched.projectKey);
    // Meanwhile searches of other fields may have taken the places of columns, and computed values may have changed.
    if (!fields.every(field => columns.has(field))) return undefined;
    if (before !== undefined && validityOf(columns, changes, at) !== validity) return undefined;
    const result = time.runQuery(() => searchColumns({ columns, rows, found }, search));
    if (isOfRevision()) this.#results.set(keyOf(columns), result);
    return result;
  }

  /** Returns the present columns of an index; undefined for too many, and where changes are no longer recorded. */
  async #current(
    name: string,
    fields: readonly ColumnField[],
    languages: Languages,
  ): Promise<DocumentColumns | undefined> {
    const followed = this.#followed.get(name);
    const present = fields.filter(field => followed?.columns.isAbsent(field) === false);
    // Contents have texts in the languages of the project.
    const isKnown = ({ language = '' }: ColumnField): boolean => language === '' || languages.includes(language);
    if (followed === undefined || present.length > fieldsMax || !present.every(isKnown)) return undefined;
    const isCurrent = await followed.follow(fields).catch((error: unknown) => {
      this.#drop(name, followed);
      throw error;
    });
    if (!isCurrent || followed.isOutgrown) this.#drop(name, followed);
    return isCurrent ? followed.columns : undefined;
  }

  #drop(name: string, followed: FollowedColumns): void {
    if (this.#followed.peek(name) === followed) this.#followed.delete(name);
  }

  /** Tells whether a search reads so many contents that it is answered sooner when all are read. */
  async #hasMany(
    { find }: FollowedIndex,
    { query, all }: ColumnSearch,
    languages: Languages,
    isStaged: boolean,
  ): Promise<boolean> {
    if (all !== undefined) return true;
    const text = conditionText(planQuery(query, languages, this.rows, isStaged));
    if (text === undefined) return false;
    const { total } = await find(text, { ...newestFirst, offset: 0, limit: 0, content: false });
    return total > fewMax;
  }

  async #start(searched: FollowedIndex, fields: readonly ColumnField[], isStaged: boolean): Promise<void> {
    const name = nameOf(searched, isStaged);
    const count = await searched.count();
    if (count >= this.#followed.maxSize || this.#followed.has(name)) return;
    const followed = new FollowedColumns(searched, this.table, this.rows, isStaged);
    this.#followed.set(name, followed, { size: count + 1 });
    this.#dropUnusedLater();
    followed.startLoading(fields).catch(() => this.#drop(name, followed));
  }

  /** The library keeps an entry that is too old until it is asked for. */
  #dropUnusedLater(): void {
    if (this.#timer !== undefined) return;
    this.#timer = globalThis
      .setTimeout(() => {
        this.#timer = undefined;
        this.#followed.purgeStale();
        if (this.#followed.size > 0) this.#dropUnusedLater();
      }, unusedMs)
      .unref();
  }
}
