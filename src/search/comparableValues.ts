/** Values as search compares them: numbers for what has an order of numbers, folded text, words. */
import { toUtcDateTime } from '../engine/query/predicate/instant.js';
import type { SearchFieldType } from './searchFields.js';

const calendarDate = /^\d{4}-\d\d-\d\d$/;
const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?$/;

/** Of the stored form; only of days that there are, as `Date` would make the 30th of February the 1st of March. */
const msOf = (stored: string | undefined): number | undefined => {
  const ms = stored === undefined ? Number.NaN : Date.parse(stored);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === stored ? ms : undefined;
};

const numberOfText: Partial<Record<SearchFieldType, (text: string) => number | undefined>> = {
  dateTime: text => msOf(toUtcDateTime(text)),
  instant: text => msOf(toUtcDateTime(text)),
  date: text => (calendarDate.test(text) ? msOf(`${text}T00:00:00.000Z`) : undefined),
  time: text =>
    timeOfDay.test(text) ? Date.parse(`1970-01-01T${text.length === 5 ? `${text}:00` : text}Z`) : undefined,
};

/** Field types whose values are compared as numbers, be they text on the wire: milliseconds since the epoch, or of the day. */
export const isNumericType = (type: SearchFieldType): boolean =>
  type === 'long' || type === 'number' || type in numberOfText;

/** The number that a value is compared as; undefined where it is none of the type. */
export const comparableNumber = (type: SearchFieldType, value: unknown): number | undefined => {
  if (typeof value === 'number')
    return (type === 'long' || type === 'number') && Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' ? numberOfText[type]?.(value) : undefined;
};

/** Text without regard to case. A final sigma is no letter of its own, or a prefix would fold to what its word does not begin with. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** The complete terms of a text (SEARCH023): runs of letters, marks and digits, folded. */
export const wordsOf = (text: string): string[] => [
  ...new Set(foldCase(text.normalize('NFKC')).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []),
];

/** SEARCH032: what counts of a phone number. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');
