import type { Resolver } from './Resolver.js';

type Texts = Readonly<Record<string, string>>;

/** Returns the text of `de-AT`, or else of `de` (RFC 4647, lookup). */
const lookup = (texts: Texts, locale: string): string | undefined => {
  for (let tag = locale; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-'))))
    if (Object.hasOwn(texts, tag)) return texts[tag];
  return undefined;
};

/**
 * Returns the text in `locale`, or else in the first available language of `acceptLanguage`; without both the first
 * text.
 */
export const pickText = (texts: Texts | null | undefined, locale: unknown, acceptLanguage: unknown): string | null => {
  if (texts === null || texts === undefined) return null;
  const wanted = [
    ...(typeof locale === 'string' ? [locale] : []),
    ...((acceptLanguage as readonly string[] | null | undefined) ?? []),
  ];
  if (wanted.length === 0) return Object.values(texts)[0] ?? null;
  for (const tag of wanted) {
    const text = lookup(texts, tag);
    if (text !== undefined) return text;
  }
  return null;
};

export const listTexts = (texts: Texts | null | undefined) =>
  texts === null || texts === undefined ? null : Object.entries(texts).map(([locale, value]) => ({ locale, value }));

export const localizedTextResolver =
  (member: string): Resolver =>
  (source, { locale, acceptLanguage }) =>
    pickText(source[member] as Texts | undefined, locale, acceptLanguage);
export const allLocalesResolver =
  (member: string): Resolver =>
  source =>
    listTexts(source[member] as Texts | undefined);
