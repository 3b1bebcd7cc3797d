/** Reading values out of a content. */
import { type CustomType, type SearchField, searchFields } from '../searchFields.js';
import { type Content, customValueName, customValuesIn, contentPathOf, type ContentPath } from './content.js';

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

const walk = (value: unknown, path: ContentPath, at: number, visit: (value: unknown) => void): void => {
  if (!isThere(value)) return;
  if (at === path.length) return visit(value);
  const { at: position, many } = path[at]!;
  const next = (value as readonly unknown[])[position];
  if (!many) return walk(next, path, at + 1, visit);
  for (const each of (next ?? []) as readonly unknown[]) walk(each, path, at + 1, visit);
};

/** Everything that stands at a place. */
export const valuesAtPath = (content: Content, path: ContentPath): unknown[] => {
  const found: unknown[] = [];
  walk(content, path, 0, value => found.push(value));
  return found;
};

export type LocalizedTexts = Readonly<Record<string, string>>;

/** Language of the key of a LocalizedEnumType, beside the languages of its label. */
export const enumKeyLanguage = '';

const customValues = (content: Content, { path, customType }: SearchField): unknown[] => {
  const custom = customValuesIn(content);
  const name = customValueName(path.slice(1).join('.'), customType as CustomType);
  const value = Object.hasOwn(custom, name) ? custom[name] : undefined;
  if (!isThere(value)) return [];
  return Array.isArray(value) ? value : [value];
};

/** What a field holds, as it stands in the order; of localized fields one object of texts by language for each. */
export const rawFieldValues = (content: Content, field: SearchField): unknown[] =>
  field.customType === undefined ? valuesAtPath(content, contentPathOf(field)) : customValues(content, field);

const textsOf = (value: unknown, language: string | undefined): string[] => {
  const texts = value as LocalizedTexts;
  if (language === undefined) return Object.values(texts);
  return Object.hasOwn(texts, language) ? [texts[language]!] : [];
};

/** The same with localized fields' texts, of one language or of all. */
export const textsInLanguage = (
  values: readonly unknown[],
  { type }: SearchField,
  language: string | undefined,
): unknown[] => (type === 'localizedText' ? values.flatMap(value => textsOf(value, language)) : [...values]);

/** Fields that `all` stands for. */
export const textFields: readonly SearchField[] = searchFields.filter(
  ({ type, isAll }) => isAll !== true && (type === 'text' || type === 'localizedText'),
);

/** The values that an expression looks at. A localized field without language: of a LocalizedEnumType its key, of `exists` and `all` any. */
export const fieldValues = (content: Content, field: SearchField, language?: string): unknown[] =>
  field.isAll === true
    ? textFields.flatMap(each => textsInLanguage(rawFieldValues(content, each), each, undefined))
    : textsInLanguage(rawFieldValues(content, field), field, language);
