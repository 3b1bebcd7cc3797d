/** Finds resources by words with the search index of their type: in pages, or all of them. */
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import { type SearchedType, searchedTypes } from './searchedTypes';

interface Hits {
  readonly total: number;
  /** Order search names the results differently from the later searches. */
  readonly hits?: readonly { readonly id: string }[];
  readonly results?: readonly { readonly id: string }[];
}

const idsOf = ({ hits, results }: Hits): readonly string[] => (hits ?? results ?? []).map(({ id }) => id);

export interface FoundPage {
  readonly results: readonly Resource[];
  readonly total: number;
  /** True if the words may be a part of a number, but parts of numbers were not searched. */
  readonly skipsNumberParts?: boolean;
  /** True if the type has a search index that is not active in the project. */
  readonly isIndexOff?: boolean;
}

export interface SearchSort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface WordSearch {
  readonly projectKey: string;
  /** The path of the resource type. */
  readonly path: string;
  readonly words: string;
  /** Alternatives, each a list of further conditions that must all hold, in the language of the searches. */
  readonly conditions?: readonly (readonly object[])[];
}

const newestFirst: SearchSort = { field: 'createdAt', order: 'desc' };

/** Maximum number of hits of one search. */
const hitsMax = 100;
/** Maximum number of ids in a request that reads resources, so that its address stays short. */
const readMax = 25;
/** Beyond this number of orders, comparing each order number with the words would be slow. */
const comparedMax = 100_000;

const typeOf = (path: string): SearchedType => {
  const type = searchedTypes.get(path);
  if (type === undefined) throw new Error(`${path} have no search index.`);
  return type;
};

const search = (projectKey: string, path: string, body: object, signal?: AbortSignal): Promise<Hits> =>
  sendToProject(projectKey, `/${path}/search`, { method: 'POST', body, signal });

/** Returns conditions for the end of a number, or a part within it: `*` matches one or more characters (SEARCH027). */
const partConditions = (field: string, value: string): readonly object[] =>
  [`*${value}`, `*${value}*`].map(pattern => ({ wildcard: { field, value: pattern, caseInsensitive: true } }));

/** Matches possible parts of numbers: digits without spaces; shorter parts occur in too many numbers. */
const partPattern = /^(?=.*\d)\S{3,50}$/;

interface SearchPlan {
  readonly query: object;
  readonly skipsNumberParts: boolean;
}

/**
 * Makes the query for some words. A pattern is compared with all numbers, so this is done only once: the ids of the
 * found resources become a part of the query, and each page is then read from the index alone.
 */
const makePlan = async ({ projectKey, path, words }: WordSearch): Promise<SearchPlan> => {
  const { partsOf, conditionsOf } = typeOf(path);
  const byWords = await conditionsOf(words, projectKey);
  if (partsOf === undefined || !partPattern.test(words)) return { query: { or: byWords }, skipsNumberParts: false };
  const { total: all } = await search(projectKey, path, { query: { exists: { field: 'id' } }, limit: 0 });
  if (all > comparedMax) return { query: { or: byWords }, skipsNumberParts: true };
  const byParts = partConditions(partsOf, words);
  const found = await search(projectKey, path, { query: { or: byParts }, sort: [newestFirst], limit: hitsMax });
  const ids = idsOf(found).map(id => ({ exact: { field: 'id', value: id } }));
  if (found.total <= ids.length) return { query: { or: [...byWords, ...ids] }, skipsNumberParts: false };
  const { total: others } = await search(projectKey, path, { query: { or: byWords }, limit: 0 });
  return { query: { or: others === 0 ? byParts : [...byWords, ...byParts] }, skipsNumberParts: false };
};

const planLifeMs = 30_000;

let lastPlan: { readonly key: string; readonly endsAtMs: number; readonly plan: Promise<SearchPlan> } | undefined;

/** Returns the plan for words; all pages of the last search share one plan. */
const planOf = (wanted: WordSearch): Promise<SearchPlan> => {
  const key = `${wanted.projectKey} ${wanted.path} ${wanted.words}`;
  if (lastPlan?.key === key && lastPlan.endsAtMs > Date.now()) return lastPlan.plan;
  const plan = makePlan(wanted);
  lastPlan = { key, endsAtMs: Date.now() + planLifeMs, plan };
  plan.catch(() => {
    if (lastPlan?.plan === plan) lastPlan = undefined;
  });
  return plan;
};

const withConditions = (query: object, alternatives: WordSearch['conditions'] = []): object => {
  const whole = alternatives.map(conditions => (conditions.length === 0 ? query : { and: [...conditions, query] }));
  return whole.length > 1 ? { or: whole } : (whole[0] ?? query);
};

/** Reads resources in the order of their ids, without those that were deleted meanwhile. */
const readAll = async (
  { projectKey, path }: WordSearch,
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
      sendToProject<Page>(projectKey, `/${path}`, { query: { where, limit: readMax, withTotal: false }, signal }),
    );
  }
  const found = new Map((await Promise.all(pages)).flatMap(({ results }) => results.map(each => [each.id, each])));
  return ids.flatMap(id => found.get(id) ?? []);
};

export interface PageOptions {
  readonly offset: number;
  readonly limit: number;
  readonly sort: readonly SearchSort[];
}

/** Returns a page of the resources that match words; `total` counts all of them. */
export const searchPage = async (
  wanted: WordSearch,
  { offset, limit, sort }: PageOptions,
  signal?: AbortSignal,
): Promise<FoundPage> => {
  const { projectKey, path, conditions } = wanted;
  const { query, skipsNumberParts } = await planOf(wanted);
  const sortable = sort.filter(({ field }) => typeOf(path).sortable.has(field));
  const body = {
    query: withConditions(query, conditions),
    sort: sortable.length === 0 ? [newestFirst] : sortable,
    offset,
    limit,
  };
  const found = await search(projectKey, path, body, signal);
  return { results: await readAll(wanted, idsOf(found), signal), total: found.total, skipsNumberParts };
};

/**
 * Reads all resources that match words, from the oldest: pages begin at the time of the last resource, since offsets
 * end at 10,000. Ids distinguish resources with the same time.
 */
export async function* searchAll(wanted: WordSearch, signal?: AbortSignal): AsyncGenerator<readonly Resource[]> {
  const { projectKey, path } = wanted;
  const query = withConditions((await planOf(wanted)).query, wanted.conditions);
  const seen = new Set<string>();
  let gte: string | undefined;
  let offset = 0;
  for (;;) {
    const since = gte === undefined ? query : { and: [query, { range: { field: 'createdAt', gte } }] };
    const body = { query: since, sort: [{ field: 'createdAt', order: 'asc' }], offset, limit: hitsMax };
    const found = idsOf(await search(projectKey, path, body, signal));
    const ids = found.filter(id => !seen.has(id));
    for (const id of ids) seen.add(id);
    const resources = await readAll(wanted, ids, signal);
    if (resources.length > 0) yield resources;
    if (found.length < hitsMax) return;
    const last = resources.at(-1)?.createdAt;
    offset = last === undefined || last === gte ? offset + hitsMax : 0;
    gte = last ?? gte;
  }
}
