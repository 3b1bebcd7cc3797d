/** Amounts of the oracle: exact cents, their rounding, and shares that add up to the whole. */
import { compare, difference, type Fraction, fraction, nearest, product, quotient, sum } from '../fraction.js';
import type { Rounding, Value } from './CartCase.js';

export const zero = fraction(0n);
export const cents = (amount: number): Fraction => fraction(BigInt(amount));
export const total = (amounts: readonly Fraction[]): Fraction => amounts.reduce(sum, zero);
export const times = (amount: Fraction, count: number): Fraction => product(amount, cents(count));
export const least = (a: Fraction, b: Fraction): Fraction => (compare(a, b) < 0 ? a : b);
export const isPositive = (amount: Fraction): boolean => amount.over > 0n;
export const isWhole = ({ over, under }: Fraction): boolean => over % under === 0n;

export const exactly = ({ amount, digits = 0 }: Value): Fraction => fraction(BigInt(amount), 10n ** BigInt(digits));

/** Rounds to cents, or to parts of a cent with this number of digits. */
export const round = (amount: Fraction, mode: Rounding, digits = 0): Fraction => {
  const unit = 10n ** BigInt(digits);
  return fraction(BigInt(nearest(product(amount, fraction(unit)), mode)), unit);
};

const negative = ({ over, under }: Fraction): Fraction => fraction(-over, under);

const floor = ({ over, under }: Fraction): bigint => {
  const down = over / under;
  return over < 0n && down * under !== over ? down - 1n : down;
};

/** Rounds exact shares down to integers and gives the units that are left to the largest remainders. */
export const wholeShares = (whole: bigint, exact: readonly Fraction[]): bigint[] => {
  const shares = exact.map(floor);
  const rest = whole - shares.reduce((all, each) => all + each, 0n);
  const remainders = exact.map((each, at) => difference(each, fraction(shares[at]!)));
  const order = [...exact.keys()].toSorted((a, b) => compare(remainders[b]!, remainders[a]!) || a - b);
  for (const at of order.slice(0, Number(rest))) shares[at]! += 1n;
  return shares;
};

/**
 * Splits an amount in proportion to weights, in whole units with `digits` after the cent: each share is rounded down,
 * and the units that are left go to the largest remainders, the first ones if equal. A negative amount is split like
 * the positive one.
 */
export const split = (whole: Fraction, weights: readonly Fraction[], digits = 0): Fraction[] => {
  if (whole.over < 0n) return split(negative(whole), weights, digits).map(negative);
  const weight = total(weights);
  if (weight.over === 0n) return weights.map(() => zero);
  const unit = 10n ** BigInt(digits);
  const exact = weights.map(each => product(product(whole, fraction(unit)), quotient(each, weight)));
  return wholeShares(floor(product(whole, fraction(unit))), exact).map(each => fraction(each, unit));
};

/** Writes an amount in cents as a decimal text. */
export const show = ({ over, under }: Fraction): string => {
  if (over % under === 0n) return String(over / under);
  for (let digits = 1; digits < 20; digits++) {
    const unit = 10n ** BigInt(digits);
    if ((over * unit) % under !== 0n) continue;
    const scaled = (over * unit) / under;
    const text = String(scaled < 0n ? -scaled : scaled).padStart(digits + 1, '0');
    return `${scaled < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
  }
  return `${over}/${under}`;
};
