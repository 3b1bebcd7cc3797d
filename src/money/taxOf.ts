import type { BigNumber } from 'bignumber.js';
import { fail } from '../errors/ApiError.js';
import type { RoundingMode } from '../schema/tax.js';
import { exact } from './exact.js';
import { rounded, roundedQuotient } from './rounded.js';
import type { Rate } from './taxPortions.js';

const assertRate = (name: string, amount: number): void => {
  if (!(amount >= 0 && amount <= 1))
    throw fail('InvalidInput', { message: `The tax rate '${name}' is ${amount}; expected a number from 0 to 1.` });
};

export const assertRates = ({ name, amount, subRates = [] }: Rate): void => {
  assertRate(name, amount);
  for (const subRate of subRates) assertRate(subRate.name, subRate.amount);
};

/**
 * The tax on so many cents, in whole cents. Of whole cents, the other side of the price rounds (net = gross / (1 + rate), or
 * gross = net * (1 + rate)) and the tax is the difference; a high precision amount has no such other side, so its tax rounds.
 */
export const taxOf = (
  amount: BigNumber,
  { amount: rate, includedInPrice }: Rate,
  rounding: RoundingMode,
): BigNumber => {
  const gross = exact(rate).plus(1);
  if (amount.isInteger())
    return includedInPrice
      ? amount.minus(roundedQuotient(amount, gross, rounding))
      : rounded(amount.times(gross), rounding).minus(amount);
  const tax = amount.times(exact(rate));
  return includedInPrice ? roundedQuotient(tax, gross, rounding) : rounded(tax, rounding);
};
