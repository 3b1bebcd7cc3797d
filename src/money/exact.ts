/** Exact decimals: their sums and products never round. What does round is in `rounded.ts`, and only there. */
import { BigNumber } from 'bignumber.js';
import type { TypedMoney } from '../schema/money.js';
import { fractionDigitsOf } from './fractionDigitsOf.js';

/** A JSON number means its shortest decimal text: 0.19 is 19/100 here, not the binary fraction next to it. */
export const exact = (value: string | number | bigint): BigNumber => {
  const decimal = new BigNumber(String(value)); // throws for a text that is no number
  if (!decimal.isFinite()) throw new Error(`Not a number: ${value}`);
  return decimal;
};

/** An amount in cents; of a high precision amount with the fractions of a cent that it has. */
export const exactCents = (money: TypedMoney): BigNumber =>
  money.type === 'highPrecision'
    ? exact(money.preciseAmount).shiftedBy(fractionDigitsOf(money.currencyCode) - money.fractionDigits)
    : exact(money.centAmount);
