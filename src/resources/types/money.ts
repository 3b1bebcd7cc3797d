import { Type, type Static } from '@sinclair/typebox';
import { fail } from '../../errors.js';
import { CurrencyCode, Integer, OneOf, Optional, Shape } from './basic.js';

/** What a client sends: an amount in the currency's smallest unit. */
export const MoneyDraft = Shape({ type: Optional(OneOf(['centPrecision'])), currencyCode: CurrencyCode, centAmount: Integer });
/** What is stored (CentPrecisionMoney): the same, with the number of digits behind the decimal point. */
export const Money = Shape({ type: Type.Literal('centPrecision'), currencyCode: CurrencyCode, centAmount: Integer, fractionDigits: Integer });

export type MoneyDraft = Static<typeof MoneyDraft>;
export type Money = Static<typeof Money>;

const digits = new Map<string, number>();

/** ISO 4217's minor unit: 0 for JPY, 2 for EUR, 3 for KWD; 2 where the currency is unknown. */
export const fractionDigitsOf = (currencyCode: string): number => {
  let known = digits.get(currencyCode);
  if (known === undefined) {
    known = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode }).resolvedOptions().maximumFractionDigits ?? 2;
    digits.set(currencyCode, known);
  }
  return known;
};

export const moneyOf = ({ currencyCode, centAmount }: MoneyDraft): Money =>
  ({ type: 'centPrecision', currencyCode, centAmount, fractionDigits: fractionDigitsOf(currencyCode) });

/** `money` for each of `quantity` pieces; an amount that a JSON number cannot hold exactly is refused. */
export const times = (money: Money, quantity: number): Money => {
  const centAmount = Number(BigInt(money.centAmount) * BigInt(quantity));
  if (!Number.isSafeInteger(centAmount))
    throw fail('InvalidInput', { message: `The amount ${money.centAmount} ${money.currencyCode} times ${quantity} exceeds ${Number.MAX_SAFE_INTEGER}.` });
  return { ...money, centAmount };
};
