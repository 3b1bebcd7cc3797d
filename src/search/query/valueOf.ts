/** Values of a search query against the type of their field. */
import { limits } from '../../config/limits.js';
import type { FieldType, SearchField } from '../fields.js';
import type { Value } from './ast.js';
import { came, type Faults } from './faults.js';
import { described } from './fieldOf.js';
import { comparable, isNumeric } from './values.js';

const dateTime = 'a date and time in ISO 8601 with a time zone';
const textual = 'a text';

const expected: Readonly<Record<FieldType, string>> = {
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

const asCompared = (type: FieldType, value: unknown): Value | undefined => {
  if (isNumeric(type)) return comparable(type, value);
  return typeof value === (type === 'boolean' ? 'boolean' : 'string') ? (value as Value) : undefined;
};

/** The text where it can be searched for; undefined where it cannot, and the fault is told. */
const searchable = (text: string, lengthMax: number, place: string, faults: Faults): string | undefined => {
  return text.length > lengthMax
    ? faults.input(place, `expected a text of at most ${lengthMax} characters, got one of ${text.length}`)
    : text;
};

/** A value of the field's type, as it is compared; undefined where it is none, and the fault is told. */
export const readValue = (field: SearchField, value: unknown, place: string, faults: Faults): Value | undefined => {
  if (value === undefined)
    return faults.required(place, `${expected[field.type]}, to compare field '${field.name}' with`);
  if (typeof value === 'string' && searchable(value, limits.searchValueLengthMax, place, faults) === undefined)
    return undefined;
  return (
    asCompared(field.type, value) ??
    faults.input(place, `${described(field)}; expected ${expected[field.type]}, got ${came(value)}`)
  );
};

/** Text to search for, whatever the type of the field: its values are compared as they are stored. */
export const readText = (
  field: SearchField,
  value: unknown,
  lengthMax: number,
  place: string,
  faults: Faults,
): string | undefined => {
  if (value === undefined) return faults.required(place, `a text to search field '${field.name}' for`);
  if (typeof value === 'string' && value !== '') return searchable(value, lengthMax, place, faults);
  return faults.input(place, `${described(field)}; expected a text of at least one character, got ${came(value)}`);
};
