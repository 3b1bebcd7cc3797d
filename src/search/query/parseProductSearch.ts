import { limits } from '../../base/config/limits.js';
import type { Facet, Query, SearchRequest } from './ast.js';
import type { Dialect } from './Dialect.js';
import { parseFacets } from './parseFacets.js';
import { parseFlag, parseInteger } from './parseOptions.js';
import { parseQuery } from './parseQuery.js';
import { parseSort } from './parseSort.js';
import { describeValue, parseMembers, Place, RequestErrors } from './RequestErrors.js';

const members = [
  'query',
  'sort',
  'limit',
  'offset',
  'markMatchingVariants',
  'productProjectionParameters',
  'facets',
  'postFilter',
] as const;

const projectionNames = [
  'expand',
  'staged',
  'priceCurrency',
  'priceCountry',
  'priceCustomerGroup',
  'priceCustomerGroupAssignments',
  'priceChannel',
  'localeProjection',
  'storeProjection',
] as const;

export interface ProductSearchRequest extends Omit<SearchRequest, 'query'> {
  /** If absent, all products match. */
  readonly query?: Query;
  readonly markMatchingVariants: boolean;
  /** Query parameters of projections; if absent, results have no projections. */
  readonly projection?: URLSearchParams;
  readonly facets: readonly Facet[];
  /** Results also have to match this query; facets disregard it. */
  readonly postFilter?: Query;
}

const isScalar = (value: unknown): value is string | boolean => typeof value === 'string' || typeof value === 'boolean';

/** Parses the parameters of projections to query parameters. */
const parseProjection = (given: unknown, place: Place): URLSearchParams | undefined => {
  if (given === undefined) return undefined;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(parseMembers(given, place, projectionNames) ?? {})) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const each of values)
      if (isScalar(each)) parameters.append(name, String(each));
      else place.member(name).invalid(`expected a text, got ${describeValue(each)}`);
  }
  return parameters;
};

/** Parses the body of a product search; throws one ApiError with all its errors and their places. */
export const parseProductSearch = (dialect: Dialect, body: Readonly<Record<string, unknown>>): ProductSearchRequest => {
  const request = new Place(new RequestErrors(dialect));
  const given = parseMembers(body, request, members) ?? {};
  const query = parseQuery(given.query, request.member('query'));
  const postFilter = parseQuery(given.postFilter, request.member('postFilter'));
  const sort = parseSort(given.sort, request.member('sort'));
  const facets = parseFacets(given.facets, request.member('facets'));
  const projection = parseProjection(given.productProjectionParameters, request.member('productProjectionParameters'));
  const limit = parseInteger(
    given.limit,
    limits.laterSearchLimitDefault,
    limits.searchLimitMax,
    request.member('limit'),
  );
  const offset = parseInteger(given.offset, 0, limits.searchOffsetMax, request.member('offset'));
  const markMatchingVariants = parseFlag(given.markMatchingVariants, request.member('markMatchingVariants'));
  request.errors.throwIfAny();
  return {
    ...(query !== undefined && { query }),
    ...(postFilter !== undefined && { postFilter }),
    ...(projection !== undefined && { projection }),
    sort,
    facets,
    limit,
    offset,
    markMatchingVariants,
  };
};
