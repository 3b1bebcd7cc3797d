/** Resolvers of lists whose elements clients select by name: definitions of fields, values of enumerations. */
import { entriesInLanguages } from '../../engine/schema/languageTags.js';
import type { Arguments } from '../GraphqlContext.js';
import type { JsonObject } from '../readRequest.js';
import type { Resolver } from './Resolver.js';

type Elements = readonly JsonObject[];

/** Returns the test of names that two arguments select: the only names, and the names that are left out. */
export const nameTest = (includedNames: unknown, excludedNames: unknown): ((name: unknown) => boolean) => {
  const included = includedNames as readonly unknown[] | null | undefined;
  const excluded = (excludedNames ?? []) as readonly unknown[];
  return name => (included?.includes(name) ?? true) && !excluded.includes(name);
};

const pick = (elements: Elements, name: string, args: Arguments): Elements => {
  const isWanted = nameTest(args.includeNames ?? args.includeKeys, args.excludeNames ?? args.excludeKeys);
  return elements.filter(each => isWanted(each[name]));
};

const elementsOf = (source: JsonObject, member: string): Elements => (source[member] ?? []) as Elements;

/** Resolves to the elements that the arguments select; `name` is the member that names an element. */
export const namedList =
  (member: string, name: string): Resolver =>
  (source, args) =>
    pick(elementsOf(source, member), name, args);

const textIn = (element: JsonObject, member: string): string =>
  typeof element[member] === 'string' ? element[member] : '';

/** Sorts by the keys of `sort`, such as `name desc`; elements that are equal in all of them keep their order. */
const sorted = (elements: Elements, sort: readonly string[]): Elements =>
  elements.toSorted((a, b) => {
    for (const key of sort) {
      const [member = '', direction] = key.trim().split(/\s+/);
      const [first, second] = [textIn(a, member), textIn(b, member)];
      if (first !== second) return (first < second ? -1 : 1) * (direction === 'desc' ? -1 : 1);
    }
    return 0;
  });

/** Returns the page of the elements that `limit` and `offset` select; without a limit, it has all of them. */
export const pageOf = <T>(found: readonly T[], args: Arguments, limitDefault = found.length) => {
  const offset = Math.max(0, (args.offset ?? 0) as number);
  const limit = Math.max(0, (args.limit ?? limitDefault) as number);
  return { limit, offset, total: found.length, results: found.slice(offset, offset + limit) };
};

/** Resolves to a page of the sorted elements. */
export const namedPage =
  (member: string, name: string): Resolver =>
  (source, args) =>
    pageOf(sorted(pick(elementsOf(source, member), name, args), (args.sort ?? []) as readonly string[]), args);

type Texts = Readonly<Record<string, string>>;

/** Returns the text of `de-AT`, or else of `de` (RFC 4647, lookup). */
const lookup = (texts: Texts, locale: string): string | undefined => {
  for (let tag = locale; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-'))))
    if (Object.hasOwn(texts, tag)) return texts[tag];
  return undefined;
};

/**
 * Returns the text in `locale`, or else in the first available language of `acceptLanguage`; if neither is given, the
 * first text.
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
  return entriesInLanguages(texts, wanted)[0]?.[1] ?? null;
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
