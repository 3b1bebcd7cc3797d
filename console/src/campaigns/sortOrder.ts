/** Places of discounts: distinct decimal numbers between 0 and 1. The highest comes first. */

/** Returns the digits after `0.`, padded to a length. */
const digitsOf = (place: string, length: number): bigint => BigInt(place.slice(2).padEnd(length, '0'));

const written = (digits: bigint, length: number): string =>
  `0.${digits.toString().padStart(length, '0')}`.replace(/0+$/, '');

/** Returns the shortest number between two others; `0` and `1` are the ends. */
export const placeBetween = (low: string, high: string): string => {
  for (let length = 1; ; length++) {
    const digits = Math.max(length, low.length - 2, high.length - 2);
    const step = 10n ** BigInt(digits - length);
    const from = low === '0' ? 0n : digitsOf(low, digits);
    const to = high === '1' ? 10n ** BigInt(digits) : digitsOf(high, digits);
    // Numbers of `length` digits that are greater than the low one and less than the high one.
    const [first, last] = [from / step + 1n, (to - 1n) / step];
    if (first <= last) return written(((first + last) / 2n) * step, digits);
  }
};
