/** The facets of the older product search: terms, ranges with statistics, and the matches of a filter. */
import { limits } from '../../base/config/limits.js';
import { comparableNumber } from '../fields/comparableValues.js';
import type { SearchField, SearchFieldType } from '../fields/SearchField.js';
import { concernsRows, isInRows, type RowList } from '../match/rows.js';
import type { CountedRange, ProjectionFacet } from '../query/projections/projectionFacets.js';
import type { Count, CountedFacet, Counts, Names } from './CountedFacet.js';
import { columnOfField, rangesWith } from './facets.js';

type FacetOf<Kind extends ProjectionFacet['kind']> = ProjectionFacet & { readonly kind: Kind };
type Counting = Pick<CountedFacet, 'counts' | 'result'>;
type Levels = readonly Count['level'][];

const dataTypes: Partial<Record<SearchFieldType, string>> = {
  boolean: 'boolean',
  long: 'number',
  number: 'number',
  date: 'date',
  time: 'time',
  dateTime: 'datetime',
  instant: 'datetime',
};

/** Returns the number of products with a name where a facet asks for it. */
const productsIn = (counts: Counts | undefined, name?: unknown) =>
  counts === undefined ? {} : { productCount: counts.get(name) ?? 0 };

/** The name of all units that have a value of a type, beside those of their values. */
const anyOf = (type: SearchFieldType): symbol => Symbol.for(type);

const termsOf = ({ type }: SearchField): Names => ({
  key: 'terms',
  of: values => (values.length === 0 ? [] : [anyOf(type), ...new Set(values)]),
});

const countTerms = ({ fields }: FacetOf<'terms'>, levels: Levels): Counting => ({
  counts: [
    levels.slice(0, 1).map(level => ({ level })),
    ...levels.map(level =>
      fields.map(({ field, language }) => ({ level, column: columnOfField(field, language), names: termsOf(field) })),
    ),
  ],
  result: ([units, all = new Map<unknown, number>(), products]) => {
    const types = [...new Set(fields.map(({ field }) => field.type))];
    const total = types.reduce((sum, type) => sum + (all.get(anyOf(type)) ?? 0), 0);
    const type = types.length === 1 ? types[0] : types.find(each => all.has(anyOf(each)));
    const sorted = [...all]
      .filter(([term]) => typeof term !== 'symbol')
      .map(([term, count]) => ({ term, count, ...productsIn(products, term) }))
      .sort(
        (one, other) =>
          (other.productCount ?? other.count) - (one.productCount ?? one.count) ||
          (String(one.term) < String(other.term) ? -1 : 1),
      );
    return {
      type: 'terms',
      dataType: (type && dataTypes[type]) ?? 'text',
      missing: (units?.get(undefined) ?? 0) - total,
      total,
      other: sorted.slice(limits.projectionFacetTermsMax).reduce((sum, { count }) => sum + count, 0),
      terms: sorted.slice(0, limits.projectionFacetTermsMax),
    };
  },
});

/** Returns the statistics of the values in a range; sums of decimals depend on the order. */
const statisticsIn = ({ from = -Infinity, to = Infinity }: CountedRange, sorted: readonly [number, number][]) => {
  const inside = sorted.filter(([value]) => value >= from && value < to);
  const totalCount = inside.reduce((sum, [, count]) => sum + count, 0);
  const total = inside.reduce((sum, [value, count]) => sum + value * count, 0);
  const [min, max] = [inside[0]?.[0] ?? 0, inside.at(-1)?.[0] ?? 0];
  return { totalCount, total, min, max, mean: totalCount === 0 ? 0 : total / totalCount };
};

const countRanges = ({ fields, ranges }: FacetOf<'range'>, levels: Levels): Counting => ({
  counts: [
    fields.map(({ field }) => ({ level: levels[0]!, column: columnOfField(field) })),
    ...levels.map(level =>
      fields.map(({ field }) => ({ level, column: columnOfField(field), names: rangesWith(field, ranges) })),
    ),
  ],
  result: ([values = new Map<unknown, number>(), units, products]) => {
    const numberOf = (value: unknown) => fields.flatMap(({ field }) => comparableNumber(field.type, value) ?? [])[0];
    const sorted = [...values]
      .map(([value, count]): [number, number] => [numberOf(value) ?? Number.NaN, count])
      .filter(([value]) => !Number.isNaN(value))
      .sort(([one], [other]) => one - other);
    return {
      type: 'range',
      ranges: ranges.map((range, at) => ({
        from: range.from ?? 0,
        fromStr: range.given.from === undefined ? '' : String(range.given.from),
        to: range.to ?? 0,
        toStr: range.given.to === undefined ? '' : String(range.given.to),
        count: units?.get(at) ?? 0,
        ...productsIn(products, at),
        ...statisticsIn(range, sorted),
      })),
    };
  },
});

const countMatches = ({ query }: FacetOf<'filter'>, levels: Levels): Counting => ({
  counts: levels.map(level => [{ level, filter: query }]),
  result: ([units, products]) => ({ type: 'filter', count: units?.get(undefined) ?? 0, ...productsIn(products) }),
});

/** Counts variants, or products where the facet is not of variants, and then products where the facet asks for them. */
const countingOf = (facet: ProjectionFacet, rows: RowList): Counting => {
  const isOfRows =
    facet.kind === 'filter' ? concernsRows(facet.query, rows) : facet.fields.some(({ field }) => isInRows(field, rows));
  const levels: Levels = [isOfRows ? 'variants' : 'products', ...(facet.countsProducts ? (['products'] as const) : [])];
  switch (facet.kind) {
    case 'terms':
      return countTerms(facet, levels);
    case 'range':
      return countRanges(facet, levels);
    case 'filter':
      return countMatches(facet, levels);
  }
};

export const countedProjectionFacet = (facet: ProjectionFacet, rows: RowList): CountedFacet => ({
  name: facet.name,
  scope: 'query',
  given: facet,
  ...(facet.filter !== undefined && { among: facet.filter }),
  ...countingOf(facet, rows),
});
