/** Comparison of values by the rules of the order search. */
import type { SearchType } from '../../support/search/searchFields.js';

/** Lowercases a text; both small sigmas become the same letter. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

export const digits = (text: string): string => text.replace(/[^0-9]/g, '');

const wordsKnown = new Map<string, ReadonlySet<string>>();

/** Removes the differences of case and width, and the accents of Latin and Greek letters. */
const foldWord = (text: string): string =>
  Array.from(foldCase(foldCase(text.normalize('NFKC')).toUpperCase()).normalize('NFD'))
    .reduce((folded, character) => {
      const isAccent = character >= '\u0300' && character <= '\u036f';
      return isAccent && /[\p{Script=Latin}\p{Script=Greek}]$/u.test(folded) ? folded : folded + character;
    }, '')
    .normalize('NFC')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ё', 'е');

const withoutSpaces = /[\p{Script=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}]/u;

/** Splits a text into words: runs of letters, marks and digits, in scripts with or without spaces. */
const allWords = (text: string): ReadonlySet<string> => {
  if (!wordsKnown.has(text)) {
    const parts: string[] = [];
    let last = 0;
    for (const character of foldWord(text)) {
      const kind = !/[\p{L}\p{M}\p{N}]/u.test(character) ? 0 : withoutSpaces.test(character) ? 1 : 2;
      if (kind === last && parts.length > 0) parts[parts.length - 1] += character;
      else parts.push(character);
      last = kind;
    }
    wordsKnown.set(text, new Set(parts.filter(part => /[\p{L}\p{M}\p{N}]/u.test(part))));
  }
  return wordsKnown.get(text)!;
};

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Returns the words that a search looks for; a dictionary divides words of scripts without spaces. */
export const askedWords = (text: string): ReadonlySet<string> =>
  new Set(
    [...allWords(text)].flatMap(word =>
      withoutSpaces.test(word) ? [...segmenter.segment(word)].map(({ segment }) => segment) : [word],
    ),
  );

/** Tells whether a text has a word; in scripts without spaces, also inside of another word. */
export const hasWord = (text: string, asked: string): boolean =>
  allWords(text).has(asked) || (withoutSpaces.test(asked) && [...allWords(text)].some(word => word.includes(asked)));

const timeOfDay = /^(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?$/;

const msOfDay = (text: string): number => {
  const [, hours, minutes, seconds = '0'] = timeOfDay.exec(text) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1_000);
};

/** Converts a number, date or time to a number for comparison; undefined for types that are compared as text. */
export const comparableNumber = (type: SearchType, value: string | number | boolean): number | undefined => {
  switch (type) {
    case 'long':
    case 'Number':
      return Number(value);
    case 'dateTime':
    case 'DateTime':
      return Date.parse(String(value));
    case 'Date':
      return Date.parse(`${String(value)}T00:00:00Z`);
    case 'Time':
      return msOfDay(String(value));
    default:
      return undefined;
  }
};

/** Matches a whole text: `*` stands for one or more characters, `?` for exactly one (SEARCH027). */
export const isWildcardMatch = (text: string, pattern: string): boolean => {
  const characters = Array.from(text);
  // The set has the possible numbers of characters that the pattern has matched so far.
  let covered = new Set([0]);
  for (const sign of pattern) {
    const next = new Set<number>();
    for (const count of covered) {
      if (sign === '*') for (let more = count + 1; more <= characters.length; more++) next.add(more);
      else if (count < characters.length && (sign === '?' || sign === characters[count])) next.add(count + 1);
      if (sign === '*') break;
    }
    covered = next;
  }
  return covered.has(characters.length);
};
