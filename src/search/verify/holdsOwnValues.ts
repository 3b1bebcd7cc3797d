/** What of a content is the order's own, to be compared: values of other resources stay as they were indexed (SEARCH054). */
import { isDeepStrictEqual } from 'node:util';
import {
  type Content,
  customValuesIn,
  type CustomValues,
  type ContentPath,
  contentPathOf,
} from '../document/content.js';
import { enumKeyLanguage } from '../document/fieldValues.js';
import { searchFields } from '../searchFields.js';

const others: readonly ContentPath[] = searchFields
  .filter(({ isReferenced }) => isReferenced === true)
  .map(contentPathOf);

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

const without = (value: unknown, path: ContentPath, at = 0): unknown => {
  if (!isThere(value) || at === path.length) return null;
  const { at: position, many } = path[at]!;
  const copy = [...(value as unknown[])];
  const next = copy[position];
  copy[position] =
    many && isThere(next) ? (next as unknown[]).map(each => without(each, path, at + 1)) : without(next, path, at + 1);
  return copy;
};

/** Lists without their empty ends: how far they reach depends on what was taken out. */
const trimmed = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value ?? null;
  const each = value.map(trimmed);
  const length = each.findLastIndex(isThere) + 1;
  return length === 0 ? null : each.slice(0, length);
};

const ownOf = (content: Content): unknown =>
  trimmed(
    others.reduce<unknown>(
      (left, path) => without(left, path),
      content.filter(each => each !== customValuesIn(content)),
    ),
  );

/** Labels are their Type's. */
const withoutLabels = (name: string, value: unknown): unknown => {
  if (!/^(SetType\.)?LocalizedEnumType /.test(name)) return value;
  const keyOf = (each: unknown): unknown => (each as Readonly<Record<string, unknown>>)[enumKeyLanguage];
  return Array.isArray(value) ? value.map(keyOf) : keyOf(value);
};

/** A field that its Type has no longer may still be held. */
const sameCustom = (held: CustomValues, yields: CustomValues): boolean =>
  Object.entries(yields).every(
    ([name, value]) =>
      Object.hasOwn(held, name) && isDeepStrictEqual(withoutLabels(name, held[name]), withoutLabels(name, value)),
  );

/** Whether a document holds what its order yields now, but for values of other resources. */
export const holdsOwnValues = (held: Content, yields: Content): boolean =>
  isDeepStrictEqual(ownOf(held), ownOf(yields)) && sameCustom(customValuesIn(held), customValuesIn(yields));
