import { type ErrorEntry, errorEntry, failAll, required, invalidInput } from '../../base/errors/ApiError.js';
import {
  fractionDigitsOf,
  fractionDigitsMax,
  type HighPrecisionMoney,
  moneyOf,
  TypedMoney,
  TypedMoneyDraft,
} from '../values/money.js';
import { exactCents, roundToInteger } from './moneyArithmetic.js';

const missingField = (field: string, expected: string): ErrorEntry => errorEntry('RequiredField', { field, expected });

const invalidField = (field: string, invalidValue: unknown, expected: string): ErrorEntry =>
  errorEntry('InvalidField', { field, invalidValue, expected: `Expected ${expected}.` });

const centErrors = (
  { currencyCode, centAmount, preciseAmount, fractionDigits }: TypedMoneyDraft,
  at: string,
): ErrorEntry[] => {
  const digitsOfCurrency = fractionDigitsOf(currencyCode);
  return [
    ...(centAmount === undefined ? [missingField(`${at}centAmount`, 'an integer')] : []),
    ...(preciseAmount === undefined
      ? []
      : [invalidField(`${at}preciseAmount`, preciseAmount, "none, unless the type is 'highPrecision'")]),
    ...(fractionDigits === undefined || fractionDigits === digitsOfCurrency
      ? []
      : [invalidField(`${at}fractionDigits`, fractionDigits, `${digitsOfCurrency}, as ${currencyCode} has`)]),
  ];
};

const highPrecisionErrors = (
  { currencyCode, preciseAmount, fractionDigits }: TypedMoneyDraft,
  at: string,
): ErrorEntry[] => {
  const digitsOfCurrency = fractionDigitsOf(currencyCode);
  return [
    ...(preciseAmount === undefined ? [missingField(`${at}preciseAmount`, 'an integer')] : []),
    ...(fractionDigits === undefined ? [missingField(`${at}fractionDigits`, 'an integer')] : []),
    ...(fractionDigits !== undefined && fractionDigits <= digitsOfCurrency
      ? [
          invalidField(
            `${at}fractionDigits`,
            fractionDigits,
            `${digitsOfCurrency + 1} to ${fractionDigitsMax}, more than ${currencyCode} has`,
          ),
        ]
      : []),
  ];
};

/**
 * The stored form of a high precision amount. A given `centAmount` must be one of the neighbours of the exact amount;
 * otherwise the nearest is used, half even.
 */
const highPrecisionOf = (
  { currencyCode, preciseAmount, fractionDigits, centAmount }: TypedMoneyDraft,
  at: string,
): HighPrecisionMoney => {
  const money: HighPrecisionMoney = {
    type: 'highPrecision',
    currencyCode,
    centAmount: 0,
    preciseAmount: required(preciseAmount, 'preciseAmount'),
    fractionDigits: required(fractionDigits, 'fractionDigits'),
  };
  const precise = exactCents(money);
  if (centAmount !== undefined && !precise.minus(centAmount).abs().lt(1))
    throw invalidInput(
      `The field '${at}centAmount' is ${centAmount}; expected ${precise.toFixed()} rounded to one of its ` +
        'neighbours.',
    );
  return { ...money, centAmount: centAmount ?? roundToInteger(precise, 'HalfEven').toNumber() + 0 };
};

/**
 * The stored form of an amount of either type; cent precision is the default. `field` is its path in error messages.
 */
export const typedMoneyOf = (draft: TypedMoneyDraft, field = ''): TypedMoney => {
  const at = field === '' ? '' : `${field}.`;
  const isPrecise = draft.type === 'highPrecision';
  const errors = isPrecise ? highPrecisionErrors(draft, at) : centErrors(draft, at);
  if (errors.length > 0) throw failAll(errors);
  return isPrecise
    ? highPrecisionOf(draft, at)
    : moneyOf({ currencyCode: draft.currencyCode, centAmount: required(draft.centAmount, 'centAmount') });
};
