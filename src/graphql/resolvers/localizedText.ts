import type { Resolver } from './Resolver.js';

type Texts = Readonly<Record<string, string>>;

/** `de-AT` itself, else `de` (RFC 4647, lookup). */
const lookup = (texts: Texts, locale: string): string | undefined => {
  for (let tag = locale; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-'))))
    if (Object.hasOwn(texts, tag)) return texts[tag];
  return undefined;
};

/** The text in `locale`, else in the first of `acceptLanguage` that there is; the first of all where neither is asked for. */
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
