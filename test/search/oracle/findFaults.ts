/** Compares the responses of a search with the oracle and describes the differences. */
import { newestFirst, relevance, searchAll, sortKeys } from './oracle.js';
import { fieldValues, type ProjectData } from '../../support/search/fieldValues.js';
import {
  leavesOf,
  type WireAnswer,
  type WireHit,
  type WireOrder,
  type WireQuery,
  type WireRequest,
} from '../../support/search/wire.js';

/** Runs one request; throws if it is refused. */
export type Search = (request: WireRequest) => Promise<WireAnswer>;

export interface SearchFixture {
  readonly search: Search;
  readonly orders: readonly WireOrder[];
  readonly projectData: ProjectData;
}

const pageLimit = 100;
/** The number of first pages that are read of a long result, besides the last page. */
const firstPages = 3;
const shownMax = 5;
const closeness = 1e-6;

const offsetsOf = (total: number): number[] => {
  const offsets = Array.from({ length: Math.max(1, Math.ceil(total / pageLimit)) }, (_, page) => page * pageLimit);
  return offsets.filter((_, page) => page < firstPages || page === offsets.length - 1);
};

/** Describes how one hit differs from the oracle. */
const hitFault = (
  { query }: WireRequest,
  hit: WireHit,
  order: WireOrder | undefined,
  projectData: ProjectData,
): string | undefined => {
  if (order === undefined) return `hit ${hit.id} is not an existing order`;
  if (hit.version !== order.version) return `hit ${hit.id} has version ${hit.version}, expected ${order.version}`;
  const expected = relevance(query, order, projectData);
  if (!(hit.relevance >= 0 && hit.relevance <= 1) || Math.abs(hit.relevance - expected) > closeness)
    return `hit ${hit.id} has relevance ${hit.relevance}, expected ${expected}`;
  return undefined;
};

/** Describes the values of an order in the fields of a query. */
const told = (query: WireQuery, order: WireOrder | undefined, projectData: ProjectData): string =>
  order === undefined
    ? 'no such order'
    : leavesOf(query)
        .map(
          ({ operand }) =>
            `${operand.field}=${JSON.stringify(fieldValues(order, operand, projectData).map(({ value }) => value))}`,
        )
        .join(' ');

const listed = (
  label: string,
  { query }: WireRequest,
  ids: readonly string[],
  { orders, projectData }: SearchFixture,
): string[] =>
  ids
    .slice(0, shownMax)
    .map(
      id =>
        `${label} ${id}: ${told(
          query,
          orders.find(order => order.id === id),
          projectData,
        )}`,
    )
    .concat(ids.length > shownMax ? [`${label} ${ids.length - shownMax} more`] : []);

/**
 * Describes the first hit that is out of order. Hits without `sort` are compared by the relevance that they carry,
 * because sums may differ in the last digit; equal hits are sorted by creation time.
 */
const orderFault = (
  { query, sort = [] }: WireRequest,
  hits: readonly WireHit[],
  expected: readonly WireOrder[],
  all: ReadonlyMap<string, WireOrder>,
  projectData: ProjectData,
): string | undefined => {
  const ids = expected.map(({ id }) => id);
  if (sort.length > 0) {
    const keysOf = (order: WireOrder): string => JSON.stringify(sortKeys(sort, order, projectData));
    // The index sorts by a single number itself, and then the order of equal numbers is not defined.
    const isAlike = (id: string, other: WireOrder): boolean =>
      sort.length === 1 && all.has(id) && keysOf(all.get(id)!) === keysOf(other);
    const at = hits.findIndex((hit, place) => hit.id !== ids[place] && !isAlike(hit.id, expected[place]!));
    if (at === -1) return undefined;
    const keyed = (order: WireOrder | undefined): string =>
      order === undefined ? 'no such order' : `${order.id} ${keysOf(order)} of ${order.createdAt}`;
    return `place ${at} has ${keyed(all.get(hits[at]!.id))}, expected ${keyed(expected[at])}`;
  }
  const byId = new Map(expected.map(order => [order.id, order]));
  const wrong = hits.findIndex((hit, place) => {
    const [before, order] = [hits[place - 1], byId.get(hit.id)!];
    const isBehind =
      before === undefined ||
      before.relevance > hit.relevance ||
      (before.relevance === hit.relevance && newestFirst(byId.get(before.id)!, order) < 0);
    return (
      !isBehind ||
      Math.abs(relevance(query, expected[place]!, projectData) - relevance(query, order, projectData)) > closeness
    );
  });
  return wrong === -1
    ? undefined
    : `place ${wrong} has ${JSON.stringify(hits[wrong])} behind ${JSON.stringify(hits[wrong - 1])}, ` +
        `expected ${ids[wrong]}`;
};

const pageFaults = (
  request: WireRequest,
  offset: number,
  limit: number,
  { total, hits, ...answer }: WireAnswer,
  expected: readonly WireOrder[],
  fixture: SearchFixture,
): string[] => {
  const { orders, projectData } = fixture;
  const slice = expected.slice(offset, offset + limit);
  const byId = new Map(orders.map(order => [order.id, order]));
  const [found, wanted] = [new Set(hits.map(({ id }) => id)), new Set(expected.map(({ id }) => id))];
  const counts = [
    ...(total === expected.length ? [] : [`total ${total}, expected ${expected.length}`]),
    ...(hits.length === slice.length && found.size === hits.length
      ? []
      : [`${hits.length} hits at ${offset}, ${found.size} of them different, expected ${slice.length}`]),
    ...listed(
      'unexpected hit',
      request,
      [...found].filter(id => !wanted.has(id)),
      fixture,
    ),
  ];
  const faults = [
    ...counts,
    ...(counts.length === 0
      ? []
      : listed(
          'missing',
          request,
          slice.map(({ id }) => id).filter(id => !found.has(id)),
          fixture,
        )),
    ...(answer.offset === offset && answer.limit === limit
      ? []
      : [`offset ${answer.offset} and limit ${answer.limit}, expected ${offset} and ${limit}`]),
    ...hits.flatMap(hit => hitFault(request, hit, byId.get(hit.id), projectData) ?? []).slice(0, shownMax),
  ];
  return faults.length > 0
    ? faults
    : [orderFault(request, hits, slice, byId, projectData)].flatMap(fault => fault ?? []);
};

/** Describes the differences in all pages of a request and in its own page; an empty list means none. */
export const findFaults = async (request: WireRequest, fixture: SearchFixture): Promise<string[]> => {
  const expected = searchAll(request, fixture.orders, fixture.projectData);
  const pages = offsetsOf(expected.length).map((offset): WireRequest => ({ ...request, offset, limit: pageLimit }));
  for (const asked of [...pages, request]) {
    try {
      const faults = pageFaults(
        request,
        asked.offset ?? 0,
        asked.limit ?? 10,
        await fixture.search(asked),
        expected,
        fixture,
      );
      if (faults.length > 0) return faults;
    } catch (error) {
      return [`refused: ${(error as Error).message}`];
    }
  }
  return [];
};
