/** Reads pages of hits in an order of the index, without contents. */
import type { FindOptions, IndexHits } from '../SearchIndexes.js';
import { constantRelevance, weightOf } from '../match/relevanceOf.js';
import type { RowList } from '../match/rows.js';
import { allOf, type Condition, conditionText, everything, noneOf } from '../plan/Condition.js';
import type { Languages } from '../plan/planExpression.js';
import { planQuery } from '../plan/planQuery.js';
import { type Expression, preferencesOf, type Query, type SearchRequest } from '../query/ast.js';
import { newestFirst, type SearchedIndex, sortHits } from './findCandidates.js';

export interface SearchHit {
  readonly id: string;
  readonly version: number;
  readonly relevance: number;
}

export interface SearchResult {
  readonly total: number;
  readonly hits: readonly SearchHit[];
}

/** Maximum number of hits that share a sort key: columns distinguish nearly all orders (terms/columnValue.ts). */
const equalKeysMax = 32;

/**
 * Reads a page. The index returns hits of one sort key in any order, so some hits around the page are read and sorted
 * too, so that the pages of a result fit together.
 */
export const readPage = async (find: SearchedIndex['find'], text: string, options: FindOptions): Promise<IndexHits> => {
  const { offset, limit, descending } = options;
  const from = Math.max(0, offset - equalKeysMax);
  const { total, hits } = await find(text, {
    ...options,
    offset: from,
    limit: limit === 0 ? 0 : offset - from + limit + equalKeysMax,
  });
  return { total, hits: sortHits(hits, descending).slice(offset - from, offset - from + limit) };
};

/** The matches of a preference, or of none; those of earlier tiers are not in it. */
interface Tier {
  readonly preference: Condition;
  readonly relevance: number;
}

/** The matches of a query in tiers, the most relevant ones first. */
interface Tiers {
  readonly condition: Condition;
  readonly tiers: readonly Tier[];
}

/** Returns the only expression with preferences that all matches of a query match. */
const preferringIn = (query: Query): Expression | undefined => {
  if (!('parts' in query)) return preferencesOf(query).length > 0 ? query : undefined;
  const found = query.kind === 'and' ? query.parts.flatMap(part => preferringIn(part) ?? []) : [];
  return found.length === 1 ? found[0] : undefined;
};

const withoutPreferences = (query: Query): Query => {
  if ('parts' in query) return { ...query, parts: query.parts.map(withoutPreferences) };
  return 'preferences' in query ? { ...query, preferences: [] } : query;
};

const isExact = (condition: Condition): boolean => condition.kind === 'nothing' || condition.isExact;

/**
 * Returns the tiers of a query in which only preferences make some matches more relevant than others; undefined where
 * the index does not find exactly the matches of each.
 */
export const tiersOf = (
  { query, sort }: Pick<SearchRequest, 'query' | 'sort'>,
  condition: Condition,
  languages: Languages,
  rows: RowList | undefined,
  isStaged: boolean | undefined,
): Tiers | undefined => {
  const preferring = sort.length === 0 && isExact(condition) ? preferringIn(query) : undefined;
  if (preferring === undefined || constantRelevance(withoutPreferences(query)) === undefined) return undefined;
  const preferences = [...preferencesOf(preferring)].sort((one, other) => other.boost - one.boost);
  if (preferences.some(each => constantRelevance(each) === undefined)) return undefined;
  const most = preferences[0]!.boost;
  const relevanceAt = (boost: number): number =>
    1 - ((most - boost) / (1 + most)) * (preferring.boost / weightOf(query));
  const planned = preferences.map(each => planQuery(each, languages, rows, isStaged));
  if (!planned.every(each => isExact(each) && isExact(noneOf([each])))) return undefined;
  const tiers = preferences.map(({ boost }, at) => ({ preference: planned[at]!, relevance: relevanceAt(boost) }));
  return { condition, tiers: [...tiers, { preference: everything, relevance: relevanceAt(0) }] };
};

/** Reads a page of tiers, which follow one another, each newest first. */
export const readTiers = async (
  { find }: SearchedIndex,
  { condition, tiers }: Tiers,
  { offset, limit }: SearchRequest,
): Promise<SearchResult> => {
  const hits: SearchHit[] = [];
  const earlier: Condition[] = [];
  let total = 0;
  for (const { preference, relevance } of tiers) {
    const text = conditionText(allOf([condition, preference, noneOf(earlier)]));
    if (text === undefined) continue;
    const place = { offset: Math.max(0, offset - total), limit: limit - hits.length };
    const page = await readPage(find, text, { ...newestFirst, ...place, content: false });
    hits.push(...page.hits.map(({ id, version }) => ({ id, version, relevance })));
    if (page.total > 0) earlier.push(preference);
    total += page.total;
  }
  return { total, hits };
};
