/** The units that a facet counts, products or variants, and the parts of each whose values it reads. */
import type { RowList } from '../match/rows.js';
import type { Facet } from '../query/ast.js';
import { partsOfFacet } from '../run/facets.js';
import type { DocumentColumns } from './DocumentColumns.js';
import { evaluateQuery, type Mask, type SearchedColumns, spendPass } from './evaluateQuery.js';
import type { Level } from './ValueColumn.js';

/** The documents that match a query, and the rows that do; without a mask of rows, all rows of the documents do. */
export interface Selection {
  readonly documents: Int32Array;
  readonly rows?: Mask;
}

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

export const unitKindOf = (facet: Facet, rows: RowList, selection: Selection): UnitKind => {
  const { splitsRows, splitsWithin } = partsOfFacet(facet, rows);
  const level: Level = splitsWithin ? 'element' : splitsRows ? 'row' : 'document';
  const isOfRows = facet.level === 'variants';
  const areParts = facet.filter === undefined && (level === 'document' || (level === 'row' && isOfRows));
  const isWhole = facet.filter === undefined && selection.rows === undefined && (areParts || !isOfRows);
  return { level, isOfRows, areParts, isWhole };
};

/**
 * The counted parts of units: the documents, rows or elements whose values count once for a product or variant. The
 * parts of a unit are those from `starts` to before `ends`, as numbers or as places in `parts`.
 */
export interface Units {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly parts?: Int32Array;
}

/** Returns the parts of documents all of whose parts count, each document as one unit. */
const wholeDocuments = (columns: DocumentColumns, documents: Int32Array, level: Level): Units => {
  spendPass(documents.length);
  const starts = new Int32Array(documents.length);
  const ends = new Int32Array(documents.length);
  const { rowFrom, rowTo, elementFrom, elementTo } = columns;
  const [areRows, areDocuments] = [level === 'row', level === 'document'];
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at]!;
    const from = areDocuments ? document : rowFrom[document]!;
    const to = areDocuments ? document + 1 : rowTo[document]!;
    if (from === to) continue;
    starts[at] = areRows || areDocuments ? from : elementFrom[from]!;
    ends[at] = areRows || areDocuments ? to : elementTo[to - 1]!;
  }
  return { starts, ends };
};

/** The number of all parts of documents. */
const countParts = (columns: DocumentColumns, documents: Int32Array, level: Level): number => {
  let count = 0;
  for (const document of documents) count += columns.partsTo(document, level) - columns.partsFrom(document, level);
  return count;
};

/** Lists the parts of all units that pass the filter of a facet. */
export const unitsOf = (searched: SearchedColumns, facet: Facet, selection: Selection, kind: UnitKind): Units => {
  const { columns } = searched;
  const { documents, rows } = selection;
  const { level, isOfRows } = kind;
  if (kind.isWhole) return wholeDocuments(columns, documents, level);
  const passes = facet.filter && evaluateQuery(searched, facet.filter, level, false);
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
  const starts = new Int32Array(unitCount);
  if (unitCount > 1) starts.set(ends.subarray(0, unitCount - 1), 1);
  return { starts, ends: ends.subarray(0, unitCount), parts };
};

/** Counts the units that have a part, or their parts. */
export const countUnits = ({ starts, ends }: Units, areParts: boolean): number => {
  let count = 0;
  for (let unit = 0; unit < ends.length; unit++) {
    const parts = ends[unit]! - starts[unit]!;
    count += areParts ? parts : Math.min(1, parts);
  }
  return count;
};
