import { type Money, zero } from '../schema/money.js';
import { add, exactDecimal, moneyOfCents } from './money.js';

/** Scales the weights to integers in the same proportion. Where all weights are 0, they become equal. */
const integerWeights = (weights: readonly number[]): bigint[] => {
  if (weights.some(weight => !(weight >= 0))) throw new Error(`Weights are not negative: ${weights.join(', ')}`);
  if (weights.every(weight => weight === 0)) return weights.map(() => 1n);
  const decimals = weights.map(exactDecimal);
  const digits = decimals.reduce((most, decimal) => Math.max(most, decimal.decimalPlaces() ?? 0), 0);
  return decimals.map(decimal => BigInt(decimal.shiftedBy(digits).toFixed(0)));
};

/** The indexes of the `count` largest remainders; of equal ones the earlier comes first. */
const largestRemainders = (remainders: readonly bigint[], count: number): number[] =>
  remainders
    .map((remainder, index) => ({ remainder, index }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
    .slice(0, count)
    .map(({ index }) => index);

/**
 * Splits `total` into parts in proportion to the weights. Every part is within a cent of its exact share; the remaining
 * cents go to the largest remainders, the earlier first. A weight of 0 gets nothing, unless all weights are 0: then the
 * parts are equal. A larger weight never gets a smaller amount (of a negative total: never a larger one).
 */
export const allocate = (total: Money, weights: readonly number[]): Money[] => {
  const [first = Number.NaN] = weights;
  // The only part is the total, as most tax rates have one.
  if (weights.length === 1 && first >= 0 && Number.isFinite(first)) return [add(total, zero(total.currencyCode))];
  if (weights.length === 0 && total.centAmount !== 0) throw new Error('An amount cannot be split into no parts');
  const shares = integerWeights(weights);
  const whole = shares.reduce((all, weight) => all + weight, 0n);
  const sign = total.centAmount < 0 ? -1n : 1n;
  const amount = sign * BigInt(total.centAmount);
  const parts = shares.map(weight => (amount * weight) / whole);
  const left = amount - parts.reduce((all, part) => all + part, 0n);
  const remainders = shares.map(weight => (amount * weight) % whole);
  const oneMore = new Set(largestRemainders(remainders, Number(left)));
  return parts.map((part, index) => moneyOfCents(total.currencyCode, sign * (oneMore.has(index) ? part + 1n : part)));
};
