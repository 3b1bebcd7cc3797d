import { LRUCache } from 'lru-cache';
import { type Content, unpackContent } from '../document/contentOf.js';
import { rawFieldValues, textsInLanguage, valuesAtPath } from '../document/fieldValues.js';
import { comparableNumber } from '../fields/comparableValues.js';
import type { FieldTable } from '../fields/FieldTable.js';
import type { ContentPath, SearchField } from '../fields/SearchField.js';
import type { RowList } from '../match/rows.js';
import type { SortKey } from '../match/sortKeysOf.js';
import type { NumberColumn } from '../redisearch/Generation.js';
import { columnValue } from '../terms/formatTerm.js';
import { type Level, ValueColumn, withRoom } from './ValueColumn.js';

/** A column is filled anew when so many of its codes may be unused. */
const spareCodes = 10_000;
/** Sort orders whose keys are kept. */
const keptOrders = 8;

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

const nameOf = ({ field: { contentPath }, language }: ColumnField): string => JSON.stringify([contentPath, language]);

export const levelOf = ({ lists }: SearchField, { list, within }: RowList): Level => {
  if (lists.includes(within)) return 'element';
  return lists.includes(list) ? 'row' : 'document';
};

/** The rows of a document, and the elements within each. */
interface Parts {
  readonly content: Content;
  readonly rows: readonly Content[];
  readonly elements: readonly (readonly Content[])[];
}

/** Tells whether a column of a field is filled from the start: others have a value of their own in most documents. */
const isCommon = ({ type, column, isAll, isDistinct, isHidden, isUnindexed, source }: SearchField): boolean =>
  type !== 'localizedText' &&
  ![isAll, isDistinct, isHidden, isUnindexed].includes(true) &&
  column === undefined &&
  source === undefined;

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
  rowDocument = new Int32Array(0);
  elementRow = new Int32Array(0);
  /** The values by which the index sorts documents. */
  readonly numbers = new Map<NumberColumn, Float64Array>();
  readonly #numberFields: readonly (SearchField & { readonly column: NumberColumn })[];
  readonly #ids: string[] = [];
  readonly #contents: (Buffer | undefined)[] = [];
  readonly #numberById = new Map<string, number>();
  readonly #columns = new Map<string, FieldColumn>();
  /** The open fields that documents had when they were added: their columns were created then. */
  readonly #seen = new Set<string>();
  readonly #keys = new LRUCache<string, KeptKeys>({ max: keptOrders });

  constructor(
    private readonly table: FieldTable,
    private readonly rows: RowList,
  ) {
    for (const field of table.fields) if (isCommon(field)) this.#create({ field, language: undefined }, true);
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

  /** The column of a field that was prepared. */
  columnOf(field: ColumnField): ValueColumn | undefined {
    const known = this.#columns.get(nameOf(field));
    return known?.isReady === true ? known.column : undefined;
  }

  /** Adds a document, replaces it, or removes it where it has no content any more. */
  put(id: string, packed: Buffer | undefined): void {
    this.revision = ++revisions;
    const known = this.#numberById.get(id);
    const parts = packed && this.#partsOf(unpackContent(packed));
    if (known !== undefined && (parts === undefined || !this.#fits(known, parts))) {
      this.isLive[known] = 0;
      this.#contents[known] = undefined;
      this.#numberById.delete(id);
    }
    if (parts === undefined) return;
    const number = this.#numberById.get(id) ?? this.#append(id, parts);
    this.#contents[number] = packed;
    for (const keys of this.#keys.values()) keys[number] = undefined;
    this.#discover(parts);
    for (const field of this.#numberFields) this.#fillNumber(field, number, parts.content);
    for (const [name, column] of this.#columns) {
      this.#fill(column, number, parts);
      const { level, codeCount } = column.column;
      if (codeCount > 2 * this.countAt(level) + spareCodes) this.#columns.delete(name);
    }
  }

  /** Fills the columns that are missing; yields the bytes of each document that it has read. */
  *prepare(fields: readonly ColumnField[]): Generator<number> {
    const missing = new Map(
      fields.flatMap(field =>
        this.columnOf(field) === undefined ? [[nameOf(field), this.#create(field, false)]] : [],
      ),
    );
    if (missing.size === 0) return;
    for (let number = 0; number < this.documentCount; number++) {
      const packed = this.#contents[number];
      if (packed === undefined) continue;
      const parts = this.#partsOf(unpackContent(packed));
      for (const column of missing.values()) this.#fill(column, number, parts);
      yield packed.length;
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
      keys[number] = read(unpackContent(packed));
      yield packed.length;
    }
  }

  #create({ field, language }: ColumnField, isReady: boolean): FieldColumn {
    const known = this.#columns.get(nameOf({ field, language }));
    if (known !== undefined) return known;
    const level = levelOf(field, this.rows);
    const { path, withinPath } = this.rows;
    const skipped = { document: 0, row: path.length, element: withinPath.length }[level];
    const created = {
      field,
      language,
      isReady,
      column: new ValueColumn(level),
      path: field.contentPath.slice(skipped),
    };
    this.#columns.set(nameOf(created), created);
    return created;
  }

  #partsOf(content: Content): Parts {
    const { path, withinPath } = this.rows;
    const rows = valuesAtPath(content, path) as Content[];
    return { content, rows, elements: rows.map(row => valuesAtPath(row, withinPath.slice(path.length)) as Content[]) };
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
    this.#numberById.set(id, number);
    this.#ids[number] = id;
    this.isLive = withRoom(this.isLive, number);
    this.rowFrom = withRoom(this.rowFrom, number);
    this.rowTo = withRoom(this.rowTo, number);
    this.isLive[number] = 1;
    this.rowFrom[number] = this.rowCount;
    for (const at of rows.keys()) this.#appendRow(number, elements[at]!.length);
    this.rowTo[number] = this.rowCount;
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

  /** Creates columns for the open fields of a document that no document had before. */
  #discover({ content, rows }: Parts): void {
    for (const family of this.table.openFields) {
      if (family.isUnindexed === true) continue;
      const path = this.table.holderPath(family);
      const isOfRows = this.rows.path.every(({ at }, index) => path[index]?.at === at);
      const holders = isOfRows
        ? rows.flatMap(row => valuesAtPath(row, path.slice(this.rows.path.length)))
        : valuesAtPath(content, path);
      for (const holder of holders)
        for (const [name, value] of Object.entries(holder as object)) this.#discoverField(family, name, value);
    }
  }

  #discoverField(family: FieldTable['openFields'][number], name: string, value: unknown): void {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    const languages = typeof first === 'object' && first !== null ? Object.keys(first) : [undefined];
    for (const language of languages) {
      const seen = `${family.prefix} ${name} ${language}`;
      if (this.#seen.has(seen)) continue;
      this.#seen.add(seen);
      const at = name.indexOf(' ');
      const field = this.table.openField(family, name.slice(at + 1), name.slice(0, at));
      if (field !== undefined) this.#create({ field, language }, true);
    }
  }

  #fill({ column, field, language, path }: FieldColumn, number: number, { content, rows, elements }: Parts): void {
    const valuesIn = (part: Content): unknown[] => textsInLanguage(valuesAtPath(part, path), field, language);
    if (column.level === 'document') return column.set(number, valuesIn(content));
    const from = this.rowFrom[number]!;
    for (const [at, row] of rows.entries())
      if (column.level === 'row') column.set(from + at, valuesIn(row));
      else
        for (const [index, element] of elements[at]!.entries())
          column.set(this.elementFrom[from + at]! + index, valuesIn(element));
  }

  #fillNumber(field: SearchField & { readonly column: NumberColumn }, number: number, content: Content): void {
    const array = withRoom(this.numbers.get(field.column)!, number);
    this.numbers.set(field.column, array);
    const [value] = rawFieldValues(content, field);
    array[number] = columnValue(comparableNumber(field.type, value) ?? 0, this.idOf(number));
  }
}
