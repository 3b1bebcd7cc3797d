import { LRUCache } from 'lru-cache';
import { getOrCreate } from '../../base/lists.js';
import { type Content, stagedPosition } from '../document/contentOf.js';
import { rawFieldValues, textsInLanguage, valuesAtPath } from '../document/fieldValues.js';
import { type ContentMembers, unpackPart } from '../document/unpackPart.js';
import { comparableNumber } from '../fields/comparableValues.js';
import type { FieldTable } from '../fields/FieldTable.js';
import type { ContentPath, SearchField } from '../fields/SearchField.js';
import type { RowList } from '../match/rows.js';
import type { SortKey } from '../match/sortKeysOf.js';
import type { NumberColumn } from '../redisearch/Generation.js';
import { columnValue } from '../terms/formatTerm.js';
import { type Level, ValueColumn } from './ValueColumn.js';
import { withRoom } from './withRoom.js';

/** A column is filled anew when so many of its codes may be unused. */
const spareCodes = 10_000;
/** Columns of fields that searches have named last; each takes four bytes for each document, row or element. */
const keptColumns = 64;
/** Sort orders whose keys are kept. */
const keptOrders = 4;

/** The sort keys of documents by their numbers; absent where they were not read yet. */
export type KeptKeys = (readonly SortKey[] | undefined)[];

/** The field of a column, and the language of a localized field; without one it has the texts of all languages. */
export interface ColumnField {
  readonly field: SearchField;
  readonly language: string | undefined;
}

interface FieldColumn extends ColumnField {
  readonly column: ValueColumn;
  /** False until all documents that were added before have their values. */
  isReady: boolean;
  /** The path of the values in a document, a row or an element. */
  readonly path: ContentPath;
}

export const columnName = ({ field: { contentPath, computedBy }, language }: ColumnField): string =>
  JSON.stringify([contentPath, language, computedBy?.name]);

export const levelOf = ({ lists }: SearchField, { list, within }: RowList): Level => {
  if (lists.includes(within)) return 'element';
  return lists.includes(list) ? 'row' : 'document';
};

/** The names that values of documents have in the open fields of one family. */
interface OpenNames {
  readonly prefix: string;
  /** The path of the holder of the values in a row, or in a document. */
  readonly path: ContentPath;
  readonly isOfRows: boolean;
  readonly names: Set<string>;
}

/** The rows of a document, and the elements within each. */
interface Parts {
  readonly content: Content;
  readonly rows: readonly Content[];
  readonly elements: readonly (readonly Content[])[];
  /** The same of values that searches compute, by the name of their computation. */
  readonly computed: Map<string, Parts>;
}

let revisions = 0;

/**
 * The documents of a search index as columns. Documents have numbers, and so have the rows of all documents, such as
 * variants, and the elements within rows, such as prices. The rows of a document have successive numbers.
 */
export class DocumentColumns {
  /** Another one after each change of a document; no two columns have the same. */
  revision = ++revisions;
  documentCount = 0;
  rowCount = 0;
  elementCount = 0;
  isLive = new Uint8Array(0);
  rowFrom = new Int32Array(0);
  rowTo = new Int32Array(0);
  elementFrom = new Int32Array(0);
  elementTo = new Int32Array(0);
  /** The elements of all rows of a document. */
  elementsFrom = new Int32Array(0);
  elementsTo = new Int32Array(0);
  rowDocument = new Int32Array(0);
  elementRow = new Int32Array(0);
  /** The values by which the index sorts documents. */
  readonly numbers = new Map<NumberColumn, Float64Array>();
  /** The positions of the members that the view reads. */
  readonly viewPositions: readonly number[];
  readonly #numberFields: readonly (SearchField & { readonly column: NumberColumn })[];
  readonly #ids: string[] = [];
  readonly #contents: (Buffer | undefined)[] = [];
  /** The documents that are not stored, instead of their contents. */
  readonly #added: Parts[] = [];
  readonly #numberById = new Map<string, number>();
  readonly #columns: LRUCache<string, FieldColumn> | Map<string, FieldColumn>;
  /** The names of the values that documents have in open fields. */
  readonly #openNames: readonly OpenNames[];
  readonly #keys = new LRUCache<string, KeptKeys>({ max: keptOrders });

  constructor(
    table: FieldTable,
    private readonly rows: RowList,
    /** True for columns of one search; others drop the columns of fields that were not searched lately. */
    keepsAll = false,
    /** Converts stored contents, such as to their staged data. */
    private readonly view?: (content: Content) => Content,
  ) {
    this.viewPositions = view === undefined ? [] : [stagedPosition(table)];
    if (keepsAll) this.#columns = new Map();
    else this.#columns = new LRUCache({ max: keptColumns });
    this.#openNames = table.openFields.map(family => {
      const path = table.holderPath(family);
      const isOfRows = family.prefix.startsWith(`${rows.list}.`);
      return {
        prefix: family.prefix,
        path: isOfRows ? path.slice(rows.path.length) : path,
        isOfRows,
        names: new Set(),
      };
    });
    this.#numberFields = table.fields.flatMap(field =>
      field.column === undefined ? [] : [{ ...field, column: field.column }],
    );
    for (const column of table.columns) this.numbers.set(column, new Float64Array(0));
  }

  /** The documents that are in the index. */
  get liveCount(): number {
    return this.#numberById.size;
  }

  idOf(number: number): string {
    return this.#ids[number] ?? '';
  }

  /** The number of documents, rows or elements, with those that are no longer in the index. */
  countAt(level: Level): number {
    return { document: this.documentCount, row: this.rowCount, element: this.elementCount }[level];
  }

  /** The packed content of a document. */
  contentOf(number: number): Buffer {
    return this.#contents[number] ?? Buffer.alloc(0);
  }

  numberOf(id: string): number | undefined {
    return this.#numberById.get(id);
  }

  /** The column of a field that was prepared; an empty one for an open field of which no document has a value. */
  columnOf(field: ColumnField): ValueColumn | undefined {
    if (this.isAbsent(field)) {
      const level = levelOf(field.field, this.rows);
      return new ValueColumn(level, this.countAt(level));
    }
    const known = this.#columns.get(columnName(field));
    return known?.isReady === true ? known.column : undefined;
  }

  has(field: ColumnField): boolean {
    return this.isAbsent(field) || this.columnOf(field) !== undefined;
  }

  /** Adds a document, replaces it, or removes it where it has no content any more. */
  put(id: string, packed: Buffer | undefined): void {
    this.revision = ++revisions;
    const known = this.#numberById.get(id);
    const parts = packed && this.#partsOf(this.unpack(packed));
    if (known !== undefined && (parts === undefined || !this.#fits(known, parts))) {
      this.isLive[known] = 0;
      this.#contents[known] = undefined;
      this.#numberById.delete(id);
    }
    if (parts === undefined) return;
    const number = this.#numberById.get(id) ?? this.#append(id, parts);
    this.#contents[number] = packed;
    for (const keys of this.#keys.values()) keys[number] = undefined;
    for (const field of this.#numberFields) this.#fillNumber(field, number, parts.content);
    this.#noteOpenNames(parts);
    for (const [name, column] of this.#columns.entries()) {
      this.#fill(column, number, parts);
      const { level, codeCount } = column.column;
      if (codeCount > 2 * this.countAt(level) + spareCodes) this.#columns.delete(name);
    }
  }

  /** Adds a document by its content, to which the view was applied; columns are prepared after the last one. */
  add(content: Content): void {
    const parts = this.#partsOf(content);
    this.#added[this.#append('', parts)] = parts;
    this.#noteOpenNames(parts);
  }

  /** Unpacks a content or members of it, and applies the view. */
  unpack(packed: Buffer, members?: ContentMembers): Content {
    const content = unpackPart(packed, members);
    return this.view?.(content) ?? content;
  }

  /**
   * Fills the columns that are missing; yields the bytes of each document that it has read. Columns that are there
   * before the first document are filled as documents come.
   */
  *prepare(fields: readonly ColumnField[]): Generator<number> {
    const isMissing = (field: ColumnField): boolean => this.documentCount === 0 || !this.has(field);
    const missing = new Map(fields.filter(isMissing).map(field => [columnName(field), this.#create(field)]));
    if (missing.size === 0) return;
    for (let number = 0; number < this.documentCount; number++) {
      const packed = this.#contents[number];
      const parts = packed === undefined ? this.#added[number] : this.#partsOf(this.unpack(packed));
      if (parts === undefined) continue;
      for (const column of missing.values()) this.#fill(column, number, parts);
      yield packed?.length ?? 0;
    }
    for (const column of missing.values()) column.isReady = true;
  }

  /** The keys of documents in a sort order, as far as they were read. */
  keysOf(order: string): KeptKeys {
    let keys = this.#keys.get(order);
    if (keys === undefined) this.#keys.set(order, (keys = []));
    return keys;
  }

  /** Reads the keys that are missing; yields the bytes of each document that it has read. */
  *prepareKeys(order: string, read: (content: Content) => readonly SortKey[]): Generator<number> {
    const keys = this.keysOf(order);
    for (let number = 0; number < this.documentCount; number++) {
      const packed = this.#contents[number];
      if (packed === undefined || keys[number] !== undefined) continue;
      keys[number] = read(this.unpack(packed));
      yield packed.length;
    }
  }

  #create({ field, language }: ColumnField): FieldColumn {
    const known = this.#columns.get(columnName({ field, language }));
    if (known !== undefined) return known;
    const level = levelOf(field, this.rows);
    const { path, withinPath } = this.rows;
    const skipped = { document: 0, row: path.length, element: withinPath.length }[level];
    const created = {
      field,
      language,
      isReady: false,
      column: new ValueColumn(level),
      path: field.contentPath.slice(skipped),
    };
    // Lists save time where a column is read again and again.
    created.column.listed.isUseful = this.#added.length === 0;
    this.#columns.set(columnName(created), created);
    return created;
  }

  #partsOf(content: Content): Parts {
    const { path, withinPath } = this.rows;
    const rows = valuesAtPath(content, path) as Content[];
    const elements = rows.map(row => valuesAtPath(row, withinPath.slice(path.length)) as Content[]);
    return { content, rows, elements, computed: new Map() };
  }

  /** Tells whether the parts can have the numbers of those that the document has. */
  #fits(number: number, { rows, elements }: Parts): boolean {
    const from = this.rowFrom[number]!;
    return (
      this.rowTo[number]! - from === rows.length &&
      elements.every((each, at) => this.elementTo[from + at]! - this.elementFrom[from + at]! === each.length)
    );
  }

  #append(id: string, { rows, elements }: Parts): number {
    const number = this.documentCount++;
    if (id !== '') this.#numberById.set(id, number);
    this.#ids[number] = id;
    this.isLive = withRoom(this.isLive, number);
    this.rowFrom = withRoom(this.rowFrom, number);
    this.rowTo = withRoom(this.rowTo, number);
    this.elementsFrom = withRoom(this.elementsFrom, number);
    this.elementsTo = withRoom(this.elementsTo, number);
    this.isLive[number] = 1;
    this.rowFrom[number] = this.rowCount;
    this.elementsFrom[number] = this.elementCount;
    for (const at of rows.keys()) this.#appendRow(number, elements[at]!.length);
    this.rowTo[number] = this.rowCount;
    this.elementsTo[number] = this.elementCount;
    return number;
  }

  #appendRow(document: number, count: number): void {
    const row = this.rowCount++;
    this.elementFrom = withRoom(this.elementFrom, row);
    this.elementTo = withRoom(this.elementTo, row);
    this.rowDocument = withRoom(this.rowDocument, row);
    this.rowDocument[row] = document;
    this.elementFrom[row] = this.elementCount;
    this.elementCount += count;
    this.elementTo[row] = this.elementCount;
    if (count > 0) this.elementRow = withRoom(this.elementRow, this.elementCount - 1);
    this.elementRow.fill(row, this.elementCount - count, this.elementCount);
  }

  #noteOpenNames({ content, rows }: Parts): void {
    for (const { path, isOfRows, names } of this.#openNames)
      for (const part of isOfRows ? rows : [content])
        for (const holder of valuesAtPath(part, path)) for (const name in holder as object) names.add(name);
  }

  /** Tells whether a field is an open one of which no document has a value. */
  isAbsent({ field: { name, openName, contentPath } }: ColumnField): boolean {
    if (openName === undefined) return false;
    const family = this.#openNames.find(({ prefix }) => name.startsWith(prefix));
    return family?.names.has(String(contentPath.at(-1)?.at)) === false;
  }

  #fill({ column, field, language, path }: FieldColumn, number: number, stored: Parts): void {
    const { computedBy } = field;
    const { content, rows, elements } =
      computedBy === undefined
        ? stored
        : getOrCreate(stored.computed, computedBy.name, () => this.#partsOf(computedBy.of(stored.content)));
    const valuesIn = (part: Content): unknown[] => textsInLanguage(valuesAtPath(part, path), field, language);
    if (column.level === 'document') return column.set(number, valuesIn(content));
    const from = this.rowFrom[number]!;
    for (const [at, row] of rows.entries())
      if (column.level === 'row') column.set(from + at, valuesIn(row));
      else
        for (const [index, element] of elements[at]!.entries())
          column.set(this.elementFrom[from + at]! + index, valuesIn(element));
    const { codes, level, listed } = column;
    const [starts, ends] = level === 'row' ? [this.rowFrom, this.rowTo] : [this.elementsFrom, this.elementsTo];
    listed.set(number, codes.subarray(starts[number], ends[number]));
  }

  #fillNumber(field: SearchField & { readonly column: NumberColumn }, number: number, content: Content): void {
    const array = withRoom(this.numbers.get(field.column)!, number);
    this.numbers.set(field.column, array);
    const [value] = rawFieldValues(content, field);
    array[number] = columnValue(comparableNumber(field.type, value) ?? 0, this.idOf(number));
  }
}
