/** Counts facets over columns: the same counts as `countFacets` of run/facets.ts makes of contents. */
import { enumKeyLanguage } from '../document/fieldValues.js';
import type { Facet } from '../query/ast.js';
import {
  distinctKeys,
  distinctResult,
  type FacetResult,
  partsOfFacet,
  rangesResult,
  rangesWith,
  statsResult,
} from '../run/facets.js';
import type { ColumnField, DocumentColumns } from './DocumentColumns.js';
import { evaluateQuery, type Mask, type SearchedColumns, spendPass } from './evaluateQuery.js';
import { type Level, type ValueColumn, withRoom } from './ValueColumn.js';

/** The documents that match a query, and the rows that do; without a mask of rows, all rows of the documents do. */
export interface Selection {
  readonly documents: Int32Array;
  readonly rows?: Mask;
}

/** The column of the values of a facet; undefined for a facet that counts products or variants. */
export const facetFieldOf = (facet: Facet): ColumnField | undefined => {
  if (!('field' in facet)) return undefined;
  const { field } = facet;
  const language = ('language' in facet ? facet.language : undefined) ?? enumKeyLanguage;
  return { field, language: field.type === 'localizedText' ? language : undefined };
};

/**
 * The counted parts of units: the documents, rows or elements whose values count once for a product or variant. The
 * parts of a unit are those from `starts` to before `ends`, as numbers or as places in `parts`.
 */
interface Units {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly parts?: Int32Array;
  readonly level: Level;
  /** True if each part is a unit of its own, whatever `starts` and `ends` divide. */
  readonly areParts: boolean;
}

/** Returns the parts of documents all of whose parts count, each document as one unit. */
const wholeDocuments = (
  columns: DocumentColumns,
  documents: Int32Array,
  level: Level,
): Pick<Units, 'starts' | 'ends'> => {
  spendPass(documents.length);
  const { rowFrom, rowTo, elementFrom, elementTo } = columns;
  const starts = documents.slice();
  const ends = new Int32Array(documents.length);
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at]!;
    const [from, to] = [rowFrom[document]!, rowTo[document]!];
    if (level === 'document') ends[at] = document + 1;
    else if (level === 'row') [starts[at], ends[at]] = [from, to];
    else if (from < to) [starts[at], ends[at]] = [elementFrom[from]!, elementTo[to - 1]!];
    else starts[at] = 0;
  }
  return { starts, ends };
};

/** Lists the parts of all units that pass the filter of a facet. */
const unitsOf = (searched: SearchedColumns, facet: Facet, { documents, rows }: Selection): Units => {
  const { columns, rows: list } = searched;
  const { splitsRows, splitsWithin } = partsOfFacet(facet, list);
  const level: Level = splitsWithin ? 'element' : splitsRows ? 'row' : 'document';
  const passes = facet.filter && evaluateQuery(searched, facet.filter, level, false);
  const isOfRows = facet.level === 'variants';
  const areParts = passes === undefined && (level === 'document' || (level === 'row' && isOfRows));
  if (passes === undefined && rows === undefined && (areParts || !isOfRows))
    return { ...wholeDocuments(columns, documents, level), level, areParts };
  const { rowFrom, rowTo, elementFrom, elementTo } = columns;
  spendPass(2 * columns.countAt(level));
  const parts = new Int32Array(columns.countAt(level));
  const starts = new Int32Array(isOfRows ? columns.rowCount : documents.length);
  const ends = new Int32Array(starts.length);
  let [count, unitCount] = [0, 0];
  const endUnit = (): void => {
    starts[unitCount] = ends[unitCount - 1] ?? 0;
    ends[unitCount++] = count;
  };
  for (const document of documents) {
    if (level === 'document') {
      if (passes === undefined || passes[document] === 1) parts[count++] = document;
    } else
      for (let row = rowFrom[document]!; row < rowTo[document]!; row++) {
        if (rows !== undefined && rows[row] === 0) continue;
        const from = level === 'row' ? row : elementFrom[row]!;
        const to = level === 'row' ? row + 1 : elementTo[row]!;
        for (let at = from; at < to; at++) if (passes === undefined || passes[at] === 1) parts[count++] = at;
        if (isOfRows) endUnit();
      }
    if (!isOfRows) endUnit();
  }
  return { starts: starts.subarray(0, unitCount), ends: ends.subarray(0, unitCount), parts, level, areParts };
};

/** The codes of a column by the number of a part, which is of the level of the column or below it. */
const codesOf = ({ rowDocument, elementRow }: DocumentColumns, level: Level, column: ValueColumn): Int32Array => {
  const { codes } = column;
  if (column.level === level) return codes;
  const rowCodes = column.level === 'row' ? codes : rowDocument.map(document => codes[document]!);
  return level === 'row' ? rowCodes : elementRow.map(row => rowCodes[row]!);
};

const unknownCode = -3;
const manyBuckets = -2;
const noBucket = -1;

/** The buckets of a facet, and which of them each code is in. */
class Buckets<Name> {
  readonly names: Name[] = [];
  counts = new Int32Array(0);
  /** The last unit that was counted in a bucket. */
  #lastUnit = new Int32Array(0);
  readonly #numbers = new Map<Name, number>();
  /** The only bucket of a code, or one of the marks above. */
  readonly #single: Int32Array;
  readonly #many = new Map<number, readonly number[]>();

  constructor(
    private readonly column: ValueColumn,
    private readonly namesOf: (values: readonly unknown[]) => readonly Name[],
  ) {
    this.#single = new Int32Array(column.codeCount).fill(unknownCode);
  }

  /**
   * Counts each unit once in each bucket of its codes. A unit without values has the buckets of an empty list, unless
   * `isEmptyLeftOut` and it has no parts.
   */
  addUnits({ starts, ends, parts }: Units, codes: Int32Array, isEmptyLeftOut: boolean): void {
    const single = this.#single;
    spendPass(2 * codes.length);
    // They are replaced when a code is in a new bucket.
    let [counts, lastUnit] = [this.counts, this.#lastUnit];
    for (let unit = 0; unit < ends.length; unit++) {
      const [from, to] = [starts[unit]!, ends[unit]!];
      let hasValues = false;
      for (let at = from; at < to; at++) {
        const code = codes[parts === undefined ? at : parts[at]!]!;
        if (code === 0) continue;
        hasValues = true;
        const bucket = single[code]!;
        if (bucket < 0) {
          this.add(code, unit + 1, 1);
          [counts, lastUnit] = [this.counts, this.#lastUnit];
        } else if (lastUnit[bucket] !== unit + 1) {
          lastUnit[bucket] = unit + 1;
          counts[bucket]!++;
        }
      }
      if (!hasValues && (to > from || !isEmptyLeftOut)) this.add(0, unit + 1, 1);
    }
  }

  /** Counts something in the buckets of a code that have not counted this unit; numbers of units are above 0. */
  add(code: number, unit: number, by: number): void {
    let bucket = this.#single[code]!;
    if (bucket === unknownCode) bucket = this.#find(code);
    if (bucket >= 0) this.#addTo(bucket, unit, by);
    else if (bucket === manyBuckets) for (const each of this.#many.get(code)!) this.#addTo(each, unit, by);
  }

  #addTo(bucket: number, unit: number, by: number): void {
    if (this.#lastUnit[bucket] === unit) return;
    this.#lastUnit[bucket] = unit;
    this.counts[bucket]! += by;
  }

  #find(code: number): number {
    const buckets = this.namesOf(this.column.valuesOf(code)).map(name => this.#numberOf(name));
    if (buckets.length > 1) this.#many.set(code, buckets);
    return (this.#single[code] = buckets.length > 1 ? manyBuckets : (buckets[0] ?? noBucket));
  }

  #numberOf(name: Name): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.names.push(name) - 1;
    this.#numbers.set(name, number);
    this.counts = withRoom(this.counts, number);
    this.#lastUnit = withRoom(this.#lastUnit, number);
    return number;
  }
}

/** Counts how often each code occurs. */
const histogram = ({ starts, ends, parts }: Units, codes: Int32Array, codeCount: number): Uint32Array => {
  spendPass(codes.length);
  const counts = new Uint32Array(codeCount);
  for (let unit = 0; unit < ends.length; unit++)
    for (let at = starts[unit]!; at < ends[unit]!; at++) counts[codes[parts === undefined ? at : parts[at]!]!]!++;
  return counts;
};

/** Counts each bucket once for a unit; `namesOf` returns the buckets of a list of values. */
const countBuckets = <Name>(
  units: Units,
  codes: Int32Array,
  column: ValueColumn,
  hasFilter: boolean,
  namesOf: (values: readonly unknown[]) => readonly Name[],
): Map<Name, number> => {
  const buckets = new Buckets(column, namesOf);
  if (!units.areParts) buckets.addUnits(units, codes, hasFilter);
  else
    for (const [code, count] of histogram(units, codes, column.codeCount).entries())
      if (count > 0) buckets.add(code, code + 1, count);
  return new Map(buckets.names.flatMap((name, at) => (buckets.counts[at]! > 0 ? [[name, buckets.counts[at]!]] : [])));
};

/** Counts each value as often as it occurs. */
const countValues = (units: Units, codes: Int32Array, column: ValueColumn): Map<unknown, number> => {
  const counts = new Map<unknown, number>();
  for (const [code, count] of histogram(units, codes, column.codeCount).entries())
    if (count > 0) for (const value of column.valuesOf(code)) counts.set(value, (counts.get(value) ?? 0) + count);
  return counts;
};

/** Counts the units that have a part. */
const countUnits = ({ starts, ends, areParts }: Units): number => {
  let count = 0;
  for (let unit = 0; unit < ends.length; unit++) {
    const parts = ends[unit]! - starts[unit]!;
    count += areParts ? parts : Math.min(1, parts);
  }
  return count;
};

/** Counts the facets of a search, whose columns are ready. */
export const countFacetsByColumns = (
  searched: SearchedColumns,
  facets: readonly Facet[],
  selection: Selection,
): FacetResult[] => {
  const { columns, rows } = searched;
  /** Most facets have no filter and the same parts. */
  const shared = new Map<string, Units>();
  const sharedUnits = (facet: Facet): Units => {
    if (facet.filter !== undefined) return unitsOf(searched, facet, selection);
    const name = JSON.stringify([facet.level, partsOfFacet(facet, rows)]);
    const units = shared.get(name) ?? unitsOf(searched, facet, selection);
    shared.set(name, units);
    return units;
  };
  return facets.map(facet => {
    const units = sharedUnits(facet);
    const field = facetFieldOf(facet);
    const column = field && columns.columnOf(field);
    if (facet.kind === 'count' || column === undefined) return { name: facet.name, value: countUnits(units) };
    const codes = codesOf(columns, units.level, column);
    if (facet.kind === 'stats') return statsResult(facet, countValues(units, codes, column));
    const hasFilter = facet.filter !== undefined;
    if (facet.kind === 'distinct')
      return distinctResult(facet, countBuckets(units, codes, column, hasFilter, distinctKeys(facet)));
    const counts = countBuckets(units, codes, column, hasFilter, values => rangesWith(facet, values));
    return rangesResult(facet, at => counts.get(at) ?? 0);
  });
};
