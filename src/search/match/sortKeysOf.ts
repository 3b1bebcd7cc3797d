/** Sort keys of hits and their comparison (SEARCH056 to SEARCH058). */
import { type Content } from '../document/content.js';
import { contentPathOf, type ContentPath } from '../document/contentPaths.js';
import { textsInLanguage, enumKeyLanguage, valuesAtPath, rawFieldValues } from '../document/fieldValues.js';
import type { SearchField } from '../fields/searchFields.js';
import type { Expression, SortCriterion } from '../query/ast.js';
import { comparableNumber, isNumericType } from '../fields/comparableValues.js';
import { expressionLanguage, measureValues } from './measureExpression.js';

export type SortKey = string | number | undefined;

/** Returns the values of an order for one sort criterion. */
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

/** Values of the sorted field in the elements of the shared list that match the filter. */
const collectFiltered = (field: SearchField, language: string | undefined, filter: Expression): Collect => {
  const path = contentPathOf(field);
  const other = contentPathOf(filter.field);
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

const collectOf = ({ field, language, filter }: SortCriterion): Collect => {
  if (filter !== undefined) return collectFiltered(field, language, filter);
  const fields = field.typedVariants ?? [field];
  return content => fields.flatMap(each => keysIn(each, rawFieldValues(content, each), language));
};

const sumOf = (keys: readonly SortKey[]): number => keys.reduce<number>((total, key) => total + (key as number), 0);

type PresentKey = string | number;

const extreme = (keys: readonly PresentKey[], isBetter: (one: PresentKey, other: PresentKey) => boolean): SortKey =>
  keys.reduce((best, key) => (isBetter(key, best) ? key : best));

const modes = {
  min: (keys: readonly PresentKey[]) => extreme(keys, (one, other) => one < other),
  max: (keys: readonly PresentKey[]) => extreme(keys, (one, other) => one > other),
  avg: (keys: readonly SortKey[]) => sumOf(keys) / keys.length,
  sum: sumOf,
} as const;

/** Returns the sort keys of a content, undefined for a criterion without value; such orders come last. */
export type SortKeysOf = (content: Content) => SortKey[];

export const sortKeysOf = (sort: readonly SortCriterion[]): SortKeysOf => {
  const criteria = sort.map(criterion => ({ collect: collectOf(criterion), mode: criterion.mode }));
  return content =>
    criteria.map(({ collect, mode }) => {
      const keys = collect(content).filter(key => key !== undefined);
      return keys.length === 0 ? undefined : modes[mode](keys);
    });
};

const compareKeys = (one: SortKey, other: SortKey, direction: number): number => {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  // Two Types may define a number and a text of the same name.
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -direction : direction;
};

export const sortKeyComparator = (
  sort: readonly SortCriterion[],
): ((one: readonly SortKey[], other: readonly SortKey[]) => number) => {
  const directions = sort.map(({ order }) => (order === 'asc' ? 1 : -1));
  return (one, other) => {
    for (let at = 0; at < directions.length; at++) {
      const compared = compareKeys(one[at], other[at], directions[at] ?? 1);
      if (compared !== 0) return compared;
    }
    return 0;
  };
};
