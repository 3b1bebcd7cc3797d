import type { Static } from '@sinclair/typebox';
import { fractionDigitsOf } from './fractionDigitsOf.js';
import { CurrencyCode, Integer, IntegerFrom, OneOf, Optional, Shape } from './primitives.js';
import { Type } from './Type.js';

/** The draft of money: an amount in the smallest unit of the currency. */
export const MoneyDraft = Shape({
  type: Optional(OneOf(['centPrecision'])),
  currencyCode: CurrencyCode,
  centAmount: Integer,
});
/** The stored form of money (CentPrecisionMoney): with the number of digits behind the decimal point. */
export const Money = Shape(
  {
    type: Type.Literal('centPrecision'),
    currencyCode: CurrencyCode,
    centAmount: Integer,
    fractionDigits: Integer,
  },
  { queryableMembers: ['preciseAmount'] },
);

export type MoneyDraft = Static<typeof MoneyDraft>;
export type Money = Static<typeof Money>;

export const moneyOf = ({ currencyCode, centAmount }: MoneyDraft): Money => ({
  type: 'centPrecision',
  currencyCode,
  centAmount,
  fractionDigits: fractionDigitsOf(currencyCode),
});

/** Bounds the digits behind the decimal point of a high precision amount. */
export const fractionDigitsMax = 20;
const MoneyType = OneOf(['centPrecision', 'highPrecision']);

/** HighPrecisionMoney: an amount with fractions of a cent, and the whole cents that it rounds to. */
export interface HighPrecisionMoney extends Omit<Money, 'type'> {
  readonly type: 'highPrecision';
  readonly preciseAmount: number;
}

/** The draft of money of either type, in one flat shape. `typedMoneyOf` refuses members that do not fit the type. */
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

const preciseAmountOf = (money: TypedMoney): number | undefined =>
  money.type === 'highPrecision' ? money.preciseAmount : undefined;

/** Whether two amounts have the same members; without an amount only another absent one is the same. */
export const isSameMoney = (one: TypedMoney | undefined, other: TypedMoney | undefined): boolean => {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.type === other.type &&
    one.currencyCode === other.currencyCode &&
    one.centAmount === other.centAmount &&
    one.fractionDigits === other.fractionDigits &&
    preciseAmountOf(one) === preciseAmountOf(other)
  );
};

/** The amount 0 of a currency. */
export const zero = (currencyCode: string): Money => moneyOf({ currencyCode, centAmount: 0 });
