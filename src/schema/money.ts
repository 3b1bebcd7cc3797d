import { type Static, Type } from '@sinclair/typebox';
import { fractionDigitsOf } from './fractionDigitsOf.js';
import { CurrencyCode, Integer, IntegerFrom, OneOf, Optional, Shape } from './primitives.js';

export { fractionDigitsOf };

/** What a client sends: an amount in the currency's smallest unit. */
export const MoneyDraft = Shape({
  type: Optional(OneOf(['centPrecision'])),
  currencyCode: CurrencyCode,
  centAmount: Integer,
});
/** What is stored (CentPrecisionMoney): the same, with the number of digits behind the decimal point. */
export const Money = Shape({
  type: Type.Literal('centPrecision'),
  currencyCode: CurrencyCode,
  centAmount: Integer,
  fractionDigits: Integer,
});

export type MoneyDraft = Static<typeof MoneyDraft>;
export type Money = Static<typeof Money>;

export const moneyOf = ({ currencyCode, centAmount }: MoneyDraft): Money => ({
  type: 'centPrecision',
  currencyCode,
  centAmount,
  fractionDigits: fractionDigitsOf(currencyCode),
});

/** Most digits behind the decimal point of a high precision amount. */
export const fractionDigitsMax = 20;
const MoneyType = OneOf(['centPrecision', 'highPrecision']);

/** HighPrecisionMoney: fractions of a cent, with the whole cents that they round to. */
export interface HighPrecisionMoney extends Omit<Money, 'type'> {
  readonly type: 'highPrecision';
  readonly preciseAmount: number;
}

/** What a client sends where a price may have fractions of a cent. One flat shape: `typedMoneyOf` tells what does not fit its type. */
export const TypedMoneyDraft = Shape({
  type: Optional(MoneyType),
  currencyCode: CurrencyCode,
  centAmount: Optional(Integer),
  preciseAmount: Optional(Integer),
  fractionDigits: Optional(IntegerFrom(0, fractionDigitsMax)),
});
export type TypedMoneyDraft = Static<typeof TypedMoneyDraft>;

export type TypedMoney = Money | HighPrecisionMoney;
export const TypedMoney = Type.Unsafe<TypedMoney>(
  Shape({
    type: MoneyType,
    currencyCode: CurrencyCode,
    centAmount: Integer,
    preciseAmount: Optional(Integer),
    fractionDigits: Integer,
  }),
);

/** No money of a currency. */
export const zero = (currencyCode: string): Money => moneyOf({ currencyCode, centAmount: 0 });
