import { type IdList, type ListBounds, wholeList, type RankRange } from '../../store/DataStore.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';
import { orderedList } from '../loadResources.js';
import type { IndexConditions, Direction, IndexOrder } from './indexConditions.js';
import { limits } from '../../base/config/limits.js';
import { findCandidateIds } from './findCandidateIds.js';
import { fetchPage, fetchPageAtOnce, fitsOneRead, memberReader, type Page, type QueryRun } from './pageBodies.js';
import { intersectionSize } from './intersection.js';
import type { ParsedQuery } from './parseQueryParameters.js';
import { compileBodyFilter } from './predicate/bodyFilter.js';

/** The part of one list that holds exactly the matching ids in order: a page of it needs no walk. */
interface IndexRange {
  readonly list: IdList;
  readonly bounds: ListBounds;
  readonly direction: Direction;
}

/** The part of one list that answers the conditions in the given order, if there is one. */
export const exactRange = (
  resourceType: ResourceSchema,
  { values, bounds, named }: IndexConditions,
  { by, direction }: IndexOrder,
): IndexRange | undefined => {
  const hasOtherBounds = [...bounds.keys()].some(list => list !== by);
  if (named !== undefined || hasOtherBounds || values.length > 1) return undefined;
  const [condition] = values;
  if (condition !== undefined && (by !== 'createdAt' || condition.lists.length !== 1)) return undefined;
  const list = condition?.lists[0] ?? orderedList(resourceType, by);
  return { list, bounds: bounds.get(by) ?? wholeList, direction };
};

interface PageIds {
  readonly ids: readonly string[];
  readonly total?: number;
  /** Reads the total beside the bodies, where it is wanted and not known. */
  readonly readTotal?: () => Promise<number>;
  /** True if one command read the ids, so that all of them matched at one time. */
  readonly isSnapshot: boolean;
}

const pageRanks = (
  direction: Direction,
  { from, to }: RankRange,
  { offset, limit }: Pick<ParsedQuery, 'offset' | 'limit'>,
): RankRange =>
  direction === 'asc'
    ? { from: from + offset, to: Math.min(to, from + offset + limit) }
    : { from: Math.max(from, to - offset - limit), to: to - offset };

/** Reads the page's ids of a whole list: their ranks need no length, and a page that is not full tells the length. */
const idsOfList = async (run: QueryRun, { list, direction }: IndexRange): Promise<PageIds> => {
  const { store, projectKey, resourceType, query } = run;
  const { offset, limit, withTotal } = query;
  const ranks = direction === 'asc' ? { from: offset, to: offset + limit } : { from: -offset - limit, to: -offset };
  const ids = await store.idsInRange(projectKey, resourceType.typeId, list, ranks);
  const isEnd = ids.length < limit && (ids.length > 0 || offset === 0);
  return {
    ids: direction === 'asc' ? ids : ids.reverse(),
    total: withTotal && isEnd ? offset + ids.length : undefined,
    readTotal:
      withTotal && !isEnd
        ? async () => (await store.rankRange(projectKey, resourceType.typeId, list, wholeList)).to
        : undefined,
    isSnapshot: true,
  };
};

const idsOfRange = async (run: QueryRun, range: IndexRange): Promise<PageIds> => {
  const { list, bounds, direction } = range;
  if (bounds === wholeList) return idsOfList(run, range);
  const { store, projectKey, resourceType, query } = run;
  const ranks = await store.rankRange(projectKey, resourceType.typeId, list, bounds);
  const ids = await store.idsInRange(projectKey, resourceType.typeId, list, pageRanks(direction, ranks, query));
  return { ids: direction === 'asc' ? ids : ids.reverse(), total: ranks.to - ranks.from, isSnapshot: false };
};

/** Reads the candidates up to the end of the page, and counts them up to `countMax`. */
const walkCandidates = async (
  run: QueryRun,
  source: AsyncIterable<string[]>,
  countMax: number,
): Promise<{ ids: string[]; count: number }> => {
  const pageEnd = run.query.offset + run.query.limit;
  const ids: string[] = [];
  let count = 0;
  for await (const chunk of source) {
    run.deadline.assertInTime();
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
  const range = exactRange(run.resourceType, conditions, order);
  if (range !== undefined) return idsOfRange(run, range);
  const counted =
    withTotal && conditions.bounds.size === 0
      ? await intersectionSize(run, conditions.values, limits.queryTotalMax)
      : undefined;
  const candidates = await findCandidateIds(run, conditions, order);
  if (!candidates.satisfyAll) return undefined;
  const { ids, count } = await walkCandidates(
    run,
    candidates.chunks,
    withTotal && counted === undefined ? limits.queryTotalMax : 0,
  );
  return {
    ids: ids.slice(offset, offset + limit),
    total: withTotal ? (counted ?? count) : undefined,
    isSnapshot: false,
  };
};

/** Tells whether the total agrees with the ids, which another command read. */
const isTotalOfPage = ({ query: { offset } }: QueryRun, { ids, readTotal }: PageIds, total = 0): boolean =>
  readTotal === undefined || (ids.length === 0 ? total <= offset : total >= offset + ids.length);

/**
 * Tells whether a page is right although something was written while it was read: the ids are those of one time, and
 * all bodies that were read later match, in the same order.
 */
const isStillRight = (run: QueryRun, { by }: IndexOrder, { ids, isSnapshot }: PageIds, { bodies }: Page): boolean => {
  const { predicate } = run.query;
  if (!isSnapshot || by === 'lastModifiedAt' || bodies.length < ids.length) return false;
  if (predicate === undefined) return true;
  const filter = compileBodyFilter(predicate, memberReader(run));
  return bodies.every(body => run.deadline.runQuery(() => filter(body)) !== undefined);
};

/**
 * The project's count of commits: if it is the same before and after a read, nothing was written in between. Without a
 * predicate a written body cannot disagree with the ids, unless the order follows changes.
 */
const commitCount = ({ store, projectKey, query }: QueryRun, { by }: IndexOrder): Promise<string> | undefined =>
  query.predicate === undefined && by !== 'lastModifiedAt' ? undefined : store.commitCount(projectKey);

/** Tells whether nothing was written between two counts; false without counts. */
const isUnchanged = (before: string | undefined, after: string | undefined): boolean =>
  before !== undefined && before === after;

/**
 * A page that indexes alone decide: its bodies are sent as they are stored. If something was written meanwhile, ids and
 * bodies may disagree, and unless the bodies show that they do not, the caller looks at the bodies of all candidates
 * instead.
 */
export const indexedPage = async (run: QueryRun, order: IndexOrder): Promise<Page | undefined> => {
  const [before, ids] = await Promise.all([commitCount(run, order), indexedIds(run, order)]);
  if (ids === undefined) return undefined;
  const isOneRead = fitsOneRead(run, ids.ids.length);
  const fetching = isOneRead ? fetchPageAtOnce(run, ids.ids) : fetchPage(run, ids.ids);
  // Where one call reads the page, the count is read right after it; several calls must have been answered first.
  if (!isOneRead) await fetching;
  const counting = ids.readTotal?.() ?? ids.total;
  const [bodies, total, after] = await Promise.all([fetching, counting, commitCount(run, order)]);
  const page = { bodies, total };
  const isRight = isUnchanged(before, after) || (isStillRight(run, order, ids, page) && isTotalOfPage(run, ids, total));
  return isRight ? page : undefined;
};
