/** Answers a search with facets by columns: its hits, their number and the counts are of one state of the index. */
import type { Content } from '../document/contentOf.js';
import type { SearchField } from '../fields/SearchField.js';
import type { RowList } from '../match/rows.js';
import { type SortKey, sortKeyComparator, sortKeysOf } from '../match/sortKeysOf.js';
import { type Expression, expressionsIn, type Query, type SearchRequest } from '../query/ast.js';
import { type IndexOrder, newestFirst, TopK } from '../run/findCandidates.js';
import { indexOrderOf } from '../run/runSearch.js';
import { type CountedFacet, expressionsOfFacet } from './CountedFacet.js';
import { countFacets, emptySums } from './countFacets.js';
import { type ColumnField, columnName, type DocumentColumns, levelOf } from './DocumentColumns.js';
import { columnFieldOf, evaluateRelevance, type SearchedColumns, spendPass } from './evaluateQuery.js';
import { select } from './select.js';

export interface ColumnSearch extends SearchRequest {
  readonly facets: readonly CountedFacet[];
  /** A condition on hits that facets disregard. */
  readonly postFilter?: Query;
  /** The condition of facets that disregard the query, which meets it too. */
  readonly all?: Query;
}

export interface ColumnResult {
  readonly total: number;
  readonly hits: readonly { readonly id: string }[];
  readonly results: readonly object[];
}

/** Fields that collect others have no columns, nor those of one element that a client names, which are any number. */
const hasColumn = ({ collects, parts, requires, typedVariants }: SearchField): boolean =>
  [collects, parts, requires, typedVariants].every(each => each === undefined);

const isText = ({ type }: SearchField): boolean => type === 'text' || type === 'localizedText';

/** Tells whether an expression is compared with each distinct value of a column; others are left to the index. */
const isCompared = ({ kind, field }: Expression): boolean =>
  (kind === 'exact' || kind === 'exists' || kind === 'range') &&
  field.isDistinct !== true &&
  hasColumn(field) &&
  !(isText(field) && field.openName === undefined);

/** Searches of the index for one search by columns. */
const foundMax = 8;

/** What a search needs: columns of fields, and expressions whose documents the index finds. */
export interface ColumnNeeds {
  readonly fields: readonly ColumnField[];
  readonly expressions: readonly Expression[];
}

/** Returns what a search needs; undefined for a search that columns cannot answer. */
export const columnNeedsOf = (
  rows: RowList,
  { query, postFilter, all, facets }: ColumnSearch,
): ColumnNeeds | undefined => {
  const queries = [query, postFilter, all].flatMap(each => (each ? expressionsIn(each) : []));
  const given = [...queries, ...facets.flatMap(expressionsOfFacet)];
  const [compared, expressions] = [given.filter(isCompared), given.filter(each => !isCompared(each))];
  const counted = facets.flatMap(({ counts }) => counts.flat().flatMap(({ column }) => column ?? []));
  const fields = new Map([...compared.map(columnFieldOf), ...counted].map(field => [columnName(field), field]));
  const isPossible =
    counted.every(({ field }) => hasColumn(field)) &&
    expressions.length <= foundMax &&
    expressions.every(({ field }) => levelOf(field, rows) !== 'element' && field.computedBy === undefined);
  return isPossible ? { fields: [...fields.values()], expressions } : undefined;
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
const keysOfOrder = (sort: SearchRequest['sort']) => {
  const read = sortKeysOf(sort);
  const computedBy = sort.find(({ field }) => field.computedBy !== undefined)?.field.computedBy;
  return {
    order: JSON.stringify(sort),
    read: (content: Content) => read(computedBy?.of(content) ?? content, 0),
  };
};

/** Returns the hits and their relevance as those of both conditions. */
export const shownOf = (search: ColumnSearch): SearchRequest =>
  search.postFilter === undefined
    ? search
    : { ...search, query: { kind: 'and', parts: [search.query, search.postFilter] } };

/** Reads the sort keys of all documents before a search compares them; yields the bytes of each document. */
export const prepareSort = (columns: DocumentColumns, search: ColumnSearch): Generator<number> | [] => {
  if (search.sort.length === 0 || indexOrderOf(shownOf(search)) !== undefined) return [];
  const { order, read } = keysOfOrder(search.sort);
  return columns.prepareKeys(order, read);
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
    const keys = (kept[document] ??= read(columns.unpack(columns.contentOf(document))));
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
  const { query, postFilter, all, facets, offset, limit } = search;
  const counted = select(searched, query);
  const shown = shownOf(search);
  const hits = postFilter === undefined ? counted : select(searched, shown.query);
  const order = indexOrderOf(shown);
  const first = new TopK(offset + limit, order === undefined ? byKeys(searched, shown) : byNumber(columns, order));
  if (limit > 0) addSpread(first, hits.documents);
  const page = first.items().slice(offset);
  const sums = emptySums(facets);
  countFacets(searched, facets, scope => (scope === 'all' ? select(searched, all ?? query) : counted), sums);
  return {
    total: hits.documents.length,
    hits: page.map(document => ({ id: columns.idOf(document) })),
    results: facets.map(({ result }, at) => result(sums[at]!)),
  };
};
