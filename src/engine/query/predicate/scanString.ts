import { abbreviateClientText } from './predicateSyntaxError.js';

interface Scanned {
  readonly text: string;
  /** The offset after the closing quote; of the invalid character when there is a problem. */
  readonly end: number;
  readonly problem?: string;
}

const quote = 34;
const backslash = 92;

/** RFC 8259 section 7: a string of the predicate language is a JSON string, in which line breaks may stand too. */
const escapes = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const unicodeEscape = /^[0-9a-fA-F]{4}$/;
const unicodeDigits = 4;

/** The character an escape stands for and the source's length of that escape, from the backslash on. */
const readEscape = (source: string, at: number): { character: string; length: number } | undefined => {
  const plain = escapes.get(source[at + 1] ?? '');
  if (plain !== undefined) return { character: plain, length: 2 };
  const digits = source.slice(at + 2, at + 2 + unicodeDigits);
  if (source[at + 1] !== 'u' || !unicodeEscape.test(digits)) return undefined;
  return { character: String.fromCharCode(Number.parseInt(digits, 16)), length: 2 + unicodeDigits };
};

const badEscape = (source: string, at: number): Scanned => ({
  text: '',
  end: at,
  problem: `Invalid input '${abbreviateClientText(source.slice(at, at + 2))}', expected an escape of JSON`,
});

/** Reads the string whose opening quote is at `at`. */
export const scanString = (source: string, at: number): Scanned => {
  let text = '';
  let from = at + 1;
  for (let index = from; index < source.length; index++) {
    const unit = source.charCodeAt(index);
    if (unit === quote) return { text: text + source.slice(from, index), end: index + 1 };
    if (unit !== backslash) continue;
    const escape = readEscape(source, index);
    if (escape === undefined) return badEscape(source, index);
    text += source.slice(from, index) + escape.character;
    from = index + escape.length;
    index = from - 1;
  }
  return { text: '', end: source.length, problem: `Unexpected end of input, expected '"'` };
};
