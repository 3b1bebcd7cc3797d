/** Values of variants as texts that people write, and back. */
import type { TFunction } from 'i18next';
import { isReference, textOf } from '../api/Resource';
import { hasDigitsOf, parseNumber, writeNumber } from '../numbers/readNumber';
import { fractionDigitsOf, isMoney } from '../values/format';
import type { ValueType } from '../values/useFieldDefinitions';

/** Describes the error in a text, in the language of the person. */
export class TextError extends Error {}

const shownMax = 200;

/** Shortens a text to a length that is readable beside others. */
export const shortened = (text: string): string => (text.length > shownMax ? `${text.slice(0, shownMax)}…` : text);

const numberIn = (text: string, t: TFunction): number => {
  const value = parseNumber(text);
  if (Number.isNaN(value) || !hasDigitsOf(text, value)) throw new TextError(t('grid.errors.number', { text }));
  return value;
};

interface Amount {
  readonly currencyCode: string;
  readonly centAmount: number;
  readonly fractionDigits?: number;
  /** The amount with more digits than its currency; `fractionDigits` counts them. */
  readonly preciseAmount?: number;
}

/** Formats an amount without its currency. Without a language, it has the format of files. */
export const amountText = (
  { centAmount, preciseAmount = centAmount, fractionDigits: digits = 2 }: Amount,
  language?: string,
): string => writeNumber(preciseAmount / 10 ** digits, language, digits);

export const parseAmount = (text: string, currencyCode: string, t: TFunction): Amount => {
  const digits = fractionDigitsOf(currencyCode);
  const value = numberIn(text, t);
  const centAmount = Math.round(value * 10 ** digits);
  if (!Number.isSafeInteger(centAmount)) throw new TextError(t('grid.errors.number', { text }));
  if (Math.abs(centAmount / 10 ** digits - value) > 1e-9)
    throw new TextError(t('grid.errors.decimals', { currency: currencyCode, count: digits }));
  if (value < 0) throw new TextError(t('grid.errors.negative'));
  return { currencyCode, centAmount };
};

export const parseQuantity = (text: string, t: TFunction): number => {
  if (!/^-?\d{1,9}$/.test(text)) throw new TextError(t('grid.errors.quantity', { text }));
  if (Number(text) < 0) throw new TextError(t('grid.errors.negativeStock'));
  return Number(text);
};

const listed = new Set(['text', 'number', 'enum', 'lenum', 'date', 'time', 'datetime', 'boolean']);

/** Tells whether a cell can show the values of a type as a text. Localized texts have separate cells. */
export const isTextType = ({ name, elementType }: ValueType): boolean =>
  name === 'set' ? elementType !== undefined && listed.has(elementType.name) : name === 'money' || listed.has(name);

const separator = '; ';
const keyOfEnum = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'key' in value ? value.key : value;

/** Formats a value. Without a language, it has the format of files: keys of enums, `true` and `false`. */
export const valueText = (value: unknown, type: ValueType, language: string | undefined, t: TFunction): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value))
    return value.map(each => valueText(each, type.elementType ?? { name: 'text' }, language, t)).join(separator);
  if (isMoney(value)) return `${amountText(value, language)} ${value.currencyCode}`;
  if (isReference(value)) return '';
  if (typeof value === 'boolean') return language === undefined ? String(value) : t(value ? 'value.yes' : 'value.no');
  if (typeof value === 'number') return writeNumber(value, language);
  if (type.name === 'enum' || type.name === 'lenum') {
    const key = keyOfEnum(value);
    const label = type.values?.find(each => each.key === key)?.label;
    return String(language === undefined ? key : (textOf(label, language) ?? key));
  }
  return typeof value === 'string' ? value : (textOf(value, language ?? 'en') ?? '');
};

/** Returns the texts that a cell of a type accepts; undefined if it accepts any. */
export const choicesOf = (type: ValueType, language: string, t: TFunction): readonly string[] | undefined => {
  if (type.name === 'boolean') return [t('value.yes'), t('value.no')];
  if (type.name !== 'enum' && type.name !== 'lenum') return undefined;
  return type.values?.map(({ key }) => valueText(key, type, language, t));
};

const same = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase();

const parseEnum = (text: string, { values = [] }: ValueType, t: TFunction): string => {
  const found =
    values.find(({ key }) => key === text) ??
    values.find(({ key, label }) =>
      [key, ...(typeof label === 'string' ? [label] : Object.values(label as object))].some(each => same(each, text)),
    );
  if (found === undefined)
    throw new TextError(t('grid.errors.choice', { text, choices: values.map(({ key }) => key).join(', ') }));
  return found.key;
};

const datePatterns: Readonly<Record<string, RegExp | undefined>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/,
  datetime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/,
};

const examples: Readonly<Record<string, string>> = {
  date: '2026-11-30',
  time: '14:30:00',
  datetime: '2026-11-30T14:30:00Z',
};

/** Returns the value of a text; undefined for an empty one. */
export const parseValue = (text: string, type: ValueType, t: TFunction): unknown => {
  if (text === '') return undefined;
  if (type.name === 'set') {
    const elementType = type.elementType ?? { name: 'text' };
    return text.split(separator.trim()).flatMap(each => {
      const value = parseValue(each.trim(), elementType, t);
      return value === undefined ? [] : [value];
    });
  }
  if (type.name === 'number') return numberIn(text, t);
  if (type.name === 'enum' || type.name === 'lenum') return parseEnum(text, type, t);
  if (type.name === 'boolean') {
    if ([t('value.yes'), 'true', 'yes'].some(each => same(each, text))) return true;
    if ([t('value.no'), 'false', 'no'].some(each => same(each, text))) return false;
    throw new TextError(t('grid.errors.choice', { text, choices: `${t('value.yes')}, ${t('value.no')}` }));
  }
  if (type.name === 'money') {
    const [, amount, currency] = /^(.*\d)\s*([A-Za-z]{3})$/.exec(text) ?? [];
    if (amount === undefined || currency === undefined) throw new TextError(t('grid.errors.money', { text }));
    return parseAmount(amount, currency.toUpperCase(), t);
  }
  if (datePatterns[type.name]?.test(text) === false)
    throw new TextError(t('grid.errors.date', { text, example: examples[type.name] }));
  return text;
};
