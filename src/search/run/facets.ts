/** Counts facets over the contents that a query matches. */
import { textComparison } from '../../engine/collation.js';
import type { Content } from '../document/contentOf.js';
import { enumKeyLanguage, rawFieldValues, textsInLanguage } from '../document/fieldValues.js';
import { comparableNumber, isNumericType } from '../fields/comparableValues.js';
import { type SearchField, sortLanguage } from '../fields/SearchField.js';
import { type ContentMatch, type Matcher, matcherOf } from '../match/relevanceOf.js';
import { concernsRows, isInRows, type RowList, splitAt } from '../match/rows.js';
import type { Facet } from '../query/ast.js';
import { fieldsOfQuery } from './findCandidates.js';

interface Bucket {
  readonly key: string;
  readonly count: number;
}

export type FacetResult =
  | { readonly name: string; readonly buckets: readonly Bucket[] }
  | { readonly name: string; readonly value: number }
  | {
      readonly name: string;
      readonly min: unknown;
      readonly max: unknown;
      readonly mean?: number;
      readonly sum?: number;
      readonly count: number;
    };

/** Counts one kind of facet; `values` belong to one counted product or variant. */
interface Tally {
  add(values: readonly unknown[]): void;
  result(): FacetResult;
}

export type FacetOf<Kind extends Facet['kind']> = Facet & { readonly kind: Kind };

/** Adds to the count of a value. */
const increase = <Key>(counts: Map<Key, number>, key: Key): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** Returns the buckets of a product or variant with these values: their texts, or the one of absent values. */
export const distinctKeys = ({
  missing,
  includes,
}: FacetOf<'distinct'>): ((values: readonly unknown[]) => string[]) => {
  const isIncluded = includes && new Set(includes);
  return values => {
    const keys = values.length === 0 && missing !== undefined ? [missing] : [...new Set(values.map(String))];
    return isIncluded === undefined ? keys : keys.filter(key => isIncluded.has(key));
  };
};

export const distinctResult = (
  { name, field, language, sort, limit }: FacetOf<'distinct'>,
  counts: Iterable<readonly [key: string, count: number]>,
): FacetResult => {
  const compareTexts = textComparison(sortLanguage(field, language));
  const direction = sort.order === 'asc' ? 1 : -1;
  return {
    name,
    buckets: Array.from(counts, ([key, count]): Bucket => ({ key, count }))
      .sort((one, other) =>
        sort.by === 'key'
          ? direction * compareTexts(one.key, other.key)
          : direction * (one.count - other.count) || compareTexts(one.key, other.key),
      )
      .slice(0, limit),
  };
};

const distinctTally = (facet: FacetOf<'distinct'>): Tally => {
  const counts = new Map<string, number>();
  const keysOf = distinctKeys(facet);
  return {
    add: values => {
      for (const key of keysOf(values)) increase(counts, key);
    },
    result: () => distinctResult(facet, counts),
  };
};

/** Returns the positions of the ranges that have one of the values. */
export const rangesWith = ({ field, ranges }: FacetOf<'ranges'>, values: readonly unknown[]): number[] => {
  const numbers = values.map(value => comparableNumber(field.type, value) ?? Number.NaN);
  const found: number[] = [];
  for (const [at, { from = -Infinity, to = Infinity }] of ranges.entries())
    if (numbers.some(number => number >= from && number < to)) found.push(at);
  return found;
};

export const rangesResult = ({ name, ranges }: FacetOf<'ranges'>, countOf: (at: number) => number): FacetResult => ({
  name,
  buckets: ranges.map(({ key }, at) => ({ key, count: countOf(at) })),
});

const rangesTally = (facet: FacetOf<'ranges'>): Tally => {
  const counts = facet.ranges.map(() => 0);
  return {
    add: values => {
      for (const at of rangesWith(facet, values)) counts[at]! += 1;
    },
    result: () => rangesResult(facet, at => counts[at]!),
  };
};

export const statsResult = (
  { name, field }: FacetOf<'stats'>,
  counts: Iterable<readonly [value: unknown, count: number]>,
): FacetResult => {
  const hasNumbers = field.type === 'long' || field.type === 'number';
  const comparable = (value: unknown): string | number =>
    isNumericType(field.type) ? comparableNumber(field.type, value)! : String(value);
  const isBelow = (one: unknown, other: unknown): boolean => comparable(one) < comparable(other);
  let [min, max, sum, count] = [undefined as unknown, undefined as unknown, 0, 0];
  for (const [value, occurrences] of counts) {
    if (count === 0 || isBelow(value, min)) min = value;
    if (count === 0 || isBelow(max, value)) max = value;
    if (hasNumbers) sum += (value as number) * occurrences;
    count += occurrences;
  }
  const mean = hasNumbers && count > 0 && { mean: sum / count, sum };
  return { name, min: min ?? null, max: max ?? null, ...mean, count };
};

const statsTally = (facet: FacetOf<'stats'>): Tally => {
  const counts = new Map<unknown, number>();
  return {
    add: values => {
      for (const value of values) increase(counts, value);
    },
    result: () => statsResult(facet, counts),
  };
};

const countTally = ({ name }: Facet): Tally => {
  let value = 0;
  return { add: () => void (value += 1), result: () => ({ name, value }) };
};

const tallyOf = (facet: Facet): Tally => {
  switch (facet.kind) {
    case 'distinct':
      return distinctTally(facet);
    case 'ranges':
      return rangesTally(facet);
    case 'stats':
      return statsTally(facet);
    case 'count':
      return countTally(facet);
  }
};

const valuesIn = (contents: readonly Content[], field: SearchField, language: string | undefined): unknown[] =>
  contents.flatMap(content => textsInLanguage(rawFieldValues(content, field), field, language ?? enumKeyLanguage));

/** Tells whether a facet reads the variants one by one; `splitsWithin` is the same for their prices. */
export const partsOfFacet = (facet: Facet, rows: RowList) => {
  const field = 'field' in facet ? facet.field : undefined;
  const isOfRows = field !== undefined && isInRows(field, rows);
  return {
    splitsRows:
      facet.level === 'variants' || isOfRows || (facet.filter !== undefined && concernsRows(facet.filter, rows)),
    splitsWithin: field?.lists.includes(rows.within) === true,
  };
};

class FacetCounter {
  readonly #facet: Facet;
  readonly #rows: RowList;
  readonly #tally: Tally;
  readonly #filter: Matcher | undefined;
  readonly #parts: ReturnType<typeof partsOfFacet>;

  constructor(facet: Facet, rows: RowList) {
    this.#facet = facet;
    this.#rows = rows;
    this.#tally = tallyOf(facet);
    this.#filter = facet.filter && matcherOf(facet.filter);
    this.#parts = partsOfFacet(facet, rows);
  }

  add(content: Content, { rows }: ContentMatch): void {
    const { level } = this.#facet;
    // If all variants count for the product, its content needs no split.
    const areAllCounted = rows === undefined && level === 'products' && this.#filter === undefined;
    if (!this.#parts.splitsRows || areAllCounted) return this.#addOne([content]);
    const all = splitAt(content, this.#rows.path);
    const matching = rows === undefined ? all : all.filter((_, at) => rows.includes(at));
    if (level === 'variants') for (const row of matching) this.#addOne(this.#elementsOf(row));
    else this.#addOne(matching.flatMap(row => this.#elementsOf(row)));
  }

  result(): FacetResult {
    return this.#tally.result();
  }

  #elementsOf(row: Content): Content[] {
    return this.#parts.splitsWithin ? splitAt(row, this.#rows.withinPath) : [row];
  }

  #addOne(elements: readonly Content[]): void {
    const filter = this.#filter;
    const counted = filter === undefined ? elements : elements.filter(element => filter(element) !== undefined);
    if (counted.length === 0 && (filter !== undefined || !('field' in this.#facet))) return;
    this.#tally.add(
      'field' in this.#facet
        ? valuesIn(counted, this.#facet.field, 'language' in this.#facet ? this.#facet.language : undefined)
        : [],
    );
  }
}

export interface FacetCounters {
  readonly fields: readonly SearchField[];
  add(content: Content, match: ContentMatch): void;
  results(): readonly FacetResult[];
}

export const countFacets = (facets: readonly Facet[], rows: RowList, rowField: SearchField): FacetCounters => {
  const counters = facets.map(facet => new FacetCounter(facet, rows));
  return {
    fields: [
      rowField,
      ...facets.flatMap(facet => [
        ...('field' in facet ? [facet.field] : []),
        ...(facet.filter === undefined ? [] : fieldsOfQuery(facet.filter)),
      ]),
    ],
    add: (content, match) => {
      for (const counter of counters) counter.add(content, match);
    },
    results: () => counters.map(counter => counter.result()),
  };
};
