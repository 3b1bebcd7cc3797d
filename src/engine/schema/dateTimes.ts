import { minuteMs } from '../../base/durations.js';

/**
 * The one form in which date-times are stored: UTC with milliseconds. In this form, text order is time order. Each
 * month has the days up to 28; `canonical` checks the other days. The calendar has no year 0.
 */
const stored = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const dateTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)$/;
const storedLength = 24;
const dateTimeLengthMax = 35;

/** Minutes from UTC to an offset such as `+02:00`, `+0200` or `+02`; NaN when there is no such offset. */
const offsetMinutes = (offset: string): number => {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  const size = hours < 24 && minutes < 60 ? hours * 60 + minutes : Number.NaN;
  return offset.startsWith('-') ? -size : size;
};

/** The time of a UTC text, or NaN; `Date` would read the 30th of February as the 2nd of March. */
const utcMs = (text: string): number => {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text ? ms : Number.NaN;
};

const canonical = (text: string): string | undefined => {
  const parts = dateTime.exec(text);
  if (parts === null) return undefined;
  const [, day, minute, second = '00', fraction = '', offset = 'Z'] = parts;
  const ms =
    utcMs(`${day}T${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`) - offsetMinutes(offset) * minuteMs;
  const utc = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  return utc.length === storedLength && !utc.startsWith('0000') ? utc : undefined;
};

/**
 * A full ISO 8601 date-time, of any offset, in the stored form; undefined for any other text. Digits past the
 * milliseconds are dropped, as nothing stored has them.
 */
export const toUtcDateTime = (text: string): string | undefined => {
  if (text.length > dateTimeLengthMax || text[10] !== 'T') return undefined;
  return text.length === storedLength && stored.test(text) ? text : canonical(text);
};

// Checks that a text is a day of the calendar or a time of the clock.

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
