/** A plain evaluation of facets over contents, one content after the other. */
import type { Content } from '../../../src/search/document/contentOf.js';
import { rawFieldValues, textsInLanguage } from '../../../src/search/document/fieldValues.js';
import { comparableNumber } from '../../../src/search/fields/comparableValues.js';
import { type ContentMatch, matcherOf } from '../../../src/search/match/relevanceOf.js';
import { concernsRows, isInRows, splitAt } from '../../../src/search/match/rows.js';
import { variantRows } from '../../../src/search/productResults.js';
import type { Facet } from '../../../src/search/query/ast.js';

type Values = readonly unknown[];
/** How a content matches the query of the search, and the condition of facets that disregard it. */
type ScopeMatches = Readonly<Record<Facet['scope'], ContentMatch | undefined>>;

/** Returns the parts of a content whose values count together, for each counted product or variant. */
const unitsOf = (facet: Facet, content: Content, { rows }: ContentMatch): Content[][] => {
  const field = 'field' in facet ? facet.field : undefined;
  const splitsRows =
    facet.level === 'variants' ||
    (field !== undefined && isInRows(field, variantRows)) ||
    (facet.filter !== undefined && concernsRows(facet.filter, variantRows));
  if (!splitsRows) return [[content]];
  const parts = splitAt(content, variantRows.path)
    .filter((_, at) => rows === undefined || rows.includes(at))
    .map(row => (field?.lists.includes(variantRows.within) === true ? splitAt(row, variantRows.withinPath) : [row]));
  return facet.level === 'variants' ? parts : [parts.flat()];
};

const valuesOf = (facet: Facet, parts: readonly Content[]): unknown[] => {
  if (!('field' in facet)) return [];
  const { field } = facet;
  const language = ('language' in facet ? facet.language : undefined) ?? '';
  return parts.flatMap(part => textsInLanguage(rawFieldValues(part, field), field, language));
};

const resultOf = (facet: Facet, units: readonly Values[]): object => {
  const { name } = facet;
  if (facet.kind === 'count') return { name, value: units.length };
  if (facet.kind === 'stats') {
    const numbers = units.flat() as number[];
    const [sum, count] = [numbers.reduce((total, value) => total + value, 0), numbers.length];
    if (count === 0) return { name, min: null, max: null, count };
    return { name, min: Math.min(...numbers), max: Math.max(...numbers), mean: sum / count, sum, count };
  }
  if (facet.kind === 'ranges')
    return {
      name,
      buckets: facet.ranges.map(({ key, from = -Infinity, to = Infinity }) => ({
        key,
        count: units.filter(values =>
          values.some(value => {
            const number = comparableNumber(facet.field.type, value)!;
            return number >= from && number < to;
          }),
        ).length,
      })),
    };
  const counts = new Map<string, number>();
  for (const values of units) {
    const keys = values.length === 0 && facet.missing !== undefined ? [facet.missing] : new Set(values.map(String));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { name, buckets: Array.from(counts, ([key, count]) => ({ key, count })) };
};

export const plainFacets = (facets: readonly Facet[]) => {
  const lists: Values[][] = facets.map(() => []);
  const add = (content: Content, matches: ScopeMatches): void => {
    for (const [at, facet] of facets.entries()) {
      const match = matches[facet.scope];
      const passes = facet.filter && matcherOf(facet.filter);
      for (const parts of match === undefined ? [] : unitsOf(facet, content, match)) {
        const counted = passes === undefined ? parts : parts.filter(part => passes(part) !== undefined);
        if (counted.length > 0 || (passes === undefined && 'field' in facet)) lists[at]!.push(valuesOf(facet, counted));
      }
    }
  };
  return { add, results: () => facets.map((facet, at) => resultOf(facet, lists[at]!)) };
};
