/** Comparison of values by the rules of the order search. */
import type { SearchType } from '../../support/search/searchFields.js';

/** Lowercases a text; both small sigmas become the same letter. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

export const digits = (text: string): string => text.replace(/[^0-9]/g, '');

const wordsKnown = new Map<string, ReadonlySet<string>>();

/** Splits a text into words: runs of letters, marks and digits, regardless of case and width. */
export const allWords = (text: string): ReadonlySet<string> => {
  if (!wordsKnown.has(text))
    wordsKnown.set(
      text,
      new Set(
        foldCase(text.normalize('NFKC'))
          .split(/[^\p{L}\p{M}\p{N}]+/u)
          .filter(word => word !== ''),
      ),
    );
  return wordsKnown.get(text)!;
};

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
  // The possible numbers of characters that the pattern has matched so far.
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
