/** Parses search requests for tests. */
import type { Expression, Query, SearchRequest, SortCriterion } from '../../../src/search/query/ast.js';
import { parseOrderSearch } from '../../support/search/searchedOrder.js';
import { ApiError, type ErrorEntry } from '../../../src/base/errors/ApiError.js';

/** A valid query. */
export const validQuery = { exact: { field: 'id', value: 'a' } };

/** Parses a body after a JSON round trip. */
const read = (body: unknown): SearchRequest =>
  parseOrderSearch(JSON.parse(JSON.stringify(body)) as Record<string, unknown>);

export const parseBody = (body: unknown): SearchRequest => read(body);
export const parseQueryJson = (query: unknown): Query => read({ query }).query;
export const parseExpressionJson = (query: unknown): Expression => parseQueryJson(query) as Expression;
export const parseSortJson = (...sort: readonly unknown[]): readonly SortCriterion[] =>
  read({ query: validQuery, sort }).sort;

/** Returns the errors of a refused request; empty when it was parsed. */
export const errorsOf = (body: unknown): readonly ErrorEntry[] => {
  try {
    read(body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error.entries;
    throw error;
  }
  return [];
};

export const errorsOfQuery = (query: unknown): readonly ErrorEntry[] => errorsOf({ query });
export const errorsOfSort = (...sort: readonly unknown[]): readonly ErrorEntry[] =>
  errorsOf({ query: validQuery, sort });

/**
 * Returns code and place of each error, such as `InvalidInput query.exact.value`; the place is the start of its message
 * or its field.
 */
export const placesOf = (entries: readonly ErrorEntry[]): string[] =>
  entries.map(
    ({ code, message, field }) =>
      `${code} ${typeof field === 'string' ? field : message.slice(0, message.indexOf(': '))}`,
  );
