/** Parses the values of expressions according to the type of their field. */
import { limits } from '../../config/limits.js';
import type { SearchFieldType, SearchField } from '../fields/searchFields.js';
import type { ComparableValue } from './ast.js';
import { describeValue, type RequestErrors } from './RequestErrors.js';
import { describeField } from './parseField.js';
import { comparableNumber, isNumericType } from '../fields/comparableValues.js';

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

const comparableValue = (type: SearchFieldType, value: unknown): ComparableValue | undefined => {
  if (isNumericType(type)) return comparableNumber(type, value);
  return typeof value === (type === 'boolean' ? 'boolean' : 'string') ? (value as ComparableValue) : undefined;
};

/** The text when it is short enough; otherwise undefined, and an error is added. */
const checkLength = (text: string, lengthMax: number, place: string, errors: RequestErrors): string | undefined => {
  return text.length > lengthMax
    ? errors.addInvalidInput(place, `expected a text of at most ${lengthMax} characters, got one of ${text.length}`)
    : text;
};

/** A value of the field's type, as it is compared; undefined when it has another type and an error was added. */
export const parseValue = (
  field: SearchField,
  value: unknown,
  place: string,
  errors: RequestErrors,
): ComparableValue | undefined => {
  if (value === undefined)
    return errors.addRequiredField(place, `${expected[field.type]}, to compare field '${field.name}' with`);
  if (typeof value === 'string' && checkLength(value, limits.searchValueLengthMax, place, errors) === undefined)
    return undefined;
  return (
    comparableValue(field.type, value) ??
    errors.addInvalidInput(
      place,
      `${describeField(field)}; expected ${expected[field.type]}, got ${describeValue(value)}`,
    )
  );
};

/** A text to search for; the values of any field are compared with it as they are stored. */
export const parseText = (
  field: SearchField,
  value: unknown,
  lengthMax: number,
  place: string,
  errors: RequestErrors,
): string | undefined => {
  if (value === undefined) return errors.addRequiredField(place, `a text to search field '${field.name}' for`);
  if (typeof value === 'string' && value !== '') return checkLength(value, lengthMax, place, errors);
  return errors.addInvalidInput(
    place,
    `${describeField(field)}; expected a text of at least one character, got ${describeValue(value)}`,
  );
};
