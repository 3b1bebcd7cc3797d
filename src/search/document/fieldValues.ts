/** Reads the values of search fields from a content. */
import { type CustomType, type SearchField, searchFields } from '../fields/searchFields.js';
import { type Content, customValueName, customValuesIn } from './content.js';
import { contentPathOf, type ContentPath } from './contentPaths.js';

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

const walk = (value: unknown, path: ContentPath, at: number, visit: (value: unknown) => void): void => {
  if (!isPresent(value)) return;
  const step = path[at];
  if (step === undefined) return visit(value);
  const next = (value as readonly unknown[])[step.at];
  if (!step.isList) return walk(next, path, at + 1, visit);
  for (const element of (next ?? []) as readonly unknown[]) walk(element, path, at + 1, visit);
};

/** All values at a path. */
export const valuesAtPath = (content: Content, path: ContentPath): unknown[] => {
  const values: unknown[] = [];
  walk(content, path, 0, value => values.push(value));
  return values;
};

export type LocalizedTexts = Readonly<Record<string, string>>;

/** The pseudo language of the key of a LocalizedEnumType; its label has the real languages. */
export const enumKeyLanguage = '';

const customValues = (content: Content, { path, customType }: SearchField): unknown[] => {
  const custom = customValuesIn(content);
  const name = customValueName(path.slice(1).join('.'), customType as CustomType);
  const value = Object.hasOwn(custom, name) ? custom[name] : undefined;
  if (!isPresent(value)) return [];
  return Array.isArray(value) ? value : [value];
};

/** The values of a field as the order has them; each value of a localized field is an object of texts by language. */
export const rawFieldValues = (content: Content, field: SearchField): unknown[] =>
  field.customType === undefined ? valuesAtPath(content, contentPathOf(field)) : customValues(content, field);

const textsOf = (value: unknown, language: string | undefined): string[] => {
  const texts = value as LocalizedTexts;
  if (language === undefined) return Object.values(texts);
  const text = Object.hasOwn(texts, language) ? texts[language] : undefined;
  return text === undefined ? [] : [text];
};

/** Replaces the values of a localized field by their texts in one language, or in all. */
export const textsInLanguage = (
  values: readonly unknown[],
  { type }: SearchField,
  language: string | undefined,
): unknown[] => (type === 'localizedText' ? values.flatMap(value => textsOf(value, language)) : [...values]);

/** The fields that the field `all` stands for. */
export const textFields: readonly SearchField[] = searchFields.filter(
  ({ type, isAll }) => isAll !== true && (type === 'text' || type === 'localizedText'),
);

/**
 * The values that an expression compares. Without language these are the keys of a LocalizedEnumType, or the texts in
 * all languages for `exists` and `all`.
 */
export const fieldValues = (content: Content, field: SearchField, language?: string): unknown[] =>
  field.isAll === true
    ? textFields.flatMap(each => textsInLanguage(rawFieldValues(content, each), each, undefined))
    : textsInLanguage(rawFieldValues(content, field), field, language);
