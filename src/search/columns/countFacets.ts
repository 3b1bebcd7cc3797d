/** Counts facets over columns: the same counts as `countFacets` of run/facets.ts makes of contents. */
import { getOrCreate } from '../../base/lists.js';
import { spendWork } from '../../base/shedding/boundedWork.js';
import { enumKeyLanguage } from '../document/fieldValues.js';
import type { Facet } from '../query/ast.js';
import {
  distinctKeys,
  distinctResult,
  type FacetResult,
  rangesResult,
  rangesWith,
  statsResult,
} from '../run/facets.js';
import { BucketCounts } from './BucketCounts.js';
import type { CodeLists } from './CodeLists.js';
import type { ColumnField, DocumentColumns } from './DocumentColumns.js';
import { type SearchedColumns, spendPass } from './evaluateQuery.js';
import { countUnits, type Selection, type UnitKind, type Units, unitKindOf, unitsOf } from './Units.js';
import type { Level, ValueColumn } from './ValueColumn.js';

/** The column of the values of a facet; undefined for a facet that counts products or variants. */
export const facetFieldOf = (facet: Facet): ColumnField | undefined => {
  if (!('field' in facet)) return undefined;
  const { field } = facet;
  const language = ('language' in facet ? facet.language : undefined) ?? enumKeyLanguage;
  return { field, language: field.type === 'localizedText' ? language : undefined };
};

/** The codes of a column by the number of a part, which is of the level of the column or below it. */
const codesOf = ({ rowDocument, elementRow }: DocumentColumns, level: Level, column: ValueColumn): Int32Array => {
  const { codes } = column;
  if (column.level === level) return codes;
  const rowCodes = column.level === 'row' ? codes : rowDocument.map(document => codes[document]!);
  return level === 'row' ? rowCodes : elementRow.map(row => rowCodes[row]!);
};

/** What a facet counts: the codes of a column, in units or as lists of whole documents. */
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

/**
 * Counts each bucket once for a unit. The same `name` stands for the same buckets; `namesOf` returns those of a list of
 * values.
 */
const countBuckets = <Name>(
  counted: CountedCodes,
  hasFilter: boolean,
  name: string,
  namesOf: (values: readonly unknown[]) => readonly Name[],
): Map<Name, number> => {
  const { column, areParts, from } = counted;
  return column.withBuckets(name, namesOf, table => {
    const counts = new BucketCounts(table);
    if (areParts) {
      for (const [code, count] of histogram(counted).entries()) if (count > 0) counts.add(code, code + 1, count);
    } else if ('lists' in from) addLists(counts, column.listed, from.lists);
    else counts.addUnits(from.units, from.codes, column.codeCount, hasFilter);
    return new Map(counts.entries());
  });
};

/** Counts each value as often as it occurs. */
const countValues = (counted: CountedCodes): Map<unknown, number> => {
  const counts = new Map<unknown, number>();
  for (const [code, count] of histogram(counted).entries())
    if (count > 0)
      for (const value of counted.column.valuesOf(code)) counts.set(value, (counts.get(value) ?? 0) + count);
  return counts;
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
  const sharedUnits = (facet: Facet, kind: UnitKind): Units => {
    if (facet.filter !== undefined) return unitsOf(searched, facet, selection, kind);
    return getOrCreate(shared, JSON.stringify(kind), () => unitsOf(searched, facet, selection, kind));
  };
  return facets.map(facet => {
    const kind = unitKindOf(facet, rows, selection);
    const field = facetFieldOf(facet);
    const column = field && columns.columnOf(field);
    if (facet.kind === 'count' || column === undefined)
      return { name: facet.name, value: countUnits(sharedUnits(facet, kind), kind.areParts) };
    const { level, isWhole, areParts } = kind;
    const hasLists = isWhole && column.level === level && level !== 'document' && column.listed.isUseful;
    const counted: CountedCodes = {
      column,
      areParts,
      from: hasLists
        ? { lists: countLists(column.listed, selection.documents) }
        : { units: sharedUnits(facet, kind), codes: codesOf(columns, level, column) },
    };
    if (facet.kind === 'stats') return statsResult(facet, countValues(counted));
    const hasFilter = facet.filter !== undefined;
    if (facet.kind === 'distinct') {
      const name = JSON.stringify([facet.missing, facet.includes]);
      return distinctResult(facet, countBuckets(counted, hasFilter, name, distinctKeys(facet)));
    }
    const name = JSON.stringify(facet.ranges);
    const counts = countBuckets(counted, hasFilter, name, values => rangesWith(facet, values));
    return rangesResult(facet, at => counts.get(at) ?? 0);
  });
};
