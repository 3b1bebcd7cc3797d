import { isDeepStrictEqual } from 'node:util';
import { type Content, customValuesIn, type CustomValues } from '../document/content.js';
import { type ContentPath, contentPathOf } from '../document/contentPaths.js';
import { enumKeyLanguage } from '../document/fieldValues.js';
import { searchFields } from '../fields/searchFields.js';

const referencedPaths: readonly ContentPath[] = searchFields
  .filter(({ isReferenced }) => isReferenced === true)
  .map(contentPathOf);

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

const withoutPath = (value: unknown, path: ContentPath, at = 0): unknown => {
  const step = path[at];
  if (!isPresent(value) || step === undefined) return null;
  const { at: position, isList } = step;
  const copy = [...(value as unknown[])];
  const next = copy[position];
  copy[position] =
    isList && isPresent(next)
      ? (next as unknown[]).map(each => withoutPath(each, path, at + 1))
      : withoutPath(next, path, at + 1);
  return copy;
};

/** Removes absent members at the ends of lists, whose length depends on the removed values. */
const withoutEmptyEnds = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value ?? null;
  const each = value.map(withoutEmptyEnds);
  const length = each.findLastIndex(isPresent) + 1;
  return length === 0 ? null : each.slice(0, length);
};

const ownValuesOf = (content: Content): unknown =>
  withoutEmptyEnds(
    referencedPaths.reduce<unknown>(
      (left, path) => withoutPath(left, path),
      content.filter(each => each !== customValuesIn(content)),
    ),
  );

/** Removes the labels of enum values, which belong to the Type. */
const withoutLabels = (name: string, value: unknown): unknown => {
  if (!/^(SetType\.)?LocalizedEnumType /.test(name)) return value;
  const keyOf = (each: unknown): unknown => (each as Readonly<Record<string, unknown>>)[enumKeyLanguage];
  return Array.isArray(value) ? value.map(keyOf) : keyOf(value);
};

/** The document may still have values of fields that the Type no longer has. */
const hasSameCustomValues = (stored: CustomValues, expected: CustomValues): boolean =>
  Object.entries(expected).every(
    ([name, value]) =>
      Object.hasOwn(stored, name) && isDeepStrictEqual(withoutLabels(name, stored[name]), withoutLabels(name, value)),
  );

/**
 * Whether the content of a document equals the content of its order now. Values of referenced resources are ignored,
 * because they stay as they were indexed (SEARCH054).
 */
export const holdsOwnValues = (stored: Content, expected: Content): boolean =>
  isDeepStrictEqual(ownValuesOf(stored), ownValuesOf(expected)) &&
  hasSameCustomValues(customValuesIn(stored), customValuesIn(expected));
