/** Fractions of integers check the decimals of `src/commerce/pricing`; they use none of its functions. */
import type { TypedMoney } from '../../../src/commerce/values/money.js';
import type { RoundingMode } from '../../../src/commerce/values/tax.js';

export type Fraction = { readonly over: bigint; readonly under: bigint };

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));

export const fraction = (over: bigint, under = 1n): Fraction =>
  under < 0n ? { over: -over, under: -under } : { over, under };
export const product = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under);
export const quotient = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.under, a.under * b.over);
/** Reduces the sum, so that sums of many stay short. */
export const sum = (a: Fraction, b: Fraction): Fraction => {
  const [over, under] = [a.over * b.under + b.over * a.under, a.under * b.under];
  const common = divisor(over < 0n ? -over : over, under);
  return fraction(over / common, under / common);
};
export const difference = (a: Fraction, b: Fraction): Fraction => sum(a, fraction(-b.over, b.under));
/** Negative if `a` is less than `b`, zero if they are equal. */
export const compare = (a: Fraction, b: Fraction): number => {
  const { over } = difference(a, b);
  return over < 0n ? -1 : over > 0n ? 1 : 0;
};
export const onePlus = (a: Fraction): Fraction => fraction(a.over + a.under, a.under);

/** Parses `-12.50`, `0.19` or `1e-7`. */
export const fractionOf = (decimal: string | number): Fraction => {
  const [mantissa = '', exponent = '0'] = String(decimal).split('e');
  const [whole = '', digits = ''] = mantissa.split('.');
  const power = Number(exponent) - digits.length;
  const over = BigInt(whole + digits);
  return power < 0 ? fraction(over, 10n ** BigInt(-power)) : fraction(over * 10n ** BigInt(power));
};

/** Returns an amount in cents of a currency with this number of digits. */
export const centsOf = (money: TypedMoney, digits: number): Fraction =>
  money.type === 'highPrecision'
    ? fraction(BigInt(money.preciseAmount), 10n ** BigInt(money.fractionDigits - digits))
    : fraction(BigInt(money.centAmount));

export const isTie = ({ over, under }: Fraction): boolean => (2n * over) % under === 0n && over % under !== 0n;

/** Returns the nearest integer; the mode decides between two equally near integers. */
export const nearest = (value: Fraction, mode: RoundingMode): number => {
  const magnitude = value.over < 0n ? -value.over : value.over;
  const down = magnitude / value.under;
  const twice = 2n * (magnitude % value.under);
  const tieGoesUp = mode === 'HalfUp' || (mode === 'HalfEven' && down % 2n === 1n);
  const whole = twice > value.under || (twice === value.under && tieGoesUp) ? down + 1n : down;
  return Number(value.over < 0n ? -whole : whole);
};
