/** The order of hits (SEARCH056 to SEARCH058). */
import { type Content, contentPathOf, type ContentPath } from '../document/content.js';
import { textsInLanguage, enumKeyLanguage, valuesAtPath, rawFieldValues } from '../document/fieldValues.js';
import type { SearchField } from '../searchFields.js';
import type { Expression, SortCriterion } from '../query/ast.js';
import { comparableNumber, isNumericType } from '../comparableValues.js';
import { expressionLanguage, measureValues } from './measureExpression.js';

export type SortKey = string | number | undefined;

/** A value as it is sorted by. */
type Collect = (content: Content) => SortKey[];

const commonLength = (one: ContentPath, other: ContentPath): number => {
  let length = 0;
  while (length < one.length && length < other.length && one[length]!.at === other[length]!.at) length++;
  return length;
};

const keyOf = ({ type }: SearchField, value: unknown): SortKey => {
  if (isNumericType(type)) return comparableNumber(type, value);
  return type === 'boolean' ? Number(value) : String(value);
};

/** Without a language it is the key of a LocalizedEnumType. */
const keysIn = (field: SearchField, values: readonly unknown[], language = enumKeyLanguage): SortKey[] =>
  textsInLanguage(values, field, language).map(value => keyOf(field, value));

/** Values of the sorted field in those elements of the common parent that the filter matches. */
const filtered = (field: SearchField, language: string | undefined, filter: Expression): Collect => {
  const path = contentPathOf(field);
  const other = contentPathOf(filter.field);
  // A filter on the sorted field itself looks at each of its values.
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
  if (filter !== undefined) return filtered(field, language, filter);
  const fields = field.typedVariants ?? [field];
  return content => fields.flatMap(each => keysIn(each, rawFieldValues(content, each), language));
};

const sum = (keys: readonly SortKey[]): number => keys.reduce<number>((total, key) => total + (key as number), 0);

const extreme = (keys: readonly SortKey[], isBetter: (one: SortKey, other: SortKey) => boolean): SortKey =>
  keys.reduce((best, key) => (isBetter(key, best) ? key : best));

const modes = {
  min: (keys: readonly SortKey[]) => extreme(keys, (one, other) => one! < other!),
  max: (keys: readonly SortKey[]) => extreme(keys, (one, other) => one! > other!),
  avg: (keys: readonly SortKey[]) => sum(keys) / keys.length,
  sum,
} as const;

/** What an order is sorted by; undefined where it has no value: those come last. */
export type SortKeysOf = (content: Content) => SortKey[];

export const sortKeysOf = (sort: readonly SortCriterion[]): SortKeysOf => {
  const each = sort.map(sorting => ({ collect: collectOf(sorting), ...sorting }));
  return content =>
    each.map(({ collect, mode }) => {
      const keys = collect(content).filter(key => key !== undefined);
      return keys.length === 0 ? undefined : modes[mode](keys);
    });
};

const compareKeys = (one: SortKey, other: SortKey, direction: number): number => {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  // Two Types may give one name to a number and to a text.
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -direction : direction;
};

export const sortKeyComparator = (
  sort: readonly SortCriterion[],
): ((one: readonly SortKey[], other: readonly SortKey[]) => number) => {
  const directions = sort.map(({ order }) => (order === 'asc' ? 1 : -1));
  return (one, other) => {
    for (let at = 0; at < directions.length; at++) {
      const compared = compareKeys(one[at], other[at], directions[at]!);
      if (compared !== 0) return compared;
    }
    return 0;
  };
};
