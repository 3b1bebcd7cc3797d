/** Facets of the older product search: terms, ranges, and counts of the matches of a filter. */
import { fail } from '../../../base/errors/ApiError.js';
import { limits } from '../../../base/config/limits.js';
import type { FieldTable } from '../../fields/FieldTable.js';
import { comparableNumber, isNumericType } from '../../fields/comparableValues.js';
import type { Query } from '../ast.js';
import { fieldsAtPath, type PathField } from './fieldsAtPath.js';
import {
  allOfQueries,
  categoryPaths,
  isEveryTree,
  numberOf,
  type PathFilter,
  queryOfExpression,
} from './filterQuery.js';
import {
  malformed,
  type PathExpression,
  parsePathExpression,
  type Scalar,
  type ValueRange,
} from './parsePathExpression.js';

interface FacetOptions {
  readonly name: string;
  readonly countsProducts: boolean;
  /** The filters of facets on other paths. */
  readonly filter?: Query;
}

export interface CountedRange {
  /** `from` is included in the range, `to` is not. */
  readonly from?: number;
  readonly to?: number;
  readonly given: ValueRange;
}

export type ProjectionFacet =
  | (FacetOptions & { readonly kind: 'terms'; readonly fields: readonly PathField[] })
  | (FacetOptions & {
      readonly kind: 'range';
      readonly fields: readonly PathField[];
      readonly ranges: readonly CountedRange[];
    })
  | (FacetOptions & { readonly kind: 'filter'; readonly query: Query });

const boundOf = (fields: readonly PathField[], bound: Scalar | undefined): number | undefined =>
  bound === undefined
    ? undefined
    : (fields.flatMap(({ field }) => comparableNumber(field.type, bound) ?? [])[0] ?? numberOf(bound));

const rangesOf = (given: string, fields: readonly PathField[], { ranges }: PathExpression): CountedRange[] =>
  ranges.map(range => {
    const [from, to] = [boundOf(fields, range.from), boundOf(fields, range.to)];
    if ((range.from !== undefined && from === undefined) || (range.to !== undefined && to === undefined))
      throw malformed('facet', given, 'bounds that are numbers, dates or times, as the values of the path are');
    return { given: range, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  });

const facetOf = (table: FieldTable, given: string, filters: readonly PathFilter[]): ProjectionFacet => {
  const expression = parsePathExpression('facet', given, true);
  const { path, values, ranges, alias, countsProducts } = expression;
  const filter = allOfQueries(filters.filter(each => each.path !== path).map(({ query }) => query));
  const options = { name: alias ?? path, countsProducts, ...(filter !== undefined && { filter }) };
  // Each category is counted with all its descendants.
  if (categoryPaths.has(path) && values.length === 1 && values.every(isEveryTree))
    return { ...options, kind: 'terms', fields: [{ field: table.named('categoriesSubTree') }] };
  if (values.length > 0)
    return { ...options, kind: 'filter', query: queryOfExpression(table, 'facet', given, expression) };
  const fields = fieldsAtPath(table, path);
  if (fields.length === 0) throw fail('SearchFacetPathNotFound', { message: `Facet path ${path} not found.` });
  if (ranges.length === 0) return { ...options, kind: 'terms', fields };
  const numeric = fields.filter(({ field }) => isNumericType(field.type));
  return { ...options, kind: 'range', fields: numeric, ranges: rangesOf(given, numeric, expression) };
};

/** Parses the facets of a request; their names must be distinct. */
export const parseProjectionFacets = (
  table: FieldTable,
  parameters: URLSearchParams,
  filters: readonly PathFilter[],
): ProjectionFacet[] => {
  const given = parameters.getAll('facet');
  if (given.length > limits.searchFacetsMax)
    throw malformed('facet', String(given.length), `at most ${limits.searchFacetsMax} facets`);
  const facets = given.map(each => facetOf(table, each, filters));
  facets.forEach(({ name }, at) => {
    if (facets.findIndex(each => each.name === name) < at)
      throw malformed('facet', name, 'a name (as …) or a path that no other facet has');
  });
  return facets;
};
