/** Finds orders by words with the search of orders: in pages, or all of them. */
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';

interface Hits {
  readonly total: number;
  readonly hits: readonly { readonly id: string }[];
}

interface FoundPage {
  readonly results: readonly Resource[];
  readonly total: number;
  /** Whether the words may be a part of an order number that was not looked for. */
  readonly skipsNumberParts: boolean;
}

interface SearchSort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

const newestFirst: SearchSort = { field: 'createdAt', order: 'desc' };

/** Members of orders at the top that the search sorts by. */
const sortableMembers: ReadonlySet<string> = new Set([
  'id',
  'orderNumber',
  'customerEmail',
  'country',
  'orderState',
  'paymentState',
  'shipmentState',
  'origin',
  'completedAt',
  'createdAt',
  'lastModifiedAt',
  'version',
]);

export const isSearchSortable = (member: string): boolean => sortableMembers.has(member);

/** The most hits that the search returns at once. */
const hitsMax = 100;
/** Orders are read by their ids in requests whose address stays short. */
const readMax = 25;
/** With more orders, comparing each order number with the words takes the server seconds. */
const comparedMax = 100_000;

const search = (projectKey: string, body: object, signal?: AbortSignal): Promise<Hits> =>
  sendToProject(projectKey, '/orders/search', { method: 'POST', body, signal });

/** Words anywhere in the order, or the beginning of its number or email. */
const wordConditions = (value: string): readonly object[] => [
  { fullText: { field: 'all', value } },
  { prefix: { field: 'orderNumber', value, caseInsensitive: true } },
  { prefix: { field: 'customerEmail', value, caseInsensitive: true } },
];

/** The end of an order number, or a part within it: `*` stands for one or more characters (SEARCH027). */
const partConditions = (value: string): readonly object[] =>
  [`*${value}`, `*${value}*`].map(pattern => ({
    wildcard: { field: 'orderNumber', value: pattern, caseInsensitive: true },
  }));

/** Order numbers have digits and no spaces; shorter parts are in too many of them. */
const partPattern = /^(?=.*\d)\S{3,50}$/;

interface SearchPlan {
  readonly query: object;
  readonly skipsNumberParts: boolean;
}

/**
 * Makes the query for some words. A pattern is compared with all order numbers, so this is done once: the orders that
 * it finds become a part of the query by their ids, and each page is then read from the index alone.
 */
const makePlan = async (projectKey: string, words: string): Promise<SearchPlan> => {
  const byWords = wordConditions(words);
  if (!partPattern.test(words)) return { query: { or: byWords }, skipsNumberParts: false };
  const { total: orders } = await search(projectKey, { query: { exists: { field: 'id' } }, limit: 0 });
  if (orders > comparedMax) return { query: { or: byWords }, skipsNumberParts: true };
  const byParts = partConditions(words);
  const { total, hits } = await search(projectKey, { query: { or: byParts }, sort: [newestFirst], limit: hitsMax });
  const ids = hits.map(({ id }) => ({ exact: { field: 'id', value: id } }));
  if (total <= ids.length) return { query: { or: [...byWords, ...ids] }, skipsNumberParts: false };
  const { total: others } = await search(projectKey, { query: { or: byWords }, limit: 0 });
  return { query: { or: others === 0 ? byParts : [...byWords, ...byParts] }, skipsNumberParts: false };
};

const planLifeMs = 30_000;

let lastPlan: { readonly key: string; readonly endsAtMs: number; readonly plan: Promise<SearchPlan> } | undefined;

/** The plan of the words that were searched last serves all their pages. */
const planOf = (projectKey: string, words: string): Promise<SearchPlan> => {
  const key = `${projectKey} ${words}`;
  if (lastPlan?.key === key && lastPlan.endsAtMs > Date.now()) return lastPlan.plan;
  const plan = makePlan(projectKey, words);
  lastPlan = { key, endsAtMs: Date.now() + planLifeMs, plan };
  plan.catch(() => {
    if (lastPlan?.plan === plan) lastPlan = undefined;
  });
  return plan;
};

/** Reads orders in the order of their ids; without those that were deleted meanwhile. */
const readOrders = async (
  projectKey: string,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Resource[]> => {
  const pages: Promise<Page>[] = [];
  for (let at = 0; at < ids.length; at += readMax) {
    const where = `id in (${ids
      .slice(at, at + readMax)
      .map(id => `"${id}"`)
      .join(', ')})`;
    pages.push(
      sendToProject<Page>(projectKey, '/orders', { query: { where, limit: readMax, withTotal: false }, signal }),
    );
  }
  const found = new Map((await Promise.all(pages)).flatMap(({ results }) => results.map(each => [each.id, each])));
  return ids.flatMap(id => found.get(id) ?? []);
};

export interface OrderSearch {
  readonly projectKey: string;
  readonly words: string;
}

/** A page of the orders that words find; `total` counts all of them. */
export const searchOrders = async (
  { projectKey, words }: OrderSearch,
  { offset, limit, sort }: { readonly offset: number; readonly limit: number; readonly sort: readonly SearchSort[] },
  signal?: AbortSignal,
): Promise<FoundPage> => {
  const { query, skipsNumberParts } = await planOf(projectKey, words);
  const sortable = sort.filter(({ field }) => isSearchSortable(field));
  const body = { query, sort: sortable.length === 0 ? [newestFirst] : sortable, offset, limit };
  const { total, hits } = await search(projectKey, body, signal);
  const ids = hits.map(({ id }) => id);
  return { results: await readOrders(projectKey, ids, signal), total, skipsNumberParts };
};

/**
 * Reads all orders that words find, from the oldest: pages begin at the time of the last order, since offsets end at
 * 10,000. Orders of the same time are told apart by their ids.
 */
export async function* foundOrders(
  { projectKey, words }: OrderSearch,
  signal?: AbortSignal,
): AsyncGenerator<readonly Resource[]> {
  const { query } = await planOf(projectKey, words);
  const seen = new Set<string>();
  let gte: string | undefined;
  let offset = 0;
  for (;;) {
    const since = gte === undefined ? query : { and: [query, { range: { field: 'createdAt', gte } }] };
    const body = { query: since, sort: [{ field: 'createdAt', order: 'asc' }], offset, limit: hitsMax };
    const { hits } = await search(projectKey, body, signal);
    const ids = hits.map(({ id }) => id).filter(id => !seen.has(id));
    for (const id of ids) seen.add(id);
    const orders = await readOrders(projectKey, ids, signal);
    if (orders.length > 0) yield orders;
    if (hits.length < hitsMax) return;
    const last = orders.at(-1)?.createdAt;
    offset = last === undefined || last === gte ? offset + hitsMax : 0;
    gte = last ?? gte;
  }
}
