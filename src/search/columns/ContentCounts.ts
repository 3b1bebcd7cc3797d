import { spendWork } from '../../base/shedding/boundedWork.js';
import type { Content } from '../document/contentOf.js';
import type { FieldTable } from '../fields/FieldTable.js';
import { type ContentMatch, type Matcher, matcherOf } from '../match/relevanceOf.js';
import type { RowList } from '../match/rows.js';
import type { Query } from '../query/ast.js';
import { fieldsOfQuery } from '../run/findCandidates.js';
import type { CountedFacets } from '../run/runSearch.js';
import { columnFieldsOf, type CountedFacet } from './CountedFacet.js';
import { countFacets, emptySums } from './countFacets.js';
import { type ColumnField, DocumentColumns } from './DocumentColumns.js';
import type { Selection } from './select.js';

/** Documents that are counted together, which bounds the memory of a search. */
const documentsMax = 500;

type Match = readonly [document: number, match: ContentMatch];

/** Returns the matching documents, and their matching rows where the query concerns rows. */
const selectionOf = ({ rowFrom, rowCount }: DocumentColumns, matches: readonly Match[]): Selection => {
  const documents = Int32Array.from(matches, ([document]) => document);
  if (matches.every(([, { rows }]) => rows === undefined)) return { documents };
  const mask = new Uint8Array(rowCount);
  for (const [document, { rows = [] }] of matches) for (const at of rows) mask[rowFrom[document]! + at] = 1;
  return { documents, rows: mask };
};

/** Counts facets over contents, where no columns of the index are at hand: by columns of some contents at a time. */
export class ContentCounts implements CountedFacets {
  readonly fields: CountedFacets['fields'];
  readonly #sums: ReturnType<typeof emptySums>;
  readonly #columnFields: readonly ColumnField[];
  #columns: DocumentColumns;
  readonly #matches: Readonly<Record<CountedFacet['scope'], Match[]>> = { query: [], all: [] };
  readonly #matchAll: Matcher;

  /** `all` is the condition of facets that disregard the query. */
  constructor(
    private readonly table: FieldTable,
    private readonly rows: RowList,
    private readonly facets: readonly CountedFacet[],
    readonly all?: Query,
  ) {
    // The number of rows is read from the content.
    const rowField = table.fields.filter(({ lists }) => lists.includes(rows.list)).slice(0, 1);
    this.#columnFields = facets.flatMap(columnFieldsOf);
    const read = this.#columnFields.map(({ field }) => field);
    this.fields = [...rowField, ...read, ...(all === undefined ? [] : fieldsOfQuery(all))];
    this.#sums = emptySums(facets);
    this.#matchAll = all === undefined ? () => undefined : matcherOf(all, rows);
    this.#columns = this.#newColumns();
  }

  add(content: Content, query: ContentMatch | undefined): void {
    const { documentCount } = this.#columns;
    const all = this.#matchAll(content);
    if (query !== undefined) this.#matches.query.push([documentCount, query]);
    if (all !== undefined) this.#matches.all.push([documentCount, all]);
    if ((query ?? all) === undefined) return;
    this.#columns.add(content);
    if (documentCount + 1 === documentsMax) this.end();
  }

  end(): void {
    const columns = this.#columns;
    spendWork(columns.rowCount * this.#columnFields.length);
    for (const _ of columns.prepare(this.#columnFields)) continue;
    const searched = { columns, rows: this.rows, found: new Map() };
    countFacets(searched, this.facets, scope => selectionOf(columns, this.#matches[scope]), this.#sums);
    for (const matches of Object.values(this.#matches)) matches.length = 0;
    this.#columns = this.#newColumns();
  }

  results(): object[] {
    return this.facets.map(({ result }, at) => result(this.#sums[at]!));
  }

  #newColumns(): DocumentColumns {
    return new DocumentColumns(this.table, this.rows, true);
  }
}
