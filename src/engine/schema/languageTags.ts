/**
 * Language tags have no case (RFC 5646, 2.1.1). They are stored in one spelling, so that tags of a resource and of a
 * query are compared as they are. Only letters change: `iw` stays, since programs look for the tag that they sent.
 */
export const languageTagPattern = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$';
export const languageTagLengthMax = 64;

const languageTag = new RegExp(languageTagPattern);

export const isLanguageTag = (text: string): boolean => text.length <= languageTagLengthMax && languageTag.test(text);

/** Matches most tags: a language, a script and a region. */
const usualTag = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

/** A script is written `Hant`, a region `TW`, anything else in small letters. */
const subtag = (text: string): string => {
  const small = text.toLowerCase();
  if (/^[a-z]{2}$/.test(small)) return small.toUpperCase();
  return /^[a-z]{4}$/.test(small) ? small.slice(0, 1).toUpperCase() + small.slice(1) : small;
};

/**
 * Returns the stored spelling of a tag: `zh-Hant-TW` for `zh-hant-tw`. After a single letter (`en-x-AT`) all is small.
 */
export const canonicalLanguageTag = (tag: string): string => {
  if (usualTag.test(tag)) return tag;
  const [language = '', ...others] = tag.split('-');
  const singleton = others.findIndex(text => text.length === 1);
  const isPlain = (at: number): boolean => singleton < 0 || at < singleton;
  return [language.toLowerCase(), ...others.map((text, at) => (isPlain(at) ? subtag(text) : text.toLowerCase()))].join(
    '-',
  );
};

/** Returns each language once, in the order of the first of its tags. */
export const canonicalLanguageTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map(canonicalLanguageTag)),
];

/** Two tags of one language. */
interface RepeatedLanguage {
  readonly first: string;
  readonly second: string;
}

export const repeatedLanguage = (tags: readonly string[]): RepeatedLanguage | undefined => {
  const seen = new Map<string, string>();
  for (const second of tags) {
    const language = canonicalLanguageTag(second);
    const first = seen.get(language);
    if (first !== undefined) return { first, second };
    seen.set(language, second);
  }
  return undefined;
};

/**
 * Brings the names of an object of values by language into their stored spelling, in place and in their order. Changes
 * nothing and returns two of the tags where they are of one language.
 */
export const storeLanguages = (values: Record<string, unknown>): RepeatedLanguage | undefined => {
  const tags = Object.keys(values);
  if (tags.every(tag => canonicalLanguageTag(tag) === tag)) return undefined;
  const repeated = repeatedLanguage(tags);
  if (repeated !== undefined) return repeated;
  for (const tag of tags) {
    const value = values[tag];
    delete values[tag];
    values[canonicalLanguageTag(tag)] = value;
  }
  return undefined;
};

/**
 * Returns the values of some languages, whose tags are canonical. Builds before format 10 stored tags as they came:
 * these are compared in canonical form where no tag is found as it is.
 */
export const entriesInLanguages = <V>(
  values: Readonly<Record<string, V>>,
  languages: readonly string[],
): [tag: string, value: V][] => {
  const entries = Object.entries(values);
  const found = entries.filter(([tag]) => languages.includes(tag));
  return found.length > 0 ? found : entries.filter(([tag]) => languages.includes(canonicalLanguageTag(tag)));
};
