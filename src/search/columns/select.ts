/** Selects the documents and rows that meet a query. */
import { isWithin } from '../match/relevanceOf.js';
import { concernsRows, type RowList } from '../match/rows.js';
import type { Query } from '../query/ast.js';
import { evaluateQuery, intersect, type Mask, type SearchedColumns, spendPass } from './evaluateQuery.js';
import type { Level } from './ValueColumn.js';

/** The documents that match a query, and the rows that do; without a mask of rows, all rows of the documents do. */
export interface Selection {
  readonly documents: Int32Array;
  readonly rows?: Mask;
}

interface Conditions {
  readonly ofDocuments: readonly Query[];
  /** Groups of conditions that stand beside one another. */
  readonly ofRows: readonly Query[];
}

/** Divides a query into conditions that all have to be met: those of documents need not be spread to rows. */
const divideConditions = (query: Query, rows: RowList): Conditions => {
  if (!concernsRows(query, rows)) return { ofDocuments: [query], ofRows: [] };
  if (!('parts' in query) || query.kind === 'or' || query.kind === 'not') return { ofDocuments: [], ofRows: [query] };
  const isDivided = (part: Query): boolean => ('parts' in part ? !isWithin(part, rows) : !concernsRows(part, rows));
  const divided = query.parts.filter(isDivided).map(part => divideConditions(part, rows));
  const parts = query.parts.filter(part => !isDivided(part));
  return {
    ofDocuments: divided.flatMap(({ ofDocuments }) => ofDocuments),
    ofRows: [...divided.flatMap(({ ofRows }) => ofRows), ...(parts.length > 0 ? [{ ...query, parts }] : [])],
  };
};

/**
 * Selects the documents that match, in the order of their numbers, and their matching rows; `among`: those of another
 * selection.
 */
export const select = (searched: SearchedColumns, query: Query, among?: Selection): Selection => {
  const { columns } = searched;
  const { ofDocuments, ofRows } = divideConditions(query, searched.rows);
  const evaluate = (parts: readonly Query[], level: Level): Mask =>
    intersect(
      parts.map(part => evaluateQuery(searched, part, level, true)),
      columns.countAt(level),
    );
  const mask = evaluate(ofDocuments, 'document');
  const own = ofRows.length > 0 ? evaluate(ofRows, 'row') : undefined;
  const rows = own && among?.rows ? intersect([own, among.rows], columns.rowCount) : (own ?? among?.rows);
  const { isLive, rowFrom, rowTo } = columns;
  const candidates = among?.documents;
  const documents = new Int32Array(candidates?.length ?? columns.documentCount);
  spendPass(documents.length);
  let count = 0;
  for (let at = 0; at < documents.length; at++) {
    const document = candidates?.[at] ?? at;
    if ((isLive[document]! & mask[document]!) === 0) continue;
    let isMatch = rows === undefined;
    if (rows !== undefined)
      for (let row = rowFrom[document]!; row < rowTo[document]! && !isMatch; row++) isMatch = rows[row] === 1;
    if (isMatch) documents[count++] = document;
  }
  return { documents: documents.subarray(0, count), ...(rows !== undefined && { rows }) };
};
