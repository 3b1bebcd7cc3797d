/** Answers a search with facets by columns: its hits, their number and the counts are of one state of the index. */
import { unpackContent } from '../document/contentOf.js';
import type { SearchField } from '../fields/SearchField.js';
import { isWithin } from '../match/relevanceOf.js';
import { concernsRows, type RowList } from '../match/rows.js';
import { type SortKey, sortKeyComparator, sortKeysOf } from '../match/sortKeysOf.js';
import type { Expression, Facet, Query, SearchRequest } from '../query/ast.js';
import type { Languages } from '../plan/planExpression.js';
import type { FacetResult } from '../run/facets.js';
import { type IndexOrder, newestFirst, TopK } from '../run/findCandidates.js';
import { indexOrderOf } from '../run/runSearch.js';
import { countFacetsByColumns, facetFieldOf } from './countFacets.js';
import { type ColumnField, columnName, type DocumentColumns, levelOf } from './DocumentColumns.js';
import {
  columnFieldOf,
  evaluateQuery,
  evaluateRelevance,
  intersect,
  type Mask,
  type SearchedColumns,
  spendPass,
} from './evaluateQuery.js';
import type { Selection } from './Units.js';
import type { Level } from './ValueColumn.js';

export interface ColumnSearch extends SearchRequest {
  readonly facets: readonly Facet[];
  /** A condition on hits that facets disregard. */
  readonly postFilter?: Query;
}

export interface ColumnResult {
  readonly total: number;
  readonly hits: readonly { readonly id: string }[];
  readonly results: readonly FacetResult[];
}

const expressionsIn = (query: Query): readonly Expression[] =>
  'parts' in query ? query.parts.flatMap(expressionsIn) : [query];

const queriesIn = ({ query, postFilter, facets }: ColumnSearch): readonly Query[] =>
  [query, postFilter, ...facets.map(({ filter }) => filter)].filter(each => each !== undefined);

/**
 * Fields whose values are computed or collected have no columns, nor those of one element that a client names: there
 * are as many of them as clients like.
 */
const hasColumn = ({ source, collects, parts, requires, typedVariants }: SearchField): boolean =>
  [source, collects, parts, requires, typedVariants].every(each => each === undefined);

const isText = ({ type }: SearchField): boolean => type === 'text' || type === 'localizedText';

/** Tells whether an expression is compared with each distinct value of a column; others are left to the index. */
const isCompared = ({ kind, field }: Expression): boolean =>
  (kind === 'exact' || kind === 'exists' || kind === 'range') &&
  field.isDistinct !== true &&
  !(isText(field) && field.openName === undefined);

/** Searches of the index, and fields, for one search by columns. */
const foundMax = 8;
const fieldsMax = 32;

/** What a search needs: columns of fields, and expressions whose documents the index finds. */
export interface ColumnNeeds {
  readonly fields: readonly ColumnField[];
  readonly expressions: readonly Expression[];
}

/** Returns what a search needs; undefined for a search that columns cannot answer. */
export const columnNeedsOf = (rows: RowList, search: ColumnSearch, languages: Languages): ColumnNeeds | undefined => {
  const all = queriesIn(search).flatMap(expressionsIn);
  const [compared, expressions] = [all.filter(isCompared), all.filter(each => !isCompared(each))];
  const fields = [...compared.map(columnFieldOf), ...search.facets.flatMap(facet => facetFieldOf(facet) ?? [])];
  const isPossible =
    [...fields, ...expressions].every(({ field }) => hasColumn(field)) &&
    // Contents have texts in the languages of the project.
    fields.every(({ language = '' }) => language === '' || languages.includes(language)) &&
    new Set(fields.map(columnName)).size <= fieldsMax &&
    expressions.length <= foundMax &&
    expressions.every(({ field }) => levelOf(field, rows) !== 'element');
  return isPossible ? { fields, expressions } : undefined;
};

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

/** Selects the documents that match, in the order of their numbers, and their matching rows. */
const select = (searched: SearchedColumns, query: Query): Selection => {
  const { columns } = searched;
  const { ofDocuments, ofRows } = divideConditions(query, searched.rows);
  const evaluate = (parts: readonly Query[], level: Level): Mask =>
    intersect(
      parts.map(part => evaluateQuery(searched, part, level, true)),
      columns.countAt(level),
    );
  const mask = evaluate(ofDocuments, 'document');
  const rows = ofRows.length > 0 ? evaluate(ofRows, 'row') : undefined;
  const { documentCount, isLive, rowFrom, rowTo } = columns;
  spendPass(documentCount);
  const documents = new Int32Array(columns.liveCount);
  let count = 0;
  for (let document = 0; document < documentCount; document++) {
    if ((isLive[document]! & mask[document]!) === 0) continue;
    let isMatch = rows === undefined;
    if (rows !== undefined)
      for (let row = rowFrom[document]!; row < rowTo[document]! && !isMatch; row++) isMatch = rows[row] === 1;
    if (isMatch) documents[count++] = document;
  }
  return { documents: documents.subarray(0, count), ...(rows !== undefined && { rows }) };
};

const compareIds = (columns: DocumentColumns, one: number, other: number): number =>
  columns.idOf(one) < columns.idOf(other) ? -1 : 1;

type Comparison = (one: number, other: number) => number;

/** Compares documents in an order of the index. */
const byNumber = (columns: DocumentColumns, { sortBy, descending }: IndexOrder): Comparison => {
  const numbers = columns.numbers.get(sortBy)!;
  const direction = descending ? -1 : 1;
  return (one, other) => direction * (numbers[one]! - numbers[other]! || compareIds(columns, one, other));
};

/** The name of a sort order whose keys are kept, and the function that reads them. */
const keysOfOrder = (sort: SearchRequest['sort']) => ({ order: JSON.stringify(sort), read: sortKeysOf(sort) });

/** Returns the hits and their relevance as those of both conditions. */
export const shownOf = (search: ColumnSearch): SearchRequest =>
  search.postFilter === undefined
    ? search
    : { ...search, query: { kind: 'and', parts: [search.query, search.postFilter] } };

/** Reads the sort keys of all documents before a search compares them; yields the bytes of each document. */
export const prepareSort = (columns: DocumentColumns, search: ColumnSearch): Generator<number> | [] => {
  if (search.sort.length === 0 || indexOrderOf(shownOf(search)) !== undefined) return [];
  const { order, read } = keysOfOrder(search.sort);
  return columns.prepareKeys(order, content => read(content, 0));
};

/** Compares documents by their sort keys, and equal ones newest first. */
const byKeys = (searched: SearchedColumns, { sort, query }: SearchRequest): Comparison => {
  const { columns } = searched;
  const { order, read } = keysOfOrder(sort);
  const kept = columns.keysOf(order);
  const readsRelevance = sort.length === 0 || sort.some(({ isRelevance }) => isRelevance === true);
  const relevance = readsRelevance ? evaluateRelevance(searched, query) : undefined;
  const isNewer = byNumber(columns, newestFirst);
  if (sort.length === 0) return (one, other) => relevance![other]! - relevance![one]! || isNewer(one, other);
  const compareKeys = sortKeyComparator(sort);
  const keysOf = (document: number): readonly SortKey[] => {
    const keys = (kept[document] ??= read(unpackContent(columns.contentOf(document)), 0));
    return relevance === undefined
      ? keys
      : keys.map((key, at) => (sort[at]?.isRelevance === true ? relevance[document] : key));
  };
  return (one, other) => compareKeys(keysOf(one), keysOf(other)) || isNewer(one, other);
};

const stride = 64;

/** Adds documents in an order unlike that of their numbers: documents that get ever better would be sorted many times. */
const addSpread = (first: TopK<number>, documents: Int32Array): void => {
  spendPass(2 * documents.length);
  for (let start = 0; start < stride; start++)
    for (let at = start; at < documents.length; at += stride) first.add(documents[at]!);
};

/** Runs a search on columns that have all of its fields. */
export const searchColumns = (searched: SearchedColumns, search: ColumnSearch): ColumnResult => {
  const { columns } = searched;
  const { query, postFilter, facets, offset, limit } = search;
  const counted = select(searched, query);
  const shown = shownOf(search);
  const hits = postFilter === undefined ? counted : select(searched, shown.query);
  const order = indexOrderOf(shown);
  const first = new TopK(offset + limit, order === undefined ? byKeys(searched, shown) : byNumber(columns, order));
  if (limit > 0) addSpread(first, hits.documents);
  const page = first.items().slice(offset);
  return {
    total: hits.documents.length,
    hits: page.map(document => ({ id: columns.idOf(document) })),
    results: countFacetsByColumns(searched, facets, counted),
  };
};
