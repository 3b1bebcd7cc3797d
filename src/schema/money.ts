import { Type, type Static } from '@sinclair/typebox';
import { type ErrorEntry, errorEntry, fail, failAll } from '../errors/ApiError.js';
import { exactCents } from '../money/exact.js';
import { fractionDigitsOf } from '../money/fractionDigitsOf.js';
import { rounded } from '../money/rounded.js';
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
const fractionDigitsMax = 20;
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

const required = (field: string, expected: string): ErrorEntry => errorEntry('RequiredField', { field, expected });
const invalid = (field: string, invalidValue: unknown, expected: string): ErrorEntry =>
  errorEntry('InvalidField', { field, invalidValue, expected: `Expected ${expected}.` });

const centErrors = (
  { currencyCode, centAmount, preciseAmount, fractionDigits }: TypedMoneyDraft,
  at: string,
): ErrorEntry[] => {
  const digitsOfCurrency = fractionDigitsOf(currencyCode);
  return [
    ...(centAmount === undefined ? [required(`${at}centAmount`, 'an integer')] : []),
    ...(preciseAmount === undefined
      ? []
      : [invalid(`${at}preciseAmount`, preciseAmount, "none, unless the type is 'highPrecision'")]),
    ...(fractionDigits === undefined || fractionDigits === digitsOfCurrency
      ? []
      : [invalid(`${at}fractionDigits`, fractionDigits, `${digitsOfCurrency}, as ${currencyCode} has`)]),
  ];
};

const highPrecisionErrors = (
  { currencyCode, preciseAmount, fractionDigits }: TypedMoneyDraft,
  at: string,
): ErrorEntry[] => {
  const digitsOfCurrency = fractionDigitsOf(currencyCode);
  return [
    ...(preciseAmount === undefined ? [required(`${at}preciseAmount`, 'an integer')] : []),
    ...(fractionDigits === undefined ? [required(`${at}fractionDigits`, 'an integer')] : []),
    ...(fractionDigits !== undefined && fractionDigits <= digitsOfCurrency
      ? [
          invalid(
            `${at}fractionDigits`,
            fractionDigits,
            `${digitsOfCurrency + 1} to ${fractionDigitsMax}, more than ${currencyCode} has`,
          ),
        ]
      : []),
  ];
};

/** Whole cents of a high precision amount: those given, if they are next to it, else the nearest, half even. */
const highPrecisionOf = (
  { currencyCode, preciseAmount, fractionDigits, centAmount }: TypedMoneyDraft,
  at: string,
): HighPrecisionMoney => {
  const money: HighPrecisionMoney = {
    type: 'highPrecision',
    currencyCode,
    centAmount: 0,
    preciseAmount: preciseAmount!,
    fractionDigits: fractionDigits!,
  };
  const precise = exactCents(money);
  if (centAmount !== undefined && !precise.minus(centAmount).abs().lt(1))
    throw fail('InvalidInput', {
      message: `The field '${at}centAmount' is ${centAmount}; expected ${precise.toFixed()} rounded to one of its neighbours.`,
    });
  return { ...money, centAmount: centAmount ?? rounded(precise, 'HalfEven').toNumber() + 0 };
};

/** A draft of either type, told apart by `type` (cent precision if there is none); `field` is the path that errors name it by. */
export const typedMoneyOf = (draft: TypedMoneyDraft, field = ''): TypedMoney => {
  const at = field === '' ? '' : `${field}.`;
  const isPrecise = draft.type === 'highPrecision';
  const errors = isPrecise ? highPrecisionErrors(draft, at) : centErrors(draft, at);
  if (errors.length > 0) throw failAll(errors);
  return isPrecise
    ? highPrecisionOf(draft, at)
    : moneyOf({ currencyCode: draft.currencyCode, centAmount: draft.centAmount! });
};

/** No money of a currency. */
export const zero = (currencyCode: string): Money => moneyOf({ currencyCode, centAmount: 0 });
