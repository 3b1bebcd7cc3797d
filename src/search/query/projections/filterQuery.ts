/** Translates filters of the older product search to the query language of all searches. */
import { fail } from '../../../base/errors/ApiError.js';
import { isExactNumber } from '../../../engine/document/inexactNumber.js';
import type { FieldTable } from '../../fields/FieldTable.js';
import { comparableNumber, isNumericType } from '../../fields/comparableValues.js';
import type { SearchField } from '../../fields/SearchField.js';
import type { ComparableValue, Expression, Query } from '../ast.js';
import { channelOfStock, fieldsAtPath, fieldsPresentAt, type PathField } from './fieldsAtPath.js';
import {
  type ComparedValue,
  malformed,
  numeral,
  type PathExpression,
  parsePathExpression,
  type Scalar,
  type ValueRange,
} from './parsePathExpression.js';

const anyOfQueries = (parts: readonly Query[]): Query | undefined =>
  parts.length <= 1 ? parts[0] : { kind: 'or', parts };

/** Requires all queries, without a weight in the relevance. */
export const allOfQueries = (parts: readonly Query[]): Query | undefined =>
  parts.length === 0 ? undefined : { kind: 'filter', parts };

const common = ({ field, language }: PathField) => ({ field, boost: 1, ...(language !== undefined && { language }) });

/** Returns the number in a text; undefined for another text, and for a value that is no text. */
export const numberOf = (value: Scalar): number | undefined =>
  typeof value === 'string' && numeral.test(value) && isExactNumber(value) ? Number(value) : undefined;

/**
 * Returns a value as a field compares it; undefined where the field has values of another type. Some SDKs write
 * numbers, true and false in quotation marks.
 */
const comparedWith = ({ type }: SearchField, value: Scalar): ComparableValue | undefined => {
  if (type === 'long' || type === 'number') return comparableNumber(type, value) ?? numberOf(value);
  if (isNumericType(type)) return comparableNumber(type, value);
  if (type !== 'boolean') return typeof value === 'string' ? value : undefined;
  return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
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
  const [gte, lte] = [from, to].map(bound =>
    bound === undefined ? undefined : (comparedWith(field, bound) as number | undefined),
  );
  if ((from !== undefined && gte === undefined) || (to !== undefined && lte === undefined)) return [];
  // Without bounds, all values are in the range.
  if (from === undefined && to === undefined) return [{ kind: 'exists', ...common(pathField) }];
  return [
    { kind: 'range', ...common(pathField), ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) },
  ];
};

const everyTree = '*';

/** Tells whether a value stands for the categories of a product and all their ancestors. */
export const isEveryTree = (value: ComparedValue): boolean => value.kind === 'subtree' && value.id === everyTree;

const exists = (fields: readonly PathField[]): Query[] =>
  fields.map(each => ({ kind: 'exists', ...common(each) }) as const);

/** Returns queries for a list of values; one of the queries has to match. */
const queriesOf = (table: FieldTable, path: string, values: readonly ComparedValue[]): Query[] => {
  const scalars = values.flatMap(value => (value.kind === 'value' ? [value.value] : []));
  const trees = values.flatMap(value => (value.kind === 'subtree' && value.id !== everyTree ? [value.id] : []));
  const isAmong = (kind: ComparedValue['kind']): boolean => values.some(value => value.kind === kind);
  const present = exists(fieldsPresentAt(table, path));
  return [
    ...fieldsAtPath(table, path).flatMap(field => exact(field, scalars)),
    ...exact({ field: table.named('categoriesSubTree') }, trees),
    ...(isAmong('exists') || values.some(isEveryTree) ? present : []),
    ...(isAmong('missing') ? [{ kind: 'not', parts: present } as const] : []),
  ];
};

/** Paths at which subtree("…") may stand. */
export const categoryPaths: ReadonlySet<string> = new Set(['categories', 'categories.id']);

const describeTypes = (fields: readonly PathField[]): string =>
  [...new Set(fields.map(({ field }) => field.type))].join(' or ');

/** Tells whether a field can have the value; a value that no field can have is an error, also beside other values. */
const isComparable = (fields: readonly PathField[], value: ComparedValue): boolean =>
  value.kind !== 'value' || fields.some(({ field }) => comparedWith(field, value.value) !== undefined);

/** The index has a term for being on stock in a channel; for other conditions on this stock it has none. */
const onStockInChannel = (table: FieldTable, { path, values }: PathExpression): Expression[] => {
  const [channel, [value, ...others]] = [channelOfStock(path), values];
  return channel !== undefined && value?.kind === 'value' && value.value === true && others.length === 0
    ? exact({ field: table.named('variants.availability.isOnStockInChannels') }, [channel])
    : [];
};

const unknownPath = (parameter: string, path: string) =>
  parameter === 'facet'
    ? fail('SearchFacetPathNotFound', { message: `Facet path ${path} not found.` })
    : malformed(parameter, path, 'the path of a field that product projections are searched by');

export const queryOfExpression = (
  table: FieldTable,
  parameter: string,
  given: string,
  expression: PathExpression,
): Query => {
  const { path, values, ranges } = expression;
  const asksPresence = ranges.length === 0 && values.every(({ kind }) => kind === 'exists' || kind === 'missing');
  const fields = (asksPresence ? fieldsPresentAt : fieldsAtPath)(table, path);
  if (fields.length === 0) throw unknownPath(parameter, path);
  if (values.some(({ kind }) => kind === 'subtree') && !categoryPaths.has(path))
    throw malformed(parameter, given, 'subtree("…") behind categories.id alone');
  const stock = onStockInChannel(table, expression);
  if (stock[0] !== undefined) return stock[0];
  const query = anyOfQueries(
    ranges.length > 0
      ? ranges.flatMap(each => fields.flatMap(field => range(field, each)))
      : queriesOf(table, path, values),
  );
  if (query !== undefined && values.every(value => isComparable(fields, value))) return query;
  throw malformed(parameter, given, `values of the type ${describeTypes(fields)}`);
};

export interface PathFilter {
  readonly path: string;
  readonly query: Query;
}

export const parseFilters = (table: FieldTable, parameters: URLSearchParams, parameter: string): PathFilter[] =>
  parameters.getAll(parameter).map(given => {
    const expression = parsePathExpression(parameter, given, false);
    return { path: expression.path, query: queryOfExpression(table, parameter, given, expression) };
  });
