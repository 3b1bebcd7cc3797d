/** Sort keys of hits and their comparison (SEARCH056 to SEARCH058). */
import { textComparison } from '../../engine/collation.js';
import type { Content } from '../document/contentOf.js';
import { textsInLanguage, enumKeyLanguage, valuesAtPath, rawFieldValues } from '../document/fieldValues.js';
import { type ContentPath, innermostList, type SearchField, sortLanguage } from '../fields/SearchField.js';
import type { Expression, Query, SortCriterion } from '../query/ast.js';
import { comparableNumber, isNumericType } from '../fields/comparableValues.js';
import { expressionLanguage, measureValues } from './measureExpression.js';
import { matcherOf } from './relevanceOf.js';
import { splitAt } from './rows.js';

export type SortKey = string | number | undefined;

/** Returns the values of a resource for one sort criterion. */
type Collect = (content: Content) => SortKey[];

const commonLength = (one: ContentPath, other: ContentPath): number => {
  let length = 0;
  while (length < one.length && length < other.length && one[length]?.at === other[length]?.at) length++;
  return length;
};

const keyOf = ({ type }: SearchField, value: unknown): SortKey => {
  if (isNumericType(type)) return comparableNumber(type, value);
  return type === 'boolean' ? Number(value) : String(value);
};

/** Without a language, enum values are sorted by their key. */
const keysIn = (field: SearchField, values: readonly unknown[], language = enumKeyLanguage): SortKey[] =>
  textsInLanguage(values, field, language).map(value => keyOf(field, value));

/** Collects the values of the sorted field in the elements of the shared list that match the filter. */
const collectFiltered = (field: SearchField, language: string | undefined, filter: Expression): Collect => {
  const path = field.contentPath;
  const other = filter.field.contentPath;
  // A filter on the sorted field itself selects among its values.
  const shared = Math.min(commonLength(path, other), path.length);
  const measure = measureValues(filter);
  const at = (parent: unknown, rest: ContentPath): unknown[] =>
    rest.length === 0 ? [parent] : valuesAtPath(parent as Content, rest);
  return content =>
    valuesAtPath(content, path.slice(0, shared))
      .filter(
        parent =>
          measure(textsInLanguage(at(parent, other.slice(shared)), filter.field, expressionLanguage(filter))) > 0,
      )
      .flatMap(parent => keysIn(field, at(parent, path.slice(shared)), language));
};

/** Collects the values of the sorted field in the elements of its innermost list that match a query. */
const collectMatching = ({ field, language }: SortCriterion, filter: Query): Collect => {
  const match = matcherOf(filter);
  const listPath = field.contentPath.slice(0, innermostList(field)?.split('.').length ?? 0);
  const elementsIn = (content: Content): Content[] => {
    let contents: Content[] = [content];
    listPath.forEach(({ isList }, at) => {
      if (isList) contents = contents.flatMap(each => splitAt(each, listPath.slice(0, at + 1)));
    });
    return contents;
  };
  return content =>
    elementsIn(content)
      .filter(element => match(element) !== undefined)
      .flatMap(element => keysIn(field, rawFieldValues(element, field), language));
};

const collectOf = (criterion: SortCriterion): Collect => {
  const { field, language, filter, elementFilter } = criterion;
  if (elementFilter !== undefined) return collectMatching(criterion, elementFilter);
  if (filter !== undefined) return collectFiltered(field, language, filter);
  const fields: NonNullable<SearchField['typedVariants']> = field.typedVariants ?? [field];
  return content => fields.flatMap(each => keysIn(each, rawFieldValues(content, each), each.language ?? language));
};

const sumOf = (keys: readonly SortKey[]): number => keys.reduce<number>((total, key) => total + (key as number), 0);

type PresentKey = string | number;

type KeyComparison = (one: PresentKey, other: PresentKey) => number;

/** Returns the key that is before all others in a direction. */
const extreme = (keys: readonly PresentKey[], compare: KeyComparison, direction: number): SortKey =>
  keys.reduce((best, key) => (direction * compare(key, best) < 0 ? key : best));

const modes = {
  min: (keys: readonly PresentKey[], compare: KeyComparison) => extreme(keys, compare, 1),
  max: (keys: readonly PresentKey[], compare: KeyComparison) => extreme(keys, compare, -1),
  avg: (keys: readonly SortKey[]) => sumOf(keys) / keys.length,
  sum: sumOf,
} as const;

const keyComparison = ({ field, language }: SortCriterion): KeyComparison => {
  const compareTexts = textComparison(sortLanguage(field, language));
  return (one, other) =>
    typeof one === 'string' && typeof other === 'string' ? compareTexts(one, other) : Number(one) - Number(other);
};

/** Returns the sort keys of a content, undefined for a criterion without value; such resources come last. */
export type SortKeysOf = (content: Content, relevance: number) => SortKey[];

export const sortKeysOf = (sort: readonly SortCriterion[]): SortKeysOf => {
  const criteria = sort.map(criterion => ({
    ...criterion,
    collect: collectOf(criterion),
    compare: keyComparison(criterion),
  }));
  return (content, relevance) =>
    criteria.map(({ collect, compare, mode, isRelevance }) => {
      if (isRelevance === true) return relevance;
      const keys = collect(content).filter(key => key !== undefined);
      return keys.length === 0 ? undefined : modes[mode](keys, compare);
    });
};

const compareKeys = (one: SortKey, other: SortKey, direction: number, compare: KeyComparison): number => {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  // Two Types may define a number and a text of the same name.
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return direction * compare(one, other);
};

export const sortKeyComparator = (
  sort: readonly SortCriterion[],
): ((one: readonly SortKey[], other: readonly SortKey[]) => number) => {
  const criteria = sort.map(criterion => ({
    direction: criterion.order === 'asc' ? 1 : -1,
    compare: keyComparison(criterion),
  }));
  return (one, other) => {
    for (const [at, { direction, compare }] of criteria.entries()) {
      const compared = compareKeys(one[at], other[at], direction, compare);
      if (compared !== 0) return compared;
    }
    return 0;
  };
};
