/**
 * Finds a number of a JSON text that JavaScript would round: its numbers have 53 bits for digits, so that a larger
 * integer or a longer fraction becomes another number, and JSON.parse gives no sign of it.
 */

import { abbreviate } from '../../base/errors/ApiError.js';

/** Sixteen digits; written out, the search skips as many characters at once and takes a tenth of the time. */
const longNumber = new RegExp('[0-9.]'.repeat(16));

/** A fraction that may be too small for any digit. */
const smallNumber = /\d[eE]-\d{3}/;

/** Tells whether a text may hold a number that would be rounded; most texts hold none, and are read no further. */
const mayRound = (text: string): boolean =>
  longNumber.test(text) || ((text.includes('e-') || text.includes('E-')) && smallNumber.test(text));

const numbers = /-?\d[\d.eE+-]*/g;

const [quote, backslash, zero] = ['"', 0x5c, 0x30];

/** The position behind the string that begins at a quote. */
const endOfString = (json: string, start: number): number => {
  for (let end = json.indexOf(quote, start + 1); ; end = json.indexOf(quote, end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === backslash) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
};

/** Digits that tell every number from its neighbours; some languages write them all. Longer texts are refused. */
const [digitsMax, lengthMax] = [17, 400];

/** Digits and exponent of a decimal number, without zeros at both ends: the same for equal numbers. */
const digitsOf = (text: string): string => {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)!;
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === zero) end--;
  return end === 0 ? '0' : `${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
};

/** Tells whether a number equals its text: in the fewest digits, as JavaScript writes it, or in seventeen. */
export const isExactNumber = (text: string): boolean => {
  const value = Number(text);
  const shortest = String(value);
  if (shortest === text) return true;
  if (!Number.isFinite(value) || text.length > lengthMax) return false;
  const longest = value.toPrecision(digitsMax);
  if (longest === text) return true;
  const digits = digitsOf(text);
  return digits === digitsOf(shortest) || digits === digitsOf(longest);
};

/** Names the given and the expected number; a number that is too large would become Infinity. */
export const inexactNumberMessage = (text: string): string =>
  `The number ${abbreviate(text)} would become ${Number(text)}: expected an integer from ` +
  `${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}, another number of at most 15 digits, or a text.`;

/** The first number of a valid JSON text that would be rounded. */
export const inexactNumberIn = (json: string): string | undefined => {
  if (!mayRound(json)) return undefined;
  for (let at = 0; at < json.length; ) {
    const nextString = json.indexOf(quote, at);
    const text = json.slice(at, nextString < 0 ? json.length : nextString);
    if (mayRound(text)) for (const [found] of text.matchAll(numbers)) if (!isExactNumber(found)) return found;
    if (nextString < 0) return undefined;
    at = endOfString(json, nextString);
  }
  return undefined;
};
