/** Amounts in euros, and amounts as fractions. */
import { fractionDigitsOf, type Money, moneyOf, type TypedMoney } from '../../../src/commerce/values/money.js';
import { centsOf, type Fraction } from './fraction.js';

export const eur = (centAmount: number): Money => moneyOf({ currencyCode: 'EUR', centAmount });

export const total = (amounts: readonly Money[]): number =>
  amounts.reduce((all, { centAmount }) => all + centAmount, 0);

export const exactly = (money: TypedMoney): Fraction => centsOf(money, fractionDigitsOf(money.currencyCode));
export const max = Number.MAX_SAFE_INTEGER;
