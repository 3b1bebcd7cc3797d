/** Checks that a text is a day of the calendar or a time of the clock. */
import { toUtcDateTime } from './toUtcDateTime.js';

const date = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const time = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/;

/** Tests for a day that the calendar has, as YYYY-MM-DD. */
export const isCalendarDate = (text: string): boolean =>
  date.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

/** Tests for a time of a day, as hh:mm:ss.sss. */
export const isTimeOfDay = (text: string): boolean => time.test(text);

/** The kinds of values that are times, as definitions of fields name them. */
export type TimeFormat = 'DateTime' | 'Date' | 'Time';

interface TimeFormatRules {
  readonly test: (text: string) => boolean;
  /** The words of error messages. */
  readonly expected: string;
}

export const timeFormats: Readonly<Record<TimeFormat, TimeFormatRules>> = {
  // A day stands for its first moment.
  DateTime: {
    test: text => toUtcDateTime(text) !== undefined || isCalendarDate(text),
    expected: 'a date and time in ISO 8601 with a time zone, such as 2024-02-29T12:00:00Z, or a day',
  },
  Date: { test: isCalendarDate, expected: 'a date, YYYY-MM-DD' },
  Time: { test: isTimeOfDay, expected: 'a time, hh:mm:ss.sss' },
};

export const isTimeFormat = (kind: string): kind is TimeFormat => Object.hasOwn(timeFormats, kind);

/** The first moment of a day in UTC; any other text as it is. */
export const firstMoment = (text: string): string => (isCalendarDate(text) ? `${text}T00:00:00.000Z` : text);
