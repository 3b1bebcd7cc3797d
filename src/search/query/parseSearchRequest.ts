import { required, invalidInput } from '../../base/errors/ApiError.js';
import type { Facet, Query, SortCriterion, SearchRequest } from './ast.js';
import { limits } from '../../base/config/limits.js';
import type { Dialect } from './Dialect.js';
import { parseQuery } from './parseQuery.js';
import { parseMembers, Place, RequestErrors } from './RequestErrors.js';
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

/** `limitDefault` is used where the request has no limit; that and the offset have a maximum (LIM009, LIM010). */
const parse = (
  dialect: Dialect,
  body: Readonly<Record<string, unknown>>,
  limitDefault: number,
  needsQuery: boolean,
): CustomerSearchRequest => {
  const request = new Place(new RequestErrors(dialect));
  const given = parseMembers(body, request, members) ?? {};
  if (needsQuery && given.query === undefined)
    request.member('query').required('a compound expression or a single query expression');
  const query = parseQuery(given.query, request.member('query'));
  const sort = parseSort(given.sort, request.member('sort'));
  const limit = parseInteger(given.limit, limitDefault, limits.searchLimitMax, request.member('limit'));
  const offset = parseInteger(given.offset, 0, limits.searchOffsetMax, request.member('offset'));
  request.errors.throwIfAny();
  return { ...(query !== undefined && { query }), sort, limit, offset };
};

/** Parses a search of customers. Throws like `parseSearchRequest`. */
export const parseCustomerSearch = (dialect: Dialect, body: Readonly<Record<string, unknown>>): CustomerSearchRequest =>
  parse(dialect, body, limits.laterSearchLimitDefault, false);

/**
 * Parses a search request (SEARCH002). Throws one ApiError with all its errors and their places: SyntaxError,
 * RequiredField, InvalidInput.
 */
export const parseSearchRequest = (dialect: Dialect, body: Readonly<Record<string, unknown>>): SearchRequest => {
  const { query, ...page } = parse(dialect, body, limits.searchLimitDefault, true);
  return { query: required(query, 'the query'), ...page };
};
