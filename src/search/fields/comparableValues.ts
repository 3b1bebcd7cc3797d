/** Converts values to the form in which search compares them: numbers and folded text. */
import { toUtcDateTime } from '../../engine/schema/dateTimes.js';
import type { SearchFieldType } from './SearchField.js';

const calendarDate = /^\d{4}-\d\d-\d\d$/;
const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?$/;

/** Returns milliseconds; undefined for a day that does not exist, which `Date` would turn into another day. */
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

/** Tells whether values are compared as numbers: dates and times as milliseconds since the epoch or of the day. */
export const isNumericType = (type: SearchFieldType): boolean =>
  type === 'long' || type === 'number' || type in numberOfText;

/** Returns the number as which a value is compared; undefined for a value of another type. */
export const comparableNumber = (type: SearchFieldType, value: unknown): number | undefined => {
  if (typeof value === 'number')
    return (type === 'long' || type === 'number') && Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' ? numberOfText[type]?.(value) : undefined;
};

/**
 * Folds case. A final sigma becomes a sigma; otherwise a prefix could fold to something its word does not start with.
 */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Returns the digits of a phone number; only they are compared (SEARCH032). */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

const scratch = new DataView(new ArrayBuffer(8));

const nextNumber = (number: number, direction: 1n | -1n): number => {
  if (number === 0) return direction === 1n ? Number.MIN_VALUE : -Number.MIN_VALUE;
  scratch.setFloat64(0, number);
  scratch.setBigInt64(0, scratch.getBigInt64(0) + (number > 0 ? direction : -direction));
  return scratch.getFloat64(0);
};

/** The smallest value above another one. */
export const nextAbove = (value: string | number): string | number =>
  typeof value === 'number' ? nextNumber(value, 1n) : `${value}\0`;

/** The largest number below another one; a text has no such value, and stays. */
export const nextBelow = (value: string | number): string | number =>
  typeof value === 'number' ? nextNumber(value, -1n) : value;
