/** How values are compared. */
import type { SearchType } from './searchFields.js';

/** Both small sigmas are one letter to whoever does not look at case. */
export const foldCase = (text: string): string =>
  [...text.toLowerCase()].map(letter => (letter === 'ς' ? 'σ' : letter)).join('');

export const digits = (text: string): string => text.replace(/[^0-9]/g, '');

const wordsKnown = new Map<string, ReadonlySet<string>>();

/** Runs of letters, marks and digits, without regard to case and width. */
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

/** What values are compared as where their type has an order that is not that of text: numbers, instants, days, times of day. */
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

/** SEARCH027: `*` is one or more characters, `?` exactly one; the pattern covers the whole text. */
export const isWildcardMatch = (text: string, pattern: string): boolean => {
  const characters = [...text];
  // How many characters the pattern may have covered so far.
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
