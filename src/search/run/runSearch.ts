import { QueryDeadline } from '../../engine/query/QueryDeadline.js';
import { required } from '../../errors/required.js';
import { boundedWork } from '../../shedding/boundedWork.js';
import type { FindOptions, Hit, IndexHits } from '../../store/SearchIndexes.js';
import { unpackContent } from '../document/content.js';
import { unpackPart } from '../document/unpackPart.js';
import { constantRelevance, relevanceOf } from '../match/relevanceOf.js';
import { type SortKey, sortKeyComparator, sortKeysOf } from '../match/sortKeysOf.js';
import { type Condition, conditionText } from '../plan/Condition.js';
import type { Languages } from '../plan/planExpression.js';
import { planQuery } from '../plan/planQuery.js';
import type { SearchRequest } from '../query/ast.js';
import { findCandidates } from './findCandidates.js';
import { requiredFields } from './requiredFields.js';
import type { SearchedIndex } from './SearchedIndex.js';
import { type IndexOrder, newestFirst, sortHits } from './sortHits.js';
import { TopK } from './TopK.js';

interface SearchHit {
  readonly id: string;
  readonly version: number;
  readonly relevance: number;
}

export interface OrderSearchResult {
  readonly total: number;
  readonly hits: readonly SearchHit[];
}

/** The sequence of the hits when the index itself can sort them; otherwise undefined. */
const indexOrderOf = ({ query, sort }: SearchRequest): IndexOrder | undefined => {
  const [criterion, second] = sort;
  if (criterion === undefined) return constantRelevance(query) === undefined ? undefined : newestFirst;
  const { field, order, filter } = criterion;
  if (second !== undefined || field.column === undefined || filter !== undefined) return undefined;
  return { sortBy: field.column, descending: order === 'desc' };
};

/** Maximum number of hits that share a sort key: columns distinguish nearly all orders (terms/columnValue.ts). */
const equalKeysMax = 32;

/**
 * Reads a page. The index returns hits of one sort key in any order, so some neighbours are read and sorted too, and
 * the pages of a result fit together.
 */
const readPage = async (find: SearchedIndex['find'], text: string, options: FindOptions): Promise<IndexHits> => {
  const { offset, limit, descending } = options;
  const from = Math.max(0, offset - equalKeysMax);
  const { total, hits } = await find(text, {
    ...options,
    offset: from,
    limit: limit === 0 ? 0 : offset - from + limit + equalKeysMax,
  });
  return { total, hits: sortHits(hits, descending).slice(offset - from, offset - from + limit) };
};

const contentIn = ({ content }: Hit): Buffer => required(content, 'the content of a hit');

/** Answers a search by the index alone. */
const searchByIndex = async (
  { find }: SearchedIndex,
  text: string,
  request: SearchRequest,
  order: IndexOrder,
  deadline: QueryDeadline,
): Promise<OrderSearchResult> => {
  const { query, offset, limit } = request;
  const constant = constantRelevance(query);
  const { total, hits } = await readPage(find, text, { ...order, offset, limit, content: constant === undefined });
  if (constant !== undefined)
    return { total, hits: hits.map(({ id, version }) => ({ id, version, relevance: constant })) };
  const relevanceIn = relevanceOf(query);
  const found: SearchHit[] = [];
  for (const hit of hits) {
    const yielding = deadline.check();
    if (yielding !== undefined) await yielding;
    const relevance = boundedWork('query', () => relevanceIn(unpackContent(contentIn(hit)))) ?? 0;
    found.push({ id: hit.id, version: hit.version, relevance });
  }
  return { total, hits: found };
};

interface Match extends SearchHit {
  readonly keys: readonly SortKey[];
}

const matchComparator = (sort: SearchRequest['sort']): ((one: Match, other: Match) => number) => {
  const compareKeys = sortKeyComparator(sort);
  return sort.length === 0
    ? (one, other) => other.relevance - one.relevance
    : (one, other) => compareKeys(one.keys, other.keys);
};

/**
 * Answers a search by the contents of all hits of the index. Candidates come newest first, and equal matches keep that
 * order.
 */
const searchByContents = async (
  searched: SearchedIndex,
  condition: Condition,
  request: SearchRequest,
  deadline: QueryDeadline,
): Promise<OrderSearchResult> => {
  const { query, sort, offset, limit } = request;
  const relevanceIn = relevanceOf(query);
  const keysIn = sortKeysOf(sort);
  const members = requiredFields(request);
  const first = new TopK<Match>(offset + limit, matchComparator(sort));
  let total = 0;
  const check = (hit: Hit): void => {
    const content = unpackPart(contentIn(hit), members);
    const relevance = relevanceIn(content);
    if (relevance === undefined) return;
    total++;
    first.add({ id: hit.id, version: hit.version, relevance, keys: keysIn(content) });
  };
  for await (const hits of findCandidates(searched, condition))
    for (const hit of hits) {
      const yielding = deadline.check();
      if (yielding !== undefined) await yielding;
      if (hit !== null) boundedWork('query', () => check(hit));
    }
  const page = first.items().slice(offset);
  return { total, hits: page.map(({ id, version, relevance }) => ({ id, version, relevance })) };
};

/**
 * Runs a search by the index alone when the index can answer it, otherwise by the contents of the orders that it finds.
 */
export const runSearch = async (
  searched: SearchedIndex,
  request: SearchRequest,
  languages: Languages,
  timeoutMs: number,
): Promise<OrderSearchResult> => {
  const condition = planQuery(request.query, languages);
  const text = conditionText(condition);
  if (text === undefined || condition.kind === 'nothing') return { total: 0, hits: [] };
  const deadline = new QueryDeadline(timeoutMs, searched.projectKey);
  const order = indexOrderOf(request);
  return condition.isExact && order !== undefined
    ? searchByIndex(searched, text, request, order, deadline)
    : searchByContents(searched, condition, request, deadline);
};
