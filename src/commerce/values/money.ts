import type { Static } from '@sinclair/typebox';
import { Type } from '../../engine/schema/Type.js';
import { CurrencyCode, Integer, IntegerFrom, OneOf, Optional, Shape } from '../../engine/schema/primitives.js';
import { Named } from '../../engine/schema/Named.js';

/** The draft of money: an amount in the smallest unit of the currency. */
export const MoneyDraft = Named(
  'MoneyDraft',
  Shape({
    type: Optional(OneOf(['centPrecision'])),
    currencyCode: CurrencyCode,
    centAmount: Integer,
  }),
  { input: 'MoneyInput' },
);
/** Accepts only cents, although the input type of GraphQL is that of money with either precision. */
export const BaseMoneyDraft = Named('MoneyDraft', MoneyDraft, { input: 'BaseMoneyInput' });
/** The stored form of money (CentPrecisionMoney): with the number of digits behind the decimal point. */
export const Money = Named(
  'Money',
  Shape(
    {
      type: Type.Literal('centPrecision'),
      currencyCode: CurrencyCode,
      centAmount: Integer,
      fractionDigits: Integer,
    },
    { queryableMembers: ['preciseAmount'] },
  ),
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

/** HighPrecisionMoney: an amount with fractions of a cent, and the whole cents that it rounds to. */
export interface HighPrecisionMoney extends Omit<Money, 'type'> {
  readonly type: 'highPrecision';
  readonly preciseAmount: number;
}

const MoneyType = OneOf(['centPrecision', 'highPrecision']);

/** The draft of money of either type, in one flat shape. `typedMoneyOf` refuses members that do not fit the type. */
export const TypedMoneyDraft = Named(
  'TypedMoneyDraft',
  Shape({
    type: Optional(MoneyType),
    currencyCode: CurrencyCode,
    centAmount: Optional(Integer),
    preciseAmount: Optional(Integer),
    fractionDigits: Optional(IntegerFrom(0, fractionDigitsMax)),
  }),
  { input: 'BaseMoneyInput' },
);
export type TypedMoneyDraft = Static<typeof TypedMoneyDraft>;

export const TypedMoney = Named(
  'TypedMoney',
  Type.Unsafe<TypedMoney>(
    Shape({
      type: MoneyType,
      currencyCode: CurrencyCode,
      centAmount: Integer,
      preciseAmount: Optional(Integer),
      fractionDigits: Integer,
    }),
  ),
  { type: 'BaseMoney' },
);

export type TypedMoney = Money | HighPrecisionMoney;

/** Tells whether two amounts have the same members; an absent amount equals only another absent one. */
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

export const zero = (currencyCode: string): Money => moneyOf({ currencyCode, centAmount: 0 });

const preciseAmountOf = (money: TypedMoney): number | undefined =>
  money.type === 'highPrecision' ? money.preciseAmount : undefined;

const digits = new Map<string, number>();

/** The number of minor digits of a currency (ISO 4217): 0 for JPY, 2 for EUR, 3 for KWD; 2 for an unknown currency. */
export const fractionDigitsOf = (currencyCode: string): number => {
  let known = digits.get(currencyCode);
  if (known === undefined) {
    known =
      new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode }).resolvedOptions()
        .maximumFractionDigits ?? 2;
    digits.set(currencyCode, known);
  }
  return known;
};
