/** Generates the operands of search expressions from the values of orders. */
import { dayMs, minuteMs } from '../../../src/base/durations.js';
import type { Random } from '../../../examples/sample-shop/choices.js';
import { comparableNumber } from './compare.js';
import { type SearchType, searchTypeOf } from '../../support/search/searchFields.js';
import type { LeafKind, Operand, SearchField } from '../../support/search/wire.js';
import {
  cutText,
  randomDate,
  randomTime,
  randomDateTime,
  randomInteger,
  randomNumber as numberLike,
  randomPhone,
  shuffled,
  randomText,
  randomWord,
} from '../../support/search/randomValues.js';
import { sampleValues, type QuerySource } from './QuerySource.js';

type Raw = string | number | boolean;

/** Generates a value of a type if the orders have none. */
const invented: Partial<Record<SearchType, (random: Random) => Raw>> = {
  Boolean: random => random.next() < 0.5,
  long: randomInteger,
  Number: numberLike,
  dateTime: randomDateTime,
  DateTime: randomDateTime,
  Date: randomDate,
  Time: randomTime,
  phone: randomPhone,
};

const valueOf = (stock: QuerySource, named: SearchField): Raw => {
  const values = stock.random.next() < 0.95 ? sampleValues(stock, named) : [];
  return values.length > 0
    ? stock.random.pick(values)
    : (invented[searchTypeOf(named.field, named.customType)] ?? randomText)(stock.random);
};

const two = (count: number): string => String(count).padStart(2, '0');

/** Writes an instant with one of several time zone offsets. */
const written = (random: Random, ms: number): string => {
  const minutes = random.pick([0, 0, 120, -330]);
  if (minutes === 0) return random.pick([new Date(ms).toISOString(), new Date(ms).toISOString().replace('.000Z', 'Z')]);
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return new Date(ms + minutes * minuteMs).toISOString().replace('Z', offset);
};

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const hour = (ms: number): string => new Date(ms).toISOString().slice(11, 23);

/** Returns a value or one next to it in the order of its type. */
const nearby = (random: Random, type: SearchType, value: Raw): string | number => {
  const number = comparableNumber(type, value);
  const by = random.pick([0, 0, 0, 1, -1]);
  switch (type) {
    case 'long':
      return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number! + by));
    case 'Number':
      return number! + random.pick([0, 0, by, by / 8]);
    case 'dateTime':
    case 'DateTime':
      return written(random, number! + by);
    case 'Date':
      return day(number! + by * dayMs);
    case 'Time':
      return random.pick([String(value), hour((number! + by + dayMs) % dayMs)]);
    default:
      return nearText(random, String(value));
  }
};

const swapped = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

/** Returns the text, or a variant: another case, shorter, longer, or with another character. */
const nearText = (random: Random, text: string): string => {
  const characters = Array.from(text);
  if (characters.length === 0) return text;
  return random.pick([
    () => text,
    () => text,
    () => text,
    () => swapped(text),
    () => characters.slice(0, -1).join(''),
    () => `${text}x`,
    () => ` ${text}`,
    () => text.trim(),
    () => text.normalize('NFC'),
    () => characters.with(random.integer(0, characters.length - 1), '?').join(''),
  ])();
};

const beginningOf = (random: Random, text: string): string => {
  const characters = Array.from(text);
  return characters
    .slice(0, random.pick([1, 2, 3, 4, 5, 8, 15, 16, 17, random.integer(1, Math.max(1, characters.length))]))
    .join('');
};

/** Replaces parts of a text by `*` and characters by `?`. */
const wildcarded = (random: Random, text: string): string => {
  const characters = Array.from(text);
  const at = random.integer(0, characters.length);
  const end = Math.min(characters.length, at + random.pick([0, 1, 2, characters.length]));
  const starred = [...characters.slice(0, at), '*', ...characters.slice(end)];
  const place = random.integer(0, starred.length - 1);
  return random
    .pick([
      () => starred,
      () => starred,
      () => starred.with(place, '?'),
      () => ['*', ...starred.slice(1)],
      () => [...starred.slice(0, -1), '*'],
      () => ['*'],
    ])()
    .join('');
};

/** Picks words of a text, in another order, case and punctuation, sometimes with a word that the text does not have. */
const someWords = (random: Random, text: string): string => {
  const words = text
    .split(/\s+/)
    .slice(0, 6)
    .filter(() => random.next() < 0.7);
  const others =
    random.next() < 0.3
      ? [
          random.pick([
            randomWord(random),
            `${words[0] ?? 'a'}x`,
            cutText(words[0] ?? 'ab', (words[0] ?? 'ab').length - 1),
          ]),
        ]
      : [];
  return shuffled(random, [...words, ...others])
    .map(word => (random.next() < 0.3 ? swapped(word) : word))
    .join(random.pick([' ', ' ', ', ', '  ', '-']));
};

const caseOption = (random: Random) => (random.next() < 0.4 ? { caseInsensitive: random.next() < 0.8 } : {});

const respelled = (random: Random, phone: string): string =>
  random.pick([phone, phone.replace(/\D/g, ''), phone.replace(/\D/g, ' '), `+${phone}`]);

/** Replaces an empty text, which the API refuses, by a word. */
const filled = (random: Random, text: string): string => (text === '' ? randomWord(random) : text);

const textOperand = (
  kind: 'fullText' | 'prefix' | 'wildcard',
  stock: QuerySource,
  named: SearchField,
): Partial<Operand> => {
  const { random } = stock;
  const text = String(valueOf(stock, named));
  const isPhone = searchTypeOf(named.field, named.customType) === 'phone';
  if (kind === 'fullText')
    return {
      value: filled(random, isPhone ? respelled(random, text) : someWords(random, text)),
      ...random.pick([{}, { mustMatch: 'any' as const }, { mustMatch: 'all' as const }]),
    };
  const part =
    kind === 'prefix'
      ? beginningOf(random, isPhone ? respelled(random, text) : nearText(random, text))
      : wildcarded(random, nearText(random, text));
  const isFolded = random.next() < 0.2;
  return {
    value: filled(random, isFolded ? swapped(part) : part),
    ...(isFolded ? { caseInsensitive: true } : caseOption(random)),
  };
};

const exactOperand = (stock: QuerySource, named: SearchField): Partial<Operand> => {
  const { random } = stock;
  const type = searchTypeOf(named.field, named.customType);
  const value = valueOf(stock, named);
  if (type === 'Boolean') return { value };
  const near = nearby(random, type, value);
  return { value: near, ...(comparableNumber(type, value) === undefined && caseOption(random)) };
};

const rangeOperand = (stock: QuerySource, named: SearchField): Partial<Operand> => {
  const { random } = stock;
  const bound = () => nearby(random, searchTypeOf(named.field, named.customType), valueOf(stock, named));
  return random.pick([() => ({ gte: bound() }), () => ({ lte: bound() }), () => ({ gte: bound(), lte: bound() })])();
};

export const randomOperand = (kind: LeafKind, stock: QuerySource, named: SearchField): Partial<Operand> => {
  switch (kind) {
    case 'exists':
      return {};
    case 'exact':
      return exactOperand(stock, named);
    case 'range':
      return rangeOperand(stock, named);
    default:
      return textOperand(kind, stock, named);
  }
};
