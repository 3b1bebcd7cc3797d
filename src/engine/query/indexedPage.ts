import { limits } from '../../config/limits.js';
import type { RankRange } from '../../store/Store.js';
import { candidateIds } from './candidateIds.js';
import { exactRange, type IndexRange } from './exactRange.js';
import { fetchPage, fetchSize } from './fetchPage.js';
import type { IndexOrder } from './indexOrder.js';
import { intersectionSize } from './intersection.js';
import type { Page, QueryRun } from './QueryRun.js';

interface PageIds {
  readonly ids: readonly string[];
  readonly total?: number;
}

const pageRanks = ({ direction, ranks: { from, to } }: IndexRange, offset: number, limit: number): RankRange =>
  direction === 'asc'
    ? { from: from + offset, to: Math.min(to, from + offset + limit) }
    : { from: Math.max(from, to - offset - limit), to: to - offset };

const idsOfRange = async (run: QueryRun, range: IndexRange): Promise<PageIds> => {
  const { store, projectKey, resourceType, query } = run;
  const { list, direction, ranks } = range;
  const page = pageRanks(range, query.offset, query.limit);
  const ids = await store.idsInRange(projectKey, resourceType.typeId, list, page);
  return { ids: direction === 'asc' ? ids : ids.reverse(), total: ranks.to - ranks.from };
};

/** The candidates up to the end of the page, and how many there are, of which at most `countMax` need be counted. */
const walkCandidates = async (
  run: QueryRun,
  source: AsyncIterable<string[]>,
  countMax: number,
): Promise<{ ids: string[]; count: number }> => {
  const pageEnd = run.query.offset + run.query.limit;
  const ids: string[] = [];
  let count = 0;
  for await (const chunk of source) {
    run.assertInTime();
    if (ids.length < pageEnd) ids.push(...chunk);
    count += chunk.length;
    if (count >= Math.max(pageEnd, countMax)) break;
  }
  return { ids, count };
};

/** The ids of a page, where the indexes answer the whole predicate. */
const indexedIds = async (run: QueryRun, order: IndexOrder): Promise<PageIds | undefined> => {
  const {
    conditions,
    query: { offset, limit, withTotal },
  } = run;
  const hasOtherBounds = [...conditions.bounds.keys()].some(by => by !== order.by);
  if (!conditions.complete || conditions.named !== undefined || hasOtherBounds) return undefined;
  const range = await exactRange(run, conditions, order);
  if (range !== undefined) return idsOfRange(run, range);
  const counted =
    withTotal && conditions.bounds.size === 0
      ? await intersectionSize(run, conditions.values, limits.queryTotalMax)
      : undefined;
  const { ids, count } = await walkCandidates(
    run,
    candidateIds(run, conditions, order),
    withTotal && counted === undefined ? limits.queryTotalMax : 0,
  );
  return { ids: ids.slice(offset, offset + limit), total: withTotal ? (counted ?? count) : undefined };
};

/**
 * A page that indexes alone decide: its bodies are sent as they are stored. If the project's commit count has not
 * changed meanwhile, nothing was written; otherwise ids and bodies may disagree, and the caller parses the bodies
 * instead.
 */
export const indexedPage = async (run: QueryRun, order: IndexOrder): Promise<Page | undefined> => {
  const { store, projectKey } = run;
  const [before, page] = await Promise.all([store.commitCount(projectKey), indexedIds(run, order)]);
  if (page === undefined) return undefined;
  const fetching = fetchPage(run, page.ids);
  // A short page comes in one call, and the count is read right behind it; a long one must have arrived first.
  if (page.ids.length > fetchSize) await fetching;
  const [bodies, after] = await Promise.all([fetching, store.commitCount(projectKey)]);
  return before === after ? { bodies, total: page.total } : undefined;
};
