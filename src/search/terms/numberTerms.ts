/**
 * Numbers as terms, for fields that may hold many: sixteen hexadecimal digits in the order of the numbers. Beside a number all
 * beginnings of its digits are terms, so that a range is a short list of beginnings, and nothing is expanded by the module.
 */
const digits = 16;
const scratch = Buffer.alloc(8);

const withoutZeros = (hex: string): string => hex.replace(/0+$/, '');

const hexOf = (number: number): string => {
  // Without it -0 would come before 0.
  scratch.writeDoubleBE(number + 0);
  if (scratch[0]! >= 0x80) for (let at = 0; at < scratch.length; at++) scratch[at] = ~scratch[at]! & 0xff;
  else scratch[0]! |= 0x80;
  return scratch.toString('hex');
};

/** A term as the caller names it: `n` the number itself, `e` a beginning of its digits. */
export type NumberTerm = readonly [operation: 'n' | 'e', text: string];

export const exactNumberTerm = (number: number): NumberTerm => ['n', withoutZeros(hexOf(number))];

export const numberTerms = (number: number): NumberTerm[] => {
  const whole = exactNumberTerm(number);
  return [whole, ...Array.from(whole[1], (_, at): NumberTerm => ['e', whole[1].slice(0, at + 1)])];
};

/** All numbers whose digits begin so: those that have these digits, and one whose own end where zeros follow. */
const beginningWith = (prefix: string): NumberTerm[] =>
  prefix.endsWith('0')
    ? [
        ['e', prefix],
        ['n', withoutZeros(prefix)],
      ]
    : [['e', prefix]];

const hexDigits = '0123456789abcdef';
const successors = (digit: string): string[] => [...hexDigits.slice(hexDigits.indexOf(digit) + 1)];
const predecessors = (digit: string): string[] => [...hexDigits.slice(0, hexDigits.indexOf(digit))];

/** What lies behind a prefix of `low`'s digits, from `low` on. */
const from = (low: string, common: number): string[] => {
  const found: string[] = [];
  const end = withoutZeros(low).length;
  for (let at = Math.max(end, common) - 1; at >= common; at--)
    for (const digit of successors(low[at]!)) found.push(low.slice(0, at) + digit);
  return [...found, low.slice(0, Math.max(end, common))];
};

const to = (high: string, common: number): string[] => {
  const found: string[] = [];
  const end = Math.max(high.replace(/f+$/, '').length, common);
  for (let at = common; at < end; at++)
    for (const digit of predecessors(high[at]!)) found.push(high.slice(0, at) + digit);
  return [...found, high.slice(0, end)];
};

const lowest = '0'.repeat(digits);
const highest = 'f'.repeat(digits);

/** Terms of which each number from `gte` to `lte` has at least one, and no other number any. Empty: there is none between. */
export const rangeTerms = (gte: number | undefined, lte: number | undefined): NumberTerm[] => {
  const low = gte === undefined ? lowest : hexOf(gte);
  const high = lte === undefined ? highest : hexOf(lte);
  if (low > high) return [];
  if (low === high) return [['n', withoutZeros(low)]];
  let common = 0;
  while (low[common] === high[common]) common++;
  const between = [...hexDigits.slice(hexDigits.indexOf(low[common]!) + 1, hexDigits.indexOf(high[common]!))].map(
    digit => low.slice(0, common) + digit,
  );
  const all = [...from(low, common + 1), ...between, ...to(high, common + 1)];
  return all.flatMap(beginningWith);
};
