/**
 * Searches categories without an index: a project has few categories, and each thread caches those that it has read
 * (docs/decisions/categories.md).
 */
import { limits } from '../base/config/limits.js';
import { WorkTime } from '../base/shedding/WorkTime.js';
import { type Category, CategoryMembers } from '../commerce/resources/category/members.js';
import { BaseShape } from '../engine/define/Base.js';
import { loadManyCached } from '../engine/loadResources.js';
import type { ResourceAccess } from '../engine/define/ResourceAccess.js';
import { canonicalLanguageTag, entriesInLanguages, isLanguageTag } from '../engine/schema/languageTags.js';
import { timeFormats } from '../engine/schema/dateTimes.js';
import { textComparison } from '../engine/collation.js';
import { wholeList } from '../store/DataStore.js';
import { searchedWords, similarWordTest, wordFinder, wordsOf } from './fields/searchedWords.js';
import {
  type ComparedValue,
  malformed,
  type PathExpression,
  parsePathExpression,
  type Scalar,
  type ValueRange,
} from './query/projections/parsePathExpression.js';

export interface CategorySearch {
  /** Finds words in the texts of a language, in the key and in the external id. */
  readonly fulltext?: { readonly locale: string; readonly text: string };
  /** Finds names in a language by the starts of their words. */
  readonly autocomplete?: { readonly locale: string; readonly text: string };
  /** Filters as in the older product search, such as `parent.id:"…"`. */
  readonly filters: readonly string[];
  /** Sort keys, such as `name.en desc`. */
  readonly sorts: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

type Test = (category: Category) => boolean;
type Json = Readonly<Record<string, unknown>>;

const members: ReadonlySet<string> = new Set(
  [BaseShape, CategoryMembers].flatMap(({ properties }) => Object.keys(properties)),
);

/** Returns the values at a path, in all elements of lists. */
const valuesAt = (value: unknown, [step, ...rest]: readonly string[]): unknown[] => {
  if (Array.isArray(value)) return value.flatMap(each => valuesAt(each, step === undefined ? [] : [step, ...rest]));
  if (value === undefined || value === null) return [];
  if (step === undefined) return [value];
  return typeof value === 'object' && Object.hasOwn(value, step) ? valuesAt((value as Json)[step], rest) : [];
};

type ValuesOf = (category: Category) => unknown[];

const localizedMembers: ReadonlySet<string> = new Set([
  'name',
  'slug',
  'description',
  'metaTitle',
  'metaDescription',
  'metaKeywords',
]);

/** Returns the steps of a path; languages become their canonical tags. */
const stepsOf = (path: string): string[] => {
  const steps = path.split('.');
  const isLanguage = (at: number): boolean =>
    steps[0] === 'custom' ? at > 2 : at > 0 && localizedMembers.has(steps[at - 1] ?? '');
  return steps.map((step, at) => (isLanguage(at) && isLanguageTag(step) ? canonicalLanguageTag(step) : step));
};

const valuesOfPath = (parameter: string, path: string): ValuesOf => {
  const [member = '', ...steps] = stepsOf(path);
  if (!members.has(member)) throw malformed(parameter, path, 'the path of a field of categories');
  return category => valuesAt((category as unknown as Json)[member], steps);
};

const isNumber = (value: unknown): boolean => value !== '' && Number.isFinite(Number(value));

/** Compares values: order hints are texts of numbers; the texts of times sort like the times. */
const comparisonIn = (language: string | undefined) => {
  const compareTexts = textComparison(language);
  return (one: unknown, other: unknown): number =>
    isNumber(one) && isNumber(other) ? Number(one) - Number(other) : compareTexts(String(one), String(other));
};

const compare = comparisonIn(undefined);

const isInRange =
  ({ from, to }: ValueRange) =>
  (value: unknown): boolean =>
    (from === undefined || compare(value, from) >= 0) && (to === undefined || compare(value, to) <= 0);

const equals = (value: unknown, wanted: Scalar): boolean => value === wanted;

const isInTree = ({ id, ancestors }: Category, root: string): boolean =>
  id === root || ancestors.some(each => each.id === root);

const valueTest = (valuesOf: ValuesOf, compared: ComparedValue): Test => {
  switch (compared.kind) {
    case 'value':
      return category => valuesOf(category).some(value => equals(value, compared.value));
    case 'subtree':
      return category => isInTree(category, compared.id);
    case 'missing':
      return category => valuesOf(category).length === 0;
    case 'exists':
      return category => valuesOf(category).length > 0;
  }
};

const timeMembers: ReadonlySet<string> = new Set(['createdAt', 'lastModifiedAt']);

/** Refuses times that do not exist in the calendar: as texts, they would compare like times. */
const assertTimes = (given: string, values: readonly ComparedValue[], ranges: readonly ValueRange[]): void => {
  const { test, expected } = timeFormats.DateTime;
  const compared = [
    ...values.flatMap(each => (each.kind === 'value' ? [each.value] : [])),
    ...ranges.flatMap(({ from, to }) => [from, to].filter(bound => bound !== undefined)),
  ];
  if (!compared.every(each => test(String(each)))) throw malformed('filters', given, expected);
};

const filterTest = (given: string): Test => {
  const { path, values, ranges }: PathExpression = parsePathExpression('filters', given, false);
  const valuesOf = valuesOfPath('filters', path);
  if (path !== 'id' && values.some(({ kind }) => kind === 'subtree'))
    throw malformed('filters', given, 'subtree("…") behind id alone');
  const tests = values.map(value => valueTest(valuesOf, value));
  if (timeMembers.has(path)) assertTimes(given, values, ranges);
  const inRanges = ranges.map(isInRange);
  return category =>
    ranges.length > 0
      ? valuesOf(category).some(value => inRanges.some(isIn => isIn(value)))
      : tests.some(test => test(category));
};

const textIn = (texts: Readonly<Record<string, string>> = {}, locale: string): string =>
  (Object.hasOwn(texts, locale) ? texts[locale] : entriesInLanguages(texts, [locale])[0]?.[1]) ?? '';

const wordsIn = (category: Category, locale: string): ((word: string) => boolean) => {
  const { key = '', externalId = '', name, slug, description, metaTitle, metaDescription, metaKeywords } = category;
  const texts = [name, slug, description, metaTitle, metaDescription, metaKeywords].map(each => textIn(each, locale));
  return wordFinder([key, externalId, ...texts].flatMap(wordsOf));
};

const givenWords = (parameter: string, text: string): string[] => {
  const words = searchedWords(text);
  if (words.length === 0 || words.length > limits.searchWordsMax || text.length > limits.searchValueLengthMax)
    throw malformed(parameter, text, `1 to ${limits.searchWordsMax} words`);
  return words;
};

const testsOf = ({ fulltext, autocomplete, filters }: CategorySearch): Test[] => {
  const tests = filters.map(filterTest);
  if (fulltext !== undefined) {
    const words = givenWords('fulltext', fulltext.text);
    tests.push(category => {
      return words.every(wordsIn(category, fulltext.locale));
    });
  }
  if (autocomplete !== undefined) {
    const words = givenWords('text', autocomplete.text);
    tests.push(category => {
      const found = wordsOf(textIn(category.name, autocomplete.locale));
      return words.every(word => found.some(similarWordTest(word, each => each.startsWith(word))));
    });
  }
  return tests;
};

interface SortKey {
  readonly valueOf: (category: Category) => unknown;
  readonly compare: (one: unknown, other: unknown) => number;
  readonly sign: 1 | -1;
}

const sortPattern = /^\s*(\S+?)(?:\s+(asc|desc))?\s*$/;

/** Returns the sort keys; by default, categories are sorted by name. */
const sortKeysOf = ({ sorts, fulltext, autocomplete }: CategorySearch): SortKey[] => {
  if (sorts.length > limits.searchSortsMax)
    throw malformed('sorts', String(sorts.length), `at most ${limits.searchSortsMax} sort keys`);
  const locale = (fulltext ?? autocomplete)?.locale;
  const wanted = sorts.length > 0 || locale === undefined ? sorts : [`name.${locale}`];
  return wanted.map(each => {
    const [, path = '', direction] = sortPattern.exec(each) ?? [];
    if (path === '') throw malformed('sorts', each, 'a path with asc or desc');
    const valuesOf = valuesOfPath('sorts', path);
    const [member = '', language] = path.split('.');
    const compareValues = comparisonIn(localizedMembers.has(member) ? language : undefined);
    return {
      valueOf: category => valuesOf(category)[0],
      compare: compareValues,
      sign: direction === 'desc' ? -1 : 1,
    };
  });
};

interface RankedCategory {
  readonly id: string;
  readonly keys: readonly unknown[];
}

/** Categories without a value come last. */
const compareRanked =
  (sortKeys: readonly SortKey[]) =>
  (one: RankedCategory, other: RankedCategory): number => {
    for (const [at, { sign, compare: compareValues }] of sortKeys.entries()) {
      const [first, second] = [one.keys[at], other.keys[at]];
      if (first === undefined || second === undefined) {
        if (first !== second) return first === undefined ? 1 : -1;
        continue;
      }
      const order = compareValues(first, second);
      if (order !== 0) return sign * order;
    }
    return 0;
  };

const chunkSize = 500;

/** Returns the number of matches and the ids of the page; where the sort keys are equal, the oldest come first. */
export const searchCategories = async (
  access: ResourceAccess,
  projectKey: string,
  search: CategorySearch,
): Promise<{ readonly total: number; readonly ids: readonly string[] }> => {
  const [tests, sortKeys] = [testsOf(search), sortKeysOf(search)];
  const time = new WorkTime(projectKey, access.queryTimeoutMs);
  const found: RankedCategory[] = [];
  const walk = { direction: 'asc', chunkSize } as const;
  for await (const ids of access.store.walk(projectKey, 'category', { by: 'createdAt' }, wholeList, walk)) {
    const loaded = await loadManyCached<Category>(access, projectKey, 'category', ids);
    for (const id of ids) {
      const category = loaded.get(id);
      const pause = time.pause();
      if (pause !== undefined) await pause;
      if (category !== undefined && time.run('query', () => tests.every(test => test(category))))
        found.push({ id, keys: sortKeys.map(({ valueOf }) => valueOf(category)) });
    }
  }
  found.sort(compareRanked(sortKeys));
  const { offset, limit } = search;
  return { total: found.length, ids: found.slice(offset, offset + limit).map(({ id }) => id) };
};
