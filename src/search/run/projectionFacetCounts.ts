/** Counts the facets of the older product search over the contents that a query matches. */
import { getOrCreate } from '../../base/lists.js';
import { limits } from '../../base/config/limits.js';
import type { Content } from '../document/contentOf.js';
import { rawFieldValues, textsInLanguage } from '../document/fieldValues.js';
import { comparableNumber } from '../fields/comparableValues.js';
import type { SearchField, SearchFieldType } from '../fields/SearchField.js';
import { type ContentMatch, type Matcher, matcherOf } from '../match/relevanceOf.js';
import { concernsRows, isInRows, type RowList, splitAt } from '../match/rows.js';
import type { PathField } from '../query/projections/fieldsAtPath.js';
import type { CountedRange, ProjectionFacet } from '../query/projections/projectionFacets.js';
import { fieldsOfQuery } from './findCandidates.js';

type Facet<Kind extends ProjectionFacet['kind']> = ProjectionFacet & { readonly kind: Kind };

/** Counts one facet: it counts variants, or products where the field is not a field of variants. */
interface Tally {
  /** `rows` are the counted variants of one product, or the product. */
  add(rows: readonly Content[]): void;
  result(): object;
}

const dataTypes: Partial<Record<SearchFieldType, string>> = {
  boolean: 'boolean',
  long: 'number',
  number: 'number',
  date: 'date',
  time: 'time',
  dateTime: 'datetime',
  instant: 'datetime',
};

/** Returns the values of the first field that has any, and the field. */
const valuesAt = (
  fields: readonly PathField[],
  content: Content,
): readonly [values: unknown[], field?: SearchField] => {
  for (const { field, language = '' } of fields) {
    const values = textsInLanguage(rawFieldValues(content, field), field, language);
    if (values.length > 0) return [values, field];
  }
  return [[]];
};

interface TermCount {
  readonly term: unknown;
  count: number;
  productCount: number;
}

const compareCounts =
  (countsProducts: boolean) =>
  (one: TermCount, other: TermCount): number =>
    (countsProducts ? other.productCount - one.productCount : other.count - one.count) ||
    (String(one.term) < String(other.term) ? -1 : 1);

const withProducts = (countsProducts: boolean, productCount: number) => (countsProducts ? { productCount } : {});

const termsTally = ({ fields, countsProducts }: Facet<'terms'>): Tally => {
  const counts = new Map<unknown, TermCount>();
  let [missing, total] = [0, 0];
  // The path of an attribute does not tell the type of its values.
  let type = fields.length === 1 ? fields[0]?.field.type : undefined;
  const countOf = (term: unknown): TermCount => getOrCreate(counts, term, () => ({ term, count: 0, productCount: 0 }));
  return {
    add: rows => {
      const ofProduct = new Set<TermCount>();
      for (const row of rows) {
        const [values, field] = valuesAt(fields, row);
        if (field === undefined) missing++;
        else {
          type ??= field.type;
          total++;
        }
        for (const value of new Set(values)) {
          const count = countOf(value);
          count.count++;
          ofProduct.add(count);
        }
      }
      for (const count of ofProduct) count.productCount++;
    },
    result: () => {
      const sorted = [...counts.values()].sort(compareCounts(countsProducts));
      const [shown, others] = [
        sorted.slice(0, limits.projectionFacetTermsMax),
        sorted.slice(limits.projectionFacetTermsMax),
      ];
      return {
        type: 'terms',
        dataType: (type && dataTypes[type]) ?? 'text',
        missing,
        total,
        other: others.reduce((sum, { count }) => sum + count, 0),
        terms: shown.map(({ term, count, productCount }) => ({
          term,
          count,
          ...withProducts(countsProducts, productCount),
        })),
      };
    },
  };
};

/** Holds the counts and statistics of the values in one range. */
class RangeCount {
  readonly #range: CountedRange;
  #count = 0;
  #productCount = 0;
  #values = 0;
  #sum = 0;
  #min = Infinity;
  #max = -Infinity;

  constructor(range: CountedRange) {
    this.#range = range;
  }

  /** Adds the values of the counted variants of one product. */
  add(rows: readonly (readonly number[])[]): void {
    const { from = -Infinity, to = Infinity } = this.#range;
    let isFound = false;
    for (const values of rows) {
      const inside = values.filter(value => value >= from && value < to);
      for (const value of inside) {
        this.#values++;
        this.#sum += value;
        this.#min = Math.min(this.#min, value);
        this.#max = Math.max(this.#max, value);
      }
      if (inside.length > 0) this.#count++;
      isFound ||= inside.length > 0;
    }
    if (isFound) this.#productCount++;
  }

  result(countsProducts: boolean): object {
    const { from, to, given } = this.#range;
    const isEmpty = this.#values === 0;
    return {
      from: from ?? 0,
      fromStr: given.from === undefined ? '' : String(given.from),
      to: to ?? 0,
      toStr: given.to === undefined ? '' : String(given.to),
      count: this.#count,
      ...withProducts(countsProducts, this.#productCount),
      totalCount: this.#values,
      total: this.#sum,
      min: isEmpty ? 0 : this.#min,
      max: isEmpty ? 0 : this.#max,
      mean: isEmpty ? 0 : this.#sum / this.#values,
    };
  }
}

const rangesTally = ({ fields, ranges, countsProducts }: Facet<'range'>): Tally => {
  const counts = ranges.map(range => new RangeCount(range));
  return {
    add: rows => {
      const numbers = rows.map(row =>
        fields.flatMap(({ field }) =>
          rawFieldValues(row, field).flatMap(value => comparableNumber(field.type, value) ?? []),
        ),
      );
      for (const count of counts) count.add(numbers);
    },
    result: () => ({ type: 'range', ranges: counts.map(count => count.result(countsProducts)) }),
  };
};

const filterTally = ({ query, countsProducts }: Facet<'filter'>, rows: RowList): Tally => {
  const match = matcherOf(query, rows);
  let [count, productCount] = [0, 0];
  return {
    add: elements => {
      const matching = elements.filter(element => match(element) !== undefined).length;
      count += matching;
      if (matching > 0) productCount++;
    },
    result: () => ({ type: 'filter', count, ...withProducts(countsProducts, productCount) }),
  };
};

const tallyOf = (facet: ProjectionFacet, rows: RowList): Tally => {
  switch (facet.kind) {
    case 'terms':
      return termsTally(facet);
    case 'range':
      return rangesTally(facet);
    case 'filter':
      return filterTally(facet, rows);
  }
};

class ProjectionFacetCounter {
  readonly #tally: Tally;
  readonly #rows: RowList;
  readonly #filter: Matcher | undefined;
  readonly #countsRows: boolean;
  readonly name: string;

  constructor(facet: ProjectionFacet, rows: RowList) {
    this.#tally = tallyOf(facet, rows);
    this.#rows = rows;
    this.#filter = facet.filter && matcherOf(facet.filter, rows);
    this.#countsRows =
      facet.kind === 'filter'
        ? concernsRows(facet.query, rows)
        : facet.fields.some(({ field }) => isInRows(field, rows));
    this.name = facet.name;
  }

  add(content: Content, match: ContentMatch): void {
    const all = splitAt(content, this.#rows.path);
    const filter = this.#filter;
    const counted = all.filter(
      (row, at) =>
        (match.rows === undefined || match.rows.includes(at)) && (filter === undefined || filter(row) !== undefined),
    );
    if (counted.length > 0) this.#tally.add(this.#countsRows ? counted : [content]);
  }

  result(): object {
    return this.#tally.result();
  }
}

const fieldsOfFacet = (facet: ProjectionFacet): SearchField[] => [
  ...(facet.kind === 'filter' ? fieldsOfQuery(facet.query) : facet.fields.map(({ field }) => field)),
  ...(facet.filter === undefined ? [] : fieldsOfQuery(facet.filter)),
];

/** Counts facets while a search runs; `results` are by name. */
export const countProjectionFacets = (facets: readonly ProjectionFacet[], rows: RowList, rowField: SearchField) => {
  const counters = facets.map(facet => new ProjectionFacetCounter(facet, rows));
  return {
    fields: [rowField, ...facets.flatMap(fieldsOfFacet)],
    add: (content: Content, match: ContentMatch): void => {
      for (const counter of counters) counter.add(content, match);
    },
    results: (): Record<string, object> =>
      Object.fromEntries(counters.map(counter => [counter.name, counter.result()])),
  };
};
