/** Translates filters of the older product search to the query language of all searches. */
import { fail } from '../../../base/errors/ApiError.js';
import type { FieldTable } from '../../fields/FieldTable.js';
import { comparableNumber, isNumericType } from '../../fields/comparableValues.js';
import type { SearchField } from '../../fields/SearchField.js';
import type { ComparableValue, Expression, Query } from '../ast.js';
import { channelOfStock, fieldsAtPath, type PathField } from './fieldsAtPath.js';
import {
  type ComparedValue,
  malformed,
  type PathExpression,
  parsePathExpression,
  type Scalar,
  type ValueRange,
} from './parsePathExpression.js';

const anyOfQueries = (parts: readonly Query[]): Query | undefined =>
  parts.length <= 1 ? parts[0] : { kind: 'or', parts };

/** All of some queries, without a weight in the relevance. */
export const allOfQueries = (parts: readonly Query[]): Query | undefined =>
  parts.length === 0 ? undefined : { kind: 'filter', parts };

const common = ({ field, language }: PathField) => ({ field, boost: 1, ...(language !== undefined && { language }) });

/** A value as a field compares it; undefined where the field has values of another type. */
const comparedWith = ({ type }: SearchField, value: Scalar): ComparableValue | undefined => {
  if (isNumericType(type)) return comparableNumber(type, value);
  return typeof value === (type === 'boolean' ? 'boolean' : 'string') ? value : undefined;
};

const exact = (pathField: PathField, values: readonly Scalar[]): Expression[] => {
  const [value, ...others] = values.flatMap(each => comparedWith(pathField.field, each) ?? []);
  return value === undefined
    ? []
    : [{ kind: 'exact', ...common(pathField), value, ...(others.length > 0 && { others }), caseInsensitive: false }];
};

const range = (pathField: PathField, { from, to }: ValueRange): Expression[] => {
  const { field } = pathField;
  if (!isNumericType(field.type)) return [];
  const [gte, lte] = [from, to].map(bound => (bound === undefined ? undefined : comparableNumber(field.type, bound)));
  if ((from !== undefined && gte === undefined) || (to !== undefined && lte === undefined)) return [];
  // Without bounds all values are in the range.
  if (from === undefined && to === undefined) return [{ kind: 'exists', ...common(pathField) }];
  return [
    { kind: 'range', ...common(pathField), ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) },
  ];
};

const exists = (fields: readonly PathField[]): Query[] =>
  fields.map(each => ({ kind: 'exists', ...common(each) }) as const);

/** Queries of which one has to match, for values that stand beside one another. */
const queriesOf = (table: FieldTable, fields: readonly PathField[], values: readonly ComparedValue[]): Query[] => {
  const scalars = values.flatMap(value => (value.kind === 'value' ? [value.value] : []));
  const isAmong = (kind: ComparedValue['kind']): boolean => values.some(value => value.kind === kind);
  const trees = values.flatMap(value => (value.kind === 'subtree' ? [value.id] : []));
  return [
    ...fields.flatMap(field => exact(field, scalars)),
    ...exact({ field: table.named('categoriesSubTree') }, trees),
    ...(isAmong('exists') ? exists(fields) : []),
    ...(isAmong('missing') ? [{ kind: 'not', parts: exists(fields) } as const] : []),
  ];
};

const describeTypes = (fields: readonly PathField[]): string =>
  [...new Set(fields.map(({ field }) => field.type))].join(' or ');

/** A value that no field has is a mistake, also beside others. */
const isComparable = (fields: readonly PathField[], value: ComparedValue): boolean =>
  value.kind !== 'value' || fields.some(({ field }) => comparedWith(field, value.value) !== undefined);

/** The stock of one channel is a value of a list. */
const stockInChannel = (table: FieldTable, channel: string, { values }: PathExpression): Query | undefined => {
  const query: Expression = {
    kind: 'exact',
    field: table.named('variants.availability.isOnStockInChannels'),
    boost: 1,
    value: channel,
    caseInsensitive: false,
  };
  const [first, ...others] = values;
  if (first?.kind !== 'value' || typeof first.value !== 'boolean' || others.length > 0) return undefined;
  return first.value ? query : { kind: 'not', parts: [query] };
};

/** The query of a parsed expression. */
export const queryOfExpression = (
  table: FieldTable,
  parameter: string,
  given: string,
  expression: PathExpression,
): Query => {
  const { path, values, ranges } = expression;
  const channel = channelOfStock(path);
  const fields = fieldsAtPath(table, path);
  if (channel === undefined && fields.length === 0)
    throw parameter === 'facet'
      ? fail('SearchFacetPathNotFound', { message: `Facet path ${path} not found.` })
      : malformed(parameter, path, 'the path of a field that product projections are searched by');
  if (values.some(({ kind }) => kind === 'subtree') && !path.startsWith('categories'))
    throw malformed(parameter, given, 'subtree("…") behind categories.id alone');
  const query =
    channel === undefined
      ? anyOfQueries(
          ranges.length > 0
            ? ranges.flatMap(each => fields.flatMap(field => range(field, each)))
            : queriesOf(table, fields, values),
        )
      : stockInChannel(table, channel, expression);
  if (query !== undefined && (channel !== undefined || values.every(value => isComparable(fields, value))))
    return query;
  throw malformed(
    parameter,
    given,
    channel === undefined ? `values of the type ${describeTypes(fields)}` : 'true or false',
  );
};

/** A filter, and the path that it is about. */
export interface PathFilter {
  readonly path: string;
  readonly query: Query;
}

export const parseFilters = (table: FieldTable, parameters: URLSearchParams, parameter: string): PathFilter[] =>
  parameters.getAll(parameter).map(given => {
    const expression = parsePathExpression(parameter, given, false);
    return { path: expression.path, query: queryOfExpression(table, parameter, given, expression) };
  });
