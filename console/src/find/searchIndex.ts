/** Finds resources by words with the search index of their type: in pages, or all of them. */
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import { type SearchedType, searchedTypes } from './searchedTypes';

interface Hits {
  readonly total: number;
  /** Order search names them otherwise than the later searches. */
  readonly hits?: readonly { readonly id: string }[];
  readonly results?: readonly { readonly id: string }[];
}

const idsOf = ({ hits, results }: Hits): readonly string[] => (hits ?? results ?? []).map(({ id }) => id);

export interface FoundPage {
  readonly results: readonly Resource[];
  readonly total: number;
  /** Whether the words may be a part of a number that was not looked for. */
  readonly skipsNumberParts?: boolean;
  /** Whether the type has a search index that is not active in the project. */
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
  /** Alternatives of further conditions that hold together, in the language of the searches. */
  readonly conditions?: readonly (readonly object[])[];
}

const newestFirst: SearchSort = { field: 'createdAt', order: 'desc' };

/** The most hits that a search returns at once. */
const hitsMax = 100;
/** Resources are read by their ids in requests whose address stays short. */
const readMax = 25;
/** With more orders, comparing each order number with the words takes the server seconds. */
const comparedMax = 100_000;

const typeOf = (path: string): SearchedType => {
  const type = searchedTypes.get(path);
  if (type === undefined) throw new Error(`${path} have no search index.`);
  return type;
};

const search = (projectKey: string, path: string, body: object, signal?: AbortSignal): Promise<Hits> =>
  sendToProject(projectKey, `/${path}/search`, { method: 'POST', body, signal });

/** The end of a number, or a part within it: `*` stands for one or more characters (SEARCH027). */
const partConditions = (field: string, value: string): readonly object[] =>
  [`*${value}`, `*${value}*`].map(pattern => ({ wildcard: { field, value: pattern, caseInsensitive: true } }));

/** Numbers have digits and no spaces; shorter parts are in too many of them. */
const partPattern = /^(?=.*\d)\S{3,50}$/;

interface SearchPlan {
  readonly query: object;
  readonly skipsNumberParts: boolean;
}

/**
 * Makes the query for some words. A pattern is compared with all numbers, so this is done once: the resources that it
 * finds become a part of the query by their ids, and each page is then read from the index alone.
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

/** The plan of the words that were searched last serves all their pages. */
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

/** Reads resources in the order of their ids; without those that were deleted meanwhile. */
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

/** A page of the resources that words find; `total` counts all of them. */
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
 * Reads all resources that words find, from the oldest: pages begin at the time of the last one, since offsets end at
 * 10,000. Resources of the same time are told apart by their ids.
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
