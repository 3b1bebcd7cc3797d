/** Finds resources by words: with the index of their type if it is active, otherwise by a predicate. */
import { ApiError } from '../api/ApiError';
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';
import { type FoundPage, type PageOptions, searchAll, searchPage, type WordSearch } from './searchIndex';
import { searchedTypes } from './searchedTypes';
import { wordPredicate } from './wordPredicates';

export interface Wanted extends WordSearch {
  /** The predicate that replaces the further conditions if there is no index. */
  readonly where?: string;
}

/** Tells whether a search is not active in a project, or not ready yet. */
const isIndexOff = (error: unknown): boolean => error instanceof ApiError && [404, 409].includes(error.statusCode);

/** Returns the predicate for some words and the further conditions. */
export const predicateOf = async ({ projectKey, path, words, where = '' }: Wanted): Promise<string> => {
  const byWords = await wordPredicate(projectKey, path, words);
  return where === '' ? byWords : `(${byWords}) and ${where}`;
};

/** Tells whether the type has an index that also supports the further conditions. */
const hasIndex = ({ path, conditions, where = '' }: Wanted): boolean =>
  searchedTypes.has(path) && (conditions !== undefined || where === '');

const pageByPredicate = async (
  wanted: Wanted,
  { offset, limit, sort }: PageOptions,
  signal?: AbortSignal,
): Promise<FoundPage> => {
  const query = {
    where: await predicateOf(wanted),
    limit,
    offset,
    sort: sort.map(({ field, order }) => `${field} ${order}`),
  };
  const page = await sendToProject<Page>(wanted.projectKey, `/${wanted.path}`, { query, signal });
  return { results: page.results, total: page.total ?? page.count, isIndexOff: hasIndex(wanted) };
};

export const findPage = async (wanted: Wanted, options: PageOptions, signal?: AbortSignal): Promise<FoundPage> => {
  if (!hasIndex(wanted)) return pageByPredicate(wanted, options, signal);
  try {
    return await searchPage(wanted, options, signal);
  } catch (error) {
    if (!isIndexOff(error)) throw error;
    return pageByPredicate(wanted, options, signal);
  }
};

/** Returns all resources that the index finds; undefined if there is none, or if it is not active. */
export const findAll = async (
  wanted: Wanted,
  signal?: AbortSignal,
): Promise<AsyncGenerator<readonly Resource[]> | undefined> => {
  if (!hasIndex(wanted)) return undefined;
  try {
    await searchPage(wanted, { offset: 0, limit: 1, sort: [] }, signal);
    return searchAll(wanted, signal);
  } catch (error) {
    if (!isIndexOff(error)) throw error;
    return undefined;
  }
};
