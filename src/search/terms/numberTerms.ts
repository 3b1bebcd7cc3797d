/**
 * Terms for numbers of fields with several values: sixteen hexadecimal digits that sort like the numbers. All prefixes
 * of the digits are terms too, so that a range is a short list of prefixes and RediSearch expands nothing.
 */
import { termKinds } from './formatTerm.js';

const digits = 16;
const scratch = Buffer.alloc(8);

const withoutZeros = (hex: string): string => hex.replace(/0+$/, '');

const hexOf = (number: number): string => {
  // Adding 0 turns -0, which would sort lower, into 0.
  scratch.writeDoubleBE(number + 0);
  const first = scratch.readUInt8(0);
  if (first < 0x80) scratch.writeUInt8(first | 0x80, 0);
  else for (let at = 0; at < scratch.length; at++) scratch.writeUInt8(~scratch.readUInt8(at) & 0xff, at);
  return scratch.toString('hex');
};

export type NumberTerm = readonly [kind: typeof termKinds.number | typeof termKinds.numberPrefix, digits: string];

export const exactNumberTerm = (number: number): NumberTerm => [termKinds.number, withoutZeros(hexOf(number))];

export const numberTerms = (number: number): NumberTerm[] => {
  const whole = exactNumberTerm(number);
  return [whole, ...Array.from(whole[1], (_, at): NumberTerm => [termKinds.numberPrefix, whole[1].slice(0, at + 1)])];
};

/** Returns the terms of all numbers whose digits start with `prefix`; terms of complete numbers omit final zeros. */
const termsOfPrefix = (prefix: string): NumberTerm[] =>
  prefix.endsWith('0')
    ? [
        [termKinds.numberPrefix, prefix],
        [termKinds.number, withoutZeros(prefix)],
      ]
    : [[termKinds.numberPrefix, prefix]];

const hexDigits = '0123456789abcdef';
const successors = (digit: string): string[] => Array.from(hexDigits.slice(hexDigits.indexOf(digit) + 1));
const predecessors = (digit: string): string[] => Array.from(hexDigits.slice(0, hexDigits.indexOf(digit)));

/** Returns prefixes of the numbers from `low` on that share its first `common` digits. */
const prefixesFrom = (low: string, common: number): string[] => {
  const prefixes: string[] = [];
  const end = withoutZeros(low).length;
  for (let at = Math.max(end, common) - 1; at >= common; at--)
    for (const digit of successors(low.charAt(at))) prefixes.push(low.slice(0, at) + digit);
  return [...prefixes, low.slice(0, Math.max(end, common))];
};

/** Returns prefixes of the numbers up to `high` that share its first `common` digits. */
const prefixesTo = (high: string, common: number): string[] => {
  const prefixes: string[] = [];
  const end = Math.max(high.replace(/f+$/, '').length, common);
  for (let at = common; at < end; at++)
    for (const digit of predecessors(high.charAt(at))) prefixes.push(high.slice(0, at) + digit);
  return [...prefixes, high.slice(0, end)];
};

const lowest = '0'.repeat(digits);
const highest = 'f'.repeat(digits);

/** Returns terms that only the numbers from `gte` to `lte` have; empty when there is no number between them. */
export const rangeTerms = (gte: number | undefined, lte: number | undefined): NumberTerm[] => {
  const low = gte === undefined ? lowest : hexOf(gte);
  const high = lte === undefined ? highest : hexOf(lte);
  if (low > high) return [];
  if (low === high) return [[termKinds.number, withoutZeros(low)]];
  let common = 0;
  while (low[common] === high[common]) common++;
  const between = Array.from(
    hexDigits.slice(hexDigits.indexOf(low.charAt(common)) + 1, hexDigits.indexOf(high.charAt(common))),
    digit => low.slice(0, common) + digit,
  );
  const all = [...prefixesFrom(low, common + 1), ...between, ...prefixesTo(high, common + 1)];
  return all.flatMap(termsOfPrefix);
};
