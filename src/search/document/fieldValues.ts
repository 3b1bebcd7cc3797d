/** Reads the values of search fields from a content. */
import { isPresent } from '../../engine/document/json.js';
import type { CollectedTexts, ContentPath, ContentStep, SearchField } from '../fields/SearchField.js';
import type { Content } from './contentOf.js';

/** Returns a member of a list of members, or the values of an open field as a list. */
const memberAt = (value: unknown, at: number | string): unknown => {
  if (typeof at === 'number') return (value as readonly unknown[])[at];
  const member = Object.hasOwn(value as object, at) ? (value as Readonly<Record<string, unknown>>)[at] : undefined;
  return Array.isArray(member) || !isPresent(member) ? member : [member];
};

const isMeant = (element: unknown, { only }: ContentStep): boolean =>
  only === undefined || (element as Content | null)?.[only.at] === only.value;

const walk = (value: unknown, path: ContentPath, at: number, visit: (value: unknown) => void): void => {
  if (!isPresent(value)) return;
  const step = path[at];
  if (step === undefined) return visit(value);
  const next = memberAt(value, step.at);
  if (!step.isList) return walk(next, path, at + 1, visit);
  for (const element of (next ?? []) as readonly unknown[])
    if (isMeant(element, step)) walk(element, path, at + 1, visit);
};

export const valuesAtPath = (content: Content, path: ContentPath): unknown[] => {
  const values: unknown[] = [];
  walk(content, path, 0, value => values.push(value));
  return values;
};

export type LocalizedTexts = Readonly<Record<string, string>>;

/** The pseudo language of the key of a localized enum value; its label has the real languages. */
export const enumKeyLanguage = '';

/** Returns the values of a field; each value of a localized field is an object of texts by language. */
export const rawFieldValues = (content: Content, { contentPath }: SearchField): unknown[] =>
  valuesAtPath(content, contentPath);

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

export interface LanguageText {
  readonly text: string;
  readonly language?: string;
}

const languageTexts = (value: unknown): LanguageText[] => {
  if (typeof value === 'string') return [{ text: value }];
  return Object.entries(value as LocalizedTexts).flatMap(([language, text]) =>
    language === enumKeyLanguage ? [] : [{ language, text }],
  );
};

export const collectedTexts = (content: Content, { parts, holders, isText }: CollectedTexts): LanguageText[] => [
  ...parts.flatMap(part => rawFieldValues(content, part).flatMap(languageTexts)),
  ...holders.flatMap(holder =>
    valuesAtPath(content, holder).flatMap(values =>
      Object.entries(values as object).flatMap(([name, value]) => {
        const at = name.indexOf(' ');
        if (!isText(name.slice(0, at), name.slice(at + 1))) return [];
        return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap(languageTexts);
      }),
    ),
  ),
];

/** Returns the texts that a field collects in one language, and the texts without a language. */
const collectedIn = (content: Content, collects: CollectedTexts, wanted: string | undefined): string[] =>
  collectedTexts(content, collects).flatMap(({ text, language }) =>
    language === undefined || language === wanted ? [text] : [],
  );

/**
 * Returns the values that an expression compares. An empty language selects the keys of a localized enum; without a
 * language, these are the texts in all languages, for `exists` and `all`.
 */
export const fieldValues = (content: Content, field: SearchField, language?: string): unknown[] => {
  if (field.collects !== undefined) return collectedIn(content, field.collects, language);
  return field.parts === undefined
    ? textsInLanguage(rawFieldValues(content, field), field, language)
    : field.parts.flatMap(each => textsInLanguage(rawFieldValues(content, each), each, undefined));
};
