/** Values of a search query against the type of their field. */
import { limits } from '../../config/limits.js';
import type { SearchFieldType, SearchField } from '../searchFields.js';
import type { ComparableValue } from './ast.js';
import { describeValue, type RequestErrors } from './RequestErrors.js';
import { describeField } from './parseField.js';
import { comparableNumber, isNumericType } from '../comparableValues.js';

const dateTime = 'a date and time in ISO 8601 with a time zone';
const textual = 'a text';

const expected: Readonly<Record<SearchFieldType, string>> = {
  boolean: 'true or false',
  long: 'a number',
  number: 'a number',
  dateTime,
  instant: dateTime,
  date: 'a date, YYYY-MM-DD',
  time: 'a time, hh:mm:ss.sss',
  keyword: textual,
  text: textual,
  localizedText: textual,
  phone: textual,
  string: textual,
};

const asCompared = (type: SearchFieldType, value: unknown): ComparableValue | undefined => {
  if (isNumericType(type)) return comparableNumber(type, value);
  return typeof value === (type === 'boolean' ? 'boolean' : 'string') ? (value as ComparableValue) : undefined;
};

/** The text where it can be searched for; undefined where it cannot, and the fault is told. */
const searchable = (text: string, lengthMax: number, place: string, faults: RequestErrors): string | undefined => {
  return text.length > lengthMax
    ? faults.addInvalidInput(place, `expected a text of at most ${lengthMax} characters, got one of ${text.length}`)
    : text;
};

/** A value of the field's type, as it is compared; undefined where it is none, and the fault is told. */
export const parseValue = (
  field: SearchField,
  value: unknown,
  place: string,
  faults: RequestErrors,
): ComparableValue | undefined => {
  if (value === undefined)
    return faults.addRequiredField(place, `${expected[field.type]}, to compare field '${field.name}' with`);
  if (typeof value === 'string' && searchable(value, limits.searchValueLengthMax, place, faults) === undefined)
    return undefined;
  return (
    asCompared(field.type, value) ??
    faults.addInvalidInput(
      place,
      `${describeField(field)}; expected ${expected[field.type]}, got ${describeValue(value)}`,
    )
  );
};

/** Text to search for, whatever the type of the field: its values are compared as they are stored. */
export const parseText = (
  field: SearchField,
  value: unknown,
  lengthMax: number,
  place: string,
  faults: RequestErrors,
): string | undefined => {
  if (value === undefined) return faults.addRequiredField(place, `a text to search field '${field.name}' for`);
  if (typeof value === 'string' && value !== '') return searchable(value, lengthMax, place, faults);
  return faults.addInvalidInput(
    place,
    `${describeField(field)}; expected a text of at least one character, got ${describeValue(value)}`,
  );
};
