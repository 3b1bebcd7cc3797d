/** Search requests as tests read them. */
import type { Expression, Query, SearchRequest, SortCriterion } from '../../../src/search/query/ast.js';
import { parseSearchRequest } from '../../../src/search/query/parseSearchRequest.js';
import { ApiError, type ErrorEntry } from '../../../src/errors/ApiError.js';

/** A query that nothing is wrong with. */
export const harmless = { exact: { field: 'id', value: 'a' } };

/** As a body comes from the wire. */
const read = (body: unknown): SearchRequest =>
  parseSearchRequest(JSON.parse(JSON.stringify(body)) as Record<string, unknown>);

export const readBody = (body: unknown): SearchRequest => read(body);
export const readQuery = (query: unknown): Query => read({ query }).query;
export const readExpression = (query: unknown): Expression => readQuery(query) as Expression;
export const readSort = (...sort: readonly unknown[]): readonly SortCriterion[] => read({ query: harmless, sort }).sort;

/** What a refused request is told; empty where it is read. */
export const faultsOf = (body: unknown): readonly ErrorEntry[] => {
  try {
    read(body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error.entries;
    throw error;
  }
  return [];
};

export const faultsOfQuery = (query: unknown): readonly ErrorEntry[] => faultsOf({ query });
export const faultsOfSort = (...sort: readonly unknown[]): readonly ErrorEntry[] => faultsOf({ query: harmless, sort });

/** Code and place of each fault, the place as its message begins or as its field names it: `InvalidInput query.exact.value`. */
export const placesOf = (entries: readonly ErrorEntry[]): string[] =>
  entries.map(
    ({ code, message, field }) =>
      `${code} ${typeof field === 'string' ? field : message.slice(0, message.indexOf(': '))}`,
  );
