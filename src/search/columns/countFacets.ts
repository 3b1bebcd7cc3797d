/** Counts facets over columns. */
import { getOrCreate } from '../../base/lists.js';
import { spendWork } from '../../base/shedding/boundedWork.js';
import { BucketCounts } from './BucketCounts.js';
import type { CodeLists } from './CodeLists.js';
import { addCounts, type Count, type CountedFacet, type Counts, type Names } from './CountedFacet.js';
import type { DocumentColumns } from './DocumentColumns.js';
import { type SearchedColumns, spendPass } from './evaluateQuery.js';
import { type Selection, select } from './select.js';
import { countUnits, type Units, unitKindOf, unitsOf } from './Units.js';
import type { Level, ValueColumn } from './ValueColumn.js';

/** The codes of a column by the number of a part, which is of the level of the column or below it. */
const codesOf = ({ rowDocument, elementRow }: DocumentColumns, level: Level, column: ValueColumn): Int32Array => {
  const { codes } = column;
  if (column.level === level) return codes;
  const rowCodes = column.level === 'row' ? codes : rowDocument.map(document => codes[document]!);
  return level === 'row' ? rowCodes : elementRow.map(row => rowCodes[row]!);
};

/** What is counted: the codes of a column, in units or as lists of whole documents. */
interface CountedCodes {
  readonly column: ValueColumn;
  readonly areParts: boolean;
  /** The parts of units and the codes of parts, or the number of documents with each list of codes. */
  readonly from: { readonly units: Units; readonly codes: Int32Array } | { readonly lists: Uint32Array };
}

/** Counts the documents that have each list of codes. */
const countLists = ({ numbers, lists }: CodeLists, documents: Int32Array): Uint32Array => {
  spendPass(documents.length);
  const counts = new Uint32Array(lists.length);
  for (let at = 0; at < documents.length; at++) counts[numbers[documents[at]!]!]!++;
  return counts;
};

/** Counts how often each code occurs. */
const histogram = ({ column, from }: CountedCodes): Uint32Array => {
  const counts = new Uint32Array(column.codeCount);
  if ('lists' in from) {
    const { lists } = column.listed;
    for (let number = 0; number < lists.length; number++)
      for (const code of lists[number]!) counts[code]! += from.lists[number]!;
    return counts;
  }
  const { codes } = from;
  const { places, starts, ends, parts } = from.units;
  spendPass(codes.length);
  for (const place of places)
    for (let at = starts[place]!; at < ends[place]!; at++) counts[codes[parts === undefined ? at : parts[at]!]!]!++;
  return counts;
};

/** Counts each bucket once for a document. */
const addLists = <Name>(counts: BucketCounts<Name>, { lists }: CodeLists, documents: Uint32Array): void => {
  spendWork(lists.length);
  for (let number = 0; number < lists.length; number++) {
    const by = documents[number]!;
    if (by === 0) continue;
    let hasValues = false;
    for (const code of lists[number]!) {
      if (code === 0) continue;
      hasValues = true;
      counts.add(code, number + 1, by);
    }
    if (!hasValues) counts.add(0, number + 1, by);
  }
};

/** Counts each bucket once for a unit. */
const countBuckets = (counted: CountedCodes, hasFilter: boolean, { key, of }: Names): Counts => {
  const { column, areParts, from } = counted;
  return column.withBuckets(key, of, table => {
    const counts = new BucketCounts(table);
    if (areParts) {
      for (const [code, count] of histogram(counted).entries()) if (count > 0) counts.add(code, code + 1, count);
    } else if ('lists' in from) addLists(counts, column.listed, from.lists);
    else counts.addUnits(from.units, from.codes, column.codeCount, hasFilter);
    return new Map(counts.entries());
  });
};

/** Counts each value as often as it occurs. */
const countValues = (counted: CountedCodes): Counts => {
  const counts: Counts = new Map();
  for (const [code, count] of histogram(counted).entries())
    if (count > 0)
      for (const value of counted.column.valuesOf(code)) counts.set(value, (counts.get(value) ?? 0) + count);
  return counts;
};

/** Adds the counts of selected documents, whose columns are ready, to `sums`, which has a list for each facet. */
export const countFacets = (
  searched: SearchedColumns,
  facets: readonly CountedFacet[],
  selectionOf: (scope: CountedFacet['scope']) => Selection,
  sums: readonly (readonly Counts[])[],
): void => {
  const { columns, rows } = searched;
  /** Most facets have the same selection, and most counts no filter and the same parts. */
  const [selections, shared] = [new Map<string, Selection>(), new Map<string, Units>()];
  const count = (counted: Count, selection: Selection, selectionName: string): Counts => {
    const { column: field, filter, names } = counted;
    const kind = unitKindOf(counted, rows, selection);
    const name = JSON.stringify([selectionName, filter, kind]);
    const unitsIn = (): Units => getOrCreate(shared, name, () => unitsOf(searched, counted, selection, kind));
    if (field === undefined) return new Map([[undefined, countUnits(unitsIn(), kind.areParts)]]);
    // The path of an attribute of the older search stands for many fields, of which most have no values.
    if (columns.isAbsent(field) && (names?.of([]).length ?? 0) === 0) return new Map();
    const column = columns.columnOf(field)!;
    const { level, isWhole, areParts } = kind;
    const hasLists = isWhole && column.level === level && level !== 'document' && column.listed.isUseful;
    const from = hasLists
      ? { lists: countLists(column.listed, selection.documents) }
      : { units: unitsIn(), codes: codesOf(columns, level, column) };
    const codes: CountedCodes = { column, areParts, from };
    return names === undefined ? countValues(codes) : countBuckets(codes, filter !== undefined, names);
  };
  for (const [at, { scope, among, counts }] of facets.entries()) {
    const name = JSON.stringify([scope, among]);
    const selection = getOrCreate(selections, name, () =>
      among === undefined ? selectionOf(scope) : select(searched, among, selectionOf(scope)),
    );
    for (const [index, list] of counts.entries())
      for (const counted of list) addCounts(sums[at]![index]!, count(counted, selection, name));
  }
};

/** Creates the sums of `countFacets`. */
export const emptySums = (facets: readonly CountedFacet[]): readonly (readonly Counts[])[] =>
  facets.map(({ counts }) => counts.map(() => new Map()));
