/** Formats values of the API for people, in their language. */

export interface Money {
  readonly currencyCode: string;
  readonly centAmount: number;
  readonly fractionDigits?: number;
  /** The amount with more digits than its currency; `fractionDigits` counts them. */
  readonly preciseAmount?: number;
}

export const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'centAmount' in value && 'currencyCode' in value;

export const amountOf = ({ centAmount, preciseAmount = centAmount, fractionDigits = 2 }: Money): number =>
  preciseAmount / 10 ** fractionDigits;

export const formatMoney = (money: Money, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency: money.currencyCode,
    ...(money.preciseAmount !== undefined && { maximumFractionDigits: money.fractionDigits }),
  }).format(amountOf(money));

/** Returns the number of decimal places of a currency. */
export const fractionDigitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Returns money from an amount in the smallest unit of a currency. */
export const moneyOf = (currencyCode: string, centAmount: number): Money => ({
  currencyCode,
  centAmount,
  fractionDigits: fractionDigitsOf(currencyCode),
});

const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

export const isDateTime = (value: unknown): value is string => typeof value === 'string' && dateTimePattern.test(value);

export const formatDateTime = (value: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value));

const languagePattern = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

export const isLocalizedText = (value: unknown): value is Readonly<Record<string, string>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([name, text]) => languagePattern.test(name) && typeof text === 'string');
};

/** Formats 0.19 as `19%`. */
export const formatPercent = (rate: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(rate);

/** Returns the name of a country; its code if the browser does not know it. */
export const countryName = (code: string, language: string): string => {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
};

/** Returns the name of a language; its tag if the browser does not know it. */
export const languageName = (tag: string, language: string): string => {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};
