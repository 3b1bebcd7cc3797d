/** Generates values that are difficult to search: texts, numbers, phone numbers, dates and times. */
import { dayMs } from '../../../src/base/durations.js';
import type { Random } from '../../../examples/sample-shop/choices.js';

const words = [
  'Berlin',
  'berlin',
  'BERLIN',
  'Bern',
  'Bonn',
  'München',
  'MÜNCHEN',
  'Munchen',
  'Straße',
  'STRASSE',
  'Ærø',
  'Łódź',
  'O’Hara',
  "O'Hara",
  'Rock & Roll',
  'a',
  'A',
  'b',
  'Z',
  'zz',
  '東京',
  'データ',
  '東京都 港区',
  'हिन्दी',
  'Ünïcode',
  '👩‍👩‍👧 family',
  '😀',
  '😀😃',
  'C++',
  '100%',
  'x*y',
  'what?',
  '*',
  '?',
  '**',
  'say "hi"',
  'a, b; c',
  'tab\there',
  'line\nbreak',
  ' leading',
  'trailing ',
  'two  spaces',
  ' ',
  'ﬁne',
  'fine',
  'ＡＢＣ',
  'abc',
  'e\u0301tude',
  'étude',
  'ΟΔΟΣ',
  'οδος',
  'İstanbul',
  'istanbul',
  '①',
  '½',
  '1',
  '01',
  '10',
  '100',
  '1.5',
  '-3',
  '1e3',
  'back\\slash',
  'under_score',
  'under',
  'hyphen-ated',
  'slash/ed',
  '{curly}',
  '@at:t',
  '#hash',
  '(paren)',
  '[x]',
  '|pipe',
  '$1',
  '~tilde',
  '%like%',
  '=eq',
  '<tag>',
  '&amp;',
  'null',
  'undefined',
  'true',
  'constructor',
  '__proto__',
  'the',
  'and',
  'not',
  'running',
  'runs',
  'run',
] as const;

/** Drafts allow an empty text in most members. */
const empty = '';
const longLengthMax = 900;

/** Cuts a text without splitting a surrogate pair. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

const long = (random: Random): string => {
  const word = `${random.pick(words)} `;
  return `${cutText(word.repeat(longLengthMax), random.integer(500, longLengthMax))}${random.integer(0, 3)}`;
};

const cased = (random: Random, text: string): string =>
  random.pick([text, text, text, text.toLowerCase(), text.toUpperCase()]);

/** Generates one to three words, rarely a very long or an empty text. */
export const randomText = (random: Random): string => {
  const kind = random.next();
  if (kind < 0.02) return empty;
  if (kind < 0.04) return long(random);
  return cased(
    random,
    Array.from({ length: kind < 0.7 ? 1 : random.integer(2, 3) }, () => random.pick(words)).join(
      random.pick([' ', ' ', ' ', '  ', ', ', '-']),
    ),
  );
};

export const randomWord = (random: Random): string => random.pick(words);

export const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map(item => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** The languages of the project; `languages` has two more that the project does not have. */
export const projectLanguages = ['en', 'de', 'de-AT'] as const;
export const languages = [...projectLanguages, 'it', 'en-GB'] as const;

export const randomLocalizedText = (
  random: Random,
  text: () => string = () => randomText(random),
): Record<string, string> =>
  Object.fromEntries(languages.filter(() => random.next() < 0.5).map(language => [language, text()]));

const digit = (random: Random): string => String(random.integer(0, 9));

/** Generates one of a few phone numbers in several spellings. */
export const randomPhone = (random: Random): string =>
  random.pick([
    `+49 30 1234${digit(random)}`,
    `+49 (0)30/1234-${digit(random)}`,
    `0049301234${digit(random)}`,
    `030 1234${digit(random)}`,
    `(030)-12.34.${digit(random)}`,
    `1${digit(random)}`,
    'none',
    empty,
    '٣٤ ext. 7',
  ]);

const numbers = [0, 1, -1, 2, 10, 99, 100, -250, 1_000_000, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
export const randomInteger = (random: Random): number =>
  random.next() < 0.5 ? random.pick(numbers) : random.integer(-50, 50);
export const randomNumber = (random: Random): number =>
  random.pick([
    () => randomInteger(random),
    () => random.integer(-40, 40) / 8,
    () => random.pick([0.1, 0.2, 0.30000000000000004, 1e-9, -1e-9, 1e21, 1.7976931348623157e308, 5e-324]),
  ])();

const firstDayMs = Date.UTC(2023, 11, 20);
const two = (count: number): string => String(count).padStart(2, '0');

/** Generates an instant within 120 days around a February of 29 days. */
export const randomDateTime = (random: Random): string =>
  new Date(
    firstDayMs + random.integer(0, 120) * dayMs + random.pick([0, 1, 999, 1_000, 45_296_789, dayMs - 1]),
  ).toISOString();
export const randomDate = (random: Random): string => randomDateTime(random).slice(0, 10);
export const randomTime = (random: Random): string =>
  `${two(random.integer(0, 23))}:${two(random.pick([0, 15, 59]))}${random.pick(['', ':00', ':30', ':00.000', ':30.5', ':30.50', ':59.999'])}`;
