/** The units that a facet counts, products or variants, and the parts of each whose values it reads. */
import { concernsRows, isInRows, type RowList } from '../match/rows.js';
import type { Count } from './CountedFacet.js';
import type { DocumentColumns } from './DocumentColumns.js';
import { evaluateQuery, type SearchedColumns, spendPass } from './evaluateQuery.js';
import type { Selection } from './select.js';
import type { Level } from './ValueColumn.js';

/** What a facet counts of a selection. */
export interface UnitKind {
  /** The list of the parts. */
  readonly level: Level;
  readonly isOfRows: boolean;
  /** True if each part is a unit of its own. */
  readonly areParts: boolean;
  /** True if all parts of the selected documents count. */
  readonly isWhole: boolean;
}

export const unitKindOf = ({ level: unit, column, filter }: Count, rows: RowList, selection: Selection): UnitKind => {
  const isOfRows = unit === 'variants';
  const field = column?.field;
  const splitsRows = isOfRows || (field && isInRows(field, rows)) || (filter && concernsRows(filter, rows));
  const level: Level = field?.lists.includes(rows.within) ? 'element' : splitsRows ? 'row' : 'document';
  const areParts = filter === undefined && (level === 'document' || (level === 'row' && isOfRows));
  const isWhole = filter === undefined && selection.rows === undefined && (areParts || !isOfRows);
  return { level, isOfRows, areParts, isWhole };
};

/**
 * The counted parts of units: the documents, rows or elements whose values count once for a product or variant. The
 * parts of a unit are those from `starts` to before `ends`, as numbers or as places in `parts`.
 */
export interface Units {
  /** The places of the units in `starts` and `ends`. */
  readonly places: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly parts?: Int32Array;
}

/** Returns the parts of documents all of whose parts count; documents that are parts need no units of their own. */
const wholeDocuments = (columns: DocumentColumns, places: Int32Array, level: Level): Units => {
  if (level === 'row') return { places, starts: columns.rowFrom, ends: columns.rowTo };
  if (level === 'element') return { places, starts: columns.elementsFrom, ends: columns.elementsTo };
  return { places: Int32Array.of(0), starts: Int32Array.of(0), ends: Int32Array.of(places.length), parts: places };
};

/** The number of all parts of documents. */
const countParts = (columns: DocumentColumns, documents: Int32Array, level: Level): number => {
  if (level === 'document') return documents.length;
  const { starts, ends } = wholeDocuments(columns, documents, level);
  let count = 0;
  for (const document of documents) count += ends[document]! - starts[document]!;
  return count;
};

/** Lists the parts of all units that pass the filter of a facet. */
export const unitsOf = (searched: SearchedColumns, { filter }: Count, selection: Selection, kind: UnitKind): Units => {
  const { columns } = searched;
  const { documents, rows } = selection;
  const { level, isOfRows } = kind;
  if (kind.isWhole) return wholeDocuments(columns, documents, level);
  const passes = filter && evaluateQuery(searched, filter, level, false);
  const { rowFrom, rowTo, elementFrom, elementTo } = columns;
  const parts = new Int32Array(countParts(columns, documents, level));
  const ends = new Int32Array(isOfRows ? countParts(columns, documents, 'row') : documents.length);
  spendPass(2 * parts.length + 2 * ends.length);
  const [areRows, areDocuments] = [level === 'row', level === 'document'];
  let [count, unitCount] = [0, 0];
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at]!;
    const rowEnd = areDocuments ? 0 : rowTo[document]!;
    if (areDocuments && (passes === undefined || passes[document] === 1)) parts[count++] = document;
    for (let row = areDocuments ? 0 : rowFrom[document]!; row < rowEnd; row++) {
      if (rows !== undefined && rows[row] === 0) continue;
      const to = areRows ? row + 1 : elementTo[row]!;
      for (let part = areRows ? row : elementFrom[row]!; part < to; part++)
        if (passes === undefined || passes[part] === 1) parts[count++] = part;
      if (isOfRows) ends[unitCount++] = count;
    }
    if (!isOfRows) ends[unitCount++] = count;
  }
  const [starts, places] = [new Int32Array(unitCount), new Int32Array(unitCount)];
  for (let unit = 0; unit < unitCount; unit++) {
    places[unit] = unit;
    starts[unit] = unit === 0 ? 0 : ends[unit - 1]!;
  }
  return { places, starts, ends, parts };
};

/** Counts the units that have a part, or their parts. */
export const countUnits = ({ places, starts, ends }: Units, areParts: boolean): number => {
  let count = 0;
  for (const place of places) {
    const parts = ends[place]! - starts[place]!;
    count += areParts ? parts : Math.min(1, parts);
  }
  return count;
};
