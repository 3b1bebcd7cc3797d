/** The facets of the product search: distinct values, ranges, statistics and the number of matches. */
import { textComparison } from '../../engine/collation.js';
import { enumKeyLanguage } from '../document/fieldValues.js';
import { comparableNumber, isNumericType } from '../fields/comparableValues.js';
import { type SearchField, sortLanguage } from '../fields/SearchField.js';
import type { Facet, FacetRange } from '../query/ast.js';
import type { Count, CountedFacet, Counts, Names } from './CountedFacet.js';
import type { ColumnField } from './DocumentColumns.js';

type FacetOf<Kind extends Facet['kind']> = Facet & { readonly kind: Kind };

/** Returns the column of a field; values of an enum without a language are its keys. */
export const columnOfField = (field: SearchField, language = enumKeyLanguage): ColumnField => ({
  field,
  language: field.type === 'localizedText' ? language : undefined,
});

/** Names the buckets of a product or variant with these values: their texts, or the one of absent values. */
const distinctKeys = ({ missing, includes }: FacetOf<'distinct'>): Names => {
  const isIncluded = includes && new Set(includes);
  return {
    key: JSON.stringify([missing, includes]),
    of: values => {
      const keys = values.length === 0 && missing !== undefined ? [missing] : [...new Set(values.map(String))];
      return isIncluded === undefined ? keys : keys.filter(key => isIncluded.has(key));
    },
  };
};

const distinctResult = ({ name, field, language, sort, limit }: FacetOf<'distinct'>, counts: Counts): object => {
  const compareTexts = textComparison(sortLanguage(field, language));
  const direction = sort.order === 'asc' ? 1 : -1;
  return {
    name,
    buckets: Array.from(counts, ([key, count]) => ({ key: key as string, count }))
      .sort((one, other) =>
        sort.by === 'key'
          ? direction * compareTexts(one.key, other.key)
          : direction * (one.count - other.count) || compareTexts(one.key, other.key),
      )
      .slice(0, limit),
  };
};

type Range = Pick<FacetRange, 'from' | 'to'>;

/** Names the ranges by their positions that have one of the values. */
export const rangesWith = ({ type }: SearchField, ranges: readonly Range[]): Names => ({
  key: JSON.stringify(ranges.map(({ from, to }) => ({ from, to }))),
  of: values => {
    const numbers = values.map(value => comparableNumber(type, value) ?? Number.NaN);
    const found: number[] = [];
    for (const [at, { from = -Infinity, to = Infinity }] of ranges.entries())
      if (numbers.some(number => number >= from && number < to)) found.push(at);
    return found;
  },
});

const rangesResult = ({ name, ranges }: FacetOf<'ranges'>, counts: Counts): object => ({
  name,
  buckets: ranges.map(({ key }, at) => ({ key, count: counts.get(at) ?? 0 })),
});

const statsResult = ({ name, field }: FacetOf<'stats'>, counts: Counts): object => {
  const hasNumbers = field.type === 'long' || field.type === 'number';
  const comparable = (value: unknown): string | number =>
    isNumericType(field.type) ? comparableNumber(field.type, value)! : String(value);
  // Sums of decimals depend on the order, and documents come in any.
  const sorted = [...counts].sort(([one], [other]) => (comparable(one) < comparable(other) ? -1 : 1));
  let [sum, count] = [0, 0];
  for (const [value, occurrences] of sorted) {
    if (hasNumbers) sum += (value as number) * occurrences;
    count += occurrences;
  }
  const mean = hasNumbers && count > 0 && { mean: sum / count, sum };
  return { name, min: sorted[0]?.[0] ?? null, max: sorted.at(-1)?.[0] ?? null, ...mean, count };
};

/** Returns what a facet counts, and how its result is made of that. */
const countingOf = (facet: Facet): Pick<Count, 'column' | 'names'> & { resultOf: (counts: Counts) => object } => {
  if (facet.kind === 'count') return { resultOf: counts => ({ name: facet.name, value: counts.get(undefined) ?? 0 }) };
  const column = columnOfField(facet.field, 'language' in facet ? facet.language : undefined);
  switch (facet.kind) {
    case 'distinct':
      return { column, names: distinctKeys(facet), resultOf: counts => distinctResult(facet, counts) };
    case 'ranges':
      return { column, names: rangesWith(facet.field, facet.ranges), resultOf: counts => rangesResult(facet, counts) };
    case 'stats':
      return { column, resultOf: counts => statsResult(facet, counts) };
  }
};

export const countedFacet = (facet: Facet): CountedFacet => {
  const { name, scope, level, filter } = facet;
  const { resultOf, ...count } = countingOf(facet);
  const counts = [[{ level, ...(filter !== undefined && { filter }), ...count }]];
  return { name, scope, given: facet, counts, result: ([found = new Map()]) => resultOf(found) };
};
