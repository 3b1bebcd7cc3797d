import { type ErrorEntry, errorEntry, fail, failAll } from '../errors/ApiError.js';
import { exactCents } from './money.js';
import { fractionDigitsOf } from '../schema/fractionDigitsOf.js';
import { roundToInteger } from './rounding.js';
import { fractionDigitsMax, type HighPrecisionMoney, moneyOf, TypedMoney, TypedMoneyDraft } from '../schema/money.js';

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
  return { ...money, centAmount: centAmount ?? roundToInteger(precise, 'HalfEven').toNumber() + 0 };
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
