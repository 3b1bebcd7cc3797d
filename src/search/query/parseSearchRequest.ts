import { required, invalidInput } from '../../base/errors/ApiError.js';
import type { Facet, Query, SortCriterion, SearchRequest } from './ast.js';
import { limits } from '../../base/config/limits.js';
import type { Dialect } from './Dialect.js';
import { parseQuery } from './parseQuery.js';
import { RequestErrors, parseMembers } from './RequestErrors.js';
import { parseInteger } from './parseOptions.js';
import { parseSort } from './parseSort.js';

interface SearchParts {
  readonly query?: Query;
  readonly postFilter?: Query;
  readonly sort: readonly SortCriterion[];
  readonly facets?: readonly Facet[];
}

const assertIn = (query: Query, languages: readonly string[]): void => {
  if ('parts' in query) for (const part of query.parts) assertIn(part, languages);
  else if (query.kind === 'fuzzy' && query.language !== undefined && !languages.includes(query.language))
    throw invalidInput(
      `The language of a fuzzy expression is one of the project's languages, ${languages.join(', ')}; ` +
        `got '${query.language}' for the field '${query.field.name}'.`,
    );
};

/** Refuses fuzzy expressions in languages that the project does not have; other kinds find nothing in them. */
export const assertFuzzyLanguages = (
  { query, postFilter, sort, facets = [] }: SearchParts,
  languages: readonly string[],
): void => {
  const filters = [...sort.map(({ elementFilter }) => elementFilter), ...facets.map(({ filter }) => filter)];
  for (const each of [query, postFilter, ...filters]) if (each !== undefined) assertIn(each, languages);
};

const members = ['query', 'sort', 'limit', 'offset'] as const;

/** A search without a query finds all customers. */
interface CustomerSearchRequest extends Omit<SearchRequest, 'query'> {
  readonly query?: Query;
}

/** Parses a search of customers. Throws like `parseSearchRequest`. */
export const parseCustomerSearch = (
  dialect: Dialect,
  body: Readonly<Record<string, unknown>>,
): CustomerSearchRequest => {
  const errors = new RequestErrors(dialect);
  const given = parseMembers(body, 'The request', members, errors) ?? {};
  const query = given.query === undefined ? undefined : parseQuery(given.query, 'query', errors);
  const sort = parseSort(given.sort, errors);
  const limit = parseInteger(given.limit, limits.laterSearchLimitDefault, limits.searchLimitMax, 'limit', errors);
  const offset = parseInteger(given.offset, 0, limits.searchOffsetMax, 'offset', errors);
  errors.throwIfAny();
  return { ...(query !== undefined && { query }), sort, limit, offset };
};

/**
 * Parses a search request (SEARCH002). Throws one ApiError with all its errors and their places: SyntaxError,
 * RequiredField, InvalidInput.
 */
export const parseSearchRequest = (dialect: Dialect, body: Readonly<Record<string, unknown>>): SearchRequest => {
  const errors = new RequestErrors(dialect);
  const given = parseMembers(body, 'The request', members, errors) ?? {};
  if (given.query === undefined) errors.addRequiredField('query', 'a compound expression or a single query expression');
  const query = given.query === undefined ? undefined : parseQuery(given.query, 'query', errors);
  const sort = parseSort(given.sort, errors);
  // Both have a maximum (LIM009, LIM010).
  const limit = parseInteger(given.limit, limits.searchLimitDefault, limits.searchLimitMax, 'limit', errors);
  const offset = parseInteger(given.offset, 0, limits.searchOffsetMax, 'offset', errors);
  errors.throwIfAny();
  return { query: required(query, 'the query'), sort, limit, offset };
};
