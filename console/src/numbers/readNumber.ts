/** Parses numbers as people write them, and checks their limits. */
import type { TFunction } from 'i18next';
import { formatMoney, fractionDigitsOf } from '../values/format';

/**
 * Parses `1.234,50`, `1,234.50`, `1 234.5` or `1234,5`; NaN for a text that is not a number. One comma before three
 * digits is ambiguous, so the text is not a number.
 */
export const parseNumber = (text: string): number => {
  const compact = text.replaceAll(/[\s'’]/g, '').replace('−', '-');
  const decimalAt = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','));
  const isGrouped = compact.includes('.') && compact.includes(',');
  const whole = decimalAt === -1 ? compact : compact.slice(0, decimalAt);
  const decimals = decimalAt === -1 ? '' : compact.slice(decimalAt + 1);
  const isAmbiguous = /^-?[1-9]\d{0,2},\d{3}$/.test(compact);
  const hasGroups = isGrouped ? /^-?\d{1,3}([.,]\d{3})*$/.test(whole) : /^-?\d*$/.test(whole);
  if (isAmbiguous || !hasGroups || !/^\d*$/.test(decimals) || !/\d/.test(compact)) return Number.NaN;
  return Number(`${whole.replaceAll(/[.,]/g, '')}.${decimals === '' ? '0' : decimals}`);
};

const significantDigits = (text: string): string => text.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '');

/** Tells whether a number has all digits of its text, because JavaScript silently rounds longer ones. */
export const hasDigitsOf = (text: string, value: number): boolean =>
  significantDigits(text) === significantDigits(String(value).split('e', 1)[0]!);

/** Formats a number for a field, without grouping. Without a language, it has the format of files. */
export const writeNumber = (value: number, language: string | undefined, digits?: number): string =>
  language === undefined
    ? digits === undefined
      ? String(value)
      : value.toFixed(digits)
    : new Intl.NumberFormat(language, {
        useGrouping: false,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits ?? 20,
      }).format(value);

/** The limits of a field. */
export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** Maximum number of decimal places; 0, the usual value, for whole numbers. */
  readonly digits?: number;
  /** The currency of an amount, which has the decimal places of the currency. */
  readonly currency?: string;
  readonly required?: boolean;
}

export const digitsOf = ({ digits = 0, currency }: NumberLimits): number =>
  currency === undefined ? digits : fractionDigitsOf(currency);

/** Formats a limit: an amount with its currency. */
const limitText = (value: number, { currency }: NumberLimits, language: string): string => {
  if (currency === undefined) return new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value);
  const fractionDigits = fractionDigitsOf(currency);
  const centAmount = Math.round(value * 10 ** fractionDigits);
  return formatMoney({ currencyCode: currency, centAmount, fractionDigits }, language);
};

const decimalsProblem = (limits: NumberLimits, text: string, t: TFunction): string => {
  const count = digitsOf(limits);
  if (limits.currency !== undefined) return t('grid.errors.decimals', { currency: limits.currency, count });
  return count === 0 ? t('grid.errors.quantity', { text }) : t('number.digits', { count });
};

const hasMoreDigits = (value: number, digits: number): boolean =>
  Math.abs(Number(value.toFixed(digits)) - value) > Number.EPSILON * Math.abs(value);

const rangeProblem = (limits: NumberLimits, text: string, language: string, t: TFunction): string => {
  const { min, max } = limits;
  const from = min === undefined ? '' : limitText(min, limits, language);
  const to = max === undefined ? '' : limitText(max, limits, language);
  if (min === undefined) return t('number.atMost', { text, to });
  if (max === undefined) return t('number.atLeast', { text, from });
  return min >= max ? t('number.only', { text, to }) : t('number.between', { text, from, to });
};

/** Returns the largest number that stays exact. An amount is sent in the smallest unit of its currency. */
const largest = ({ currency }: NumberLimits): number =>
  Number.MAX_SAFE_INTEGER / 10 ** (currency === undefined ? 0 : fractionDigitsOf(currency));

export interface ReadNumber {
  /** Undefined for an empty or an invalid text. */
  readonly value: number | undefined;
  /** Describes the problem of the text, and the valid values. */
  readonly problem: string | undefined;
}

export const readNumber = (text: string, limits: NumberLimits, language: string, t: TFunction): ReadNumber => {
  const refuse = (problem: string): ReadNumber => ({ value: undefined, problem });
  const written = text.trim();
  if (written === '') return limits.required === true ? refuse(t('form.required')) : refuseNothing;
  const value = parseNumber(written);
  if (Number.isNaN(value)) return refuse(t('grid.errors.number', { text: written }));
  const { min = -largest(limits), max = largest(limits) } = limits;
  if (value < min || value > max)
    return refuse(rangeProblem(value > largest(limits) ? { ...limits, max } : limits, written, language, t));
  if (!hasDigitsOf(written, value)) return refuse(t('grid.errors.number', { text: written }));
  if (hasMoreDigits(value, digitsOf(limits))) return refuse(decimalsProblem(limits, written, t));
  return { value, problem: undefined };
};

const refuseNothing: ReadNumber = { value: undefined, problem: undefined };
