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

/** 1 adds to the counts, -1 subtracts from them. */
export type Sign = 1 | -1;

/** Counts one kind of facet; `values` belong to one counted product or variant. */
interface Tally {
  add(values: readonly unknown[], sign: Sign): void;
  result(): FacetResult;
  size(): number;
}

const change = <Key>(counts: Map<Key, number>, key: Key, by: Sign): void => {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};

const distinctTally = (facet: Facet & { readonly kind: 'distinct' }): Tally => {
  const { name, field, language, missing, includes, sort, limit } = facet;
  const compareTexts = textComparison(sortLanguage(field, language));
  const counts = new Map<string, number>();
  const isIncluded = includes && new Set(includes);
  const direction = sort.order === 'asc' ? 1 : -1;
  return {
    size: () => counts.size,
    add: (values, sign) => {
      const keys = values.length === 0 && missing !== undefined ? [missing] : new Set(values.map(String));
      for (const key of keys) if (isIncluded === undefined || isIncluded.has(key)) change(counts, key, sign);
    },
    result: () => ({
      name,
      buckets: Array.from(counts, ([key, count]): Bucket => ({ key, count }))
        .sort((one, other) =>
          sort.by === 'key'
            ? direction * compareTexts(one.key, other.key)
            : direction * (one.count - other.count) || compareTexts(one.key, other.key),
        )
        .slice(0, limit),
    }),
  };
};

const rangesTally = ({ name, field, ranges }: Facet & { readonly kind: 'ranges' }): Tally => {
  const counts = ranges.map(() => 0);
  return {
    size: () => counts.length,
    add: (values, sign) => {
      const numbers = values.flatMap(value => comparableNumber(field.type, value) ?? []);
      ranges.forEach(({ from = -Infinity, to = Infinity }, at) => {
        if (numbers.some(number => number >= from && number < to)) counts[at]! += sign;
      });
    },
    result: () => ({ name, buckets: ranges.map(({ key }, at) => ({ key, count: counts[at]! })) }),
  };
};

/** Keeps how often each value occurs, so that the least and the greatest are known after values are subtracted. */
const statsTally = ({ name, field }: Facet & { readonly kind: 'stats' }): Tally => {
  const counts = new Map<unknown, number>();
  const hasNumbers = field.type === 'long' || field.type === 'number';
  const comparable = (value: unknown): string | number =>
    isNumericType(field.type) ? comparableNumber(field.type, value)! : String(value);
  const isBelow = (one: unknown, other: unknown): boolean => comparable(one) < comparable(other);
  return {
    size: () => counts.size,
    add: (values, sign) => {
      for (const value of values) change(counts, value, sign);
    },
    result: () => {
      let [min, max, sum, count] = [undefined as unknown, undefined as unknown, 0, 0];
      for (const [value, occurrences] of counts) {
        if (count === 0 || isBelow(value, min)) min = value;
        if (count === 0 || isBelow(max, value)) max = value;
        if (hasNumbers) sum += (value as number) * occurrences;
        count += occurrences;
      }
      return {
        name,
        min: min ?? null,
        max: max ?? null,
        ...(hasNumbers && count > 0 && { mean: sum / count, sum }),
        count,
      };
    },
  };
};

const countTally = ({ name }: Facet): Tally => {
  let value = 0;
  return { size: () => 1, add: (_, sign) => void (value += sign), result: () => ({ name, value }) };
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

class FacetCounter {
  readonly #facet: Facet;
  readonly #rows: RowList;
  readonly #tally: Tally;
  readonly #filter: Matcher | undefined;
  /** True if the variants are read one by one; `splitsWithin` is the same for their prices. */
  readonly #splitsRows: boolean;
  readonly #splitsWithin: boolean;

  constructor(facet: Facet, rows: RowList) {
    this.#facet = facet;
    this.#rows = rows;
    this.#tally = tallyOf(facet);
    const { filter, level } = facet;
    const field = 'field' in facet ? facet.field : undefined;
    this.#filter = filter && matcherOf(filter);
    const isOfRows = field !== undefined && isInRows(field, rows);
    this.#splitsRows = level === 'variants' || isOfRows || (filter !== undefined && concernsRows(filter, rows));
    this.#splitsWithin = field?.lists.includes(rows.within) === true;
  }

  add(content: Content, { rows }: ContentMatch, sign: Sign): void {
    const { level } = this.#facet;
    // If all variants count for the product, its content needs no split.
    const areAllCounted = rows === undefined && level === 'products' && this.#filter === undefined;
    if (!this.#splitsRows || areAllCounted) return this.#addOne([content], sign);
    const all = splitAt(content, this.#rows.path);
    const matching = rows === undefined ? all : all.filter((_, at) => rows.includes(at));
    if (level === 'variants') for (const row of matching) this.#addOne(this.#elementsOf(row), sign);
    else
      this.#addOne(
        matching.flatMap(row => this.#elementsOf(row)),
        sign,
      );
  }

  size(): number {
    return this.#tally.size();
  }

  result(): FacetResult {
    return this.#tally.result();
  }

  #elementsOf(row: Content): Content[] {
    return this.#splitsWithin ? splitAt(row, this.#rows.withinPath) : [row];
  }

  #addOne(elements: readonly Content[], sign: Sign): void {
    const filter = this.#filter;
    const counted = filter === undefined ? elements : elements.filter(element => filter(element) !== undefined);
    if (counted.length === 0 && (filter !== undefined || !('field' in this.#facet))) return;
    this.#tally.add(
      'field' in this.#facet
        ? valuesIn(counted, this.#facet.field, 'language' in this.#facet ? this.#facet.language : undefined)
        : [],
      sign,
    );
  }
}

export interface FacetCounters {
  readonly fields: readonly SearchField[];
  add(content: Content, match: ContentMatch, sign: Sign): void;
  results(): readonly FacetResult[];
  size(): number;
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
    add: (content, match, sign) => {
      for (const counter of counters) counter.add(content, match, sign);
    },
    results: () => counters.map(counter => counter.result()),
    size: () => counters.reduce((sum, counter) => sum + counter.size(), 0),
  };
};
