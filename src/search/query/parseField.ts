import type { OpenFields } from '../fields/FieldTable.js';
import { fieldTypeName, type SearchField, type SearchFieldType } from '../fields/SearchField.js';
import { describeValue, type Place, type Members } from './RequestErrors.js';
import { limits } from '../../base/config/limits.js';
import { allowedKinds } from './Dialect.js';
import type { ComparableValue } from './ast.js';
import { comparableNumber, isNumericType } from '../fields/comparableValues.js';

type Named = Members<'field' | 'customType' | 'fieldType'>;

/** Describes a field in error messages: name, type, and allowed expressions. */
export const describeField = (field: SearchField, { dialect }: Place): string => {
  const type = fieldTypeName(field);
  return (
    `field '${field.name}' is ${/^[AEIOU]/.test(type) ? 'an' : 'a'} ${type}, on which ` +
    `${allowedKinds(dialect, field).join(', ')} are allowed`
  );
};

/** Lists the fields with the same first part, or the first parts of all fields. */
const similarNames = (name: string, { dialect }: Place): string => {
  const { byName, openFields } = dialect.table;
  const all = [...byName.keys()];
  const related = all.filter(known => known.split('.')[0] === name.split('.')[0]);
  const firstParts = new Set([...all, ...openFields.map(({ prefix }) => prefix)].map(known => known.split('.')[0]));
  const [last, ...others] = [...firstParts].reverse();
  return related.length > 0 ? related.join(', ') : `${others.reverse().join(', ')} and ${last}, with their members`;
};

const parseListedField = (name: string, given: Named, place: Place): SearchField | undefined => {
  const { table, plural } = place.dialect;
  const field = table.byName.get(name);
  if (field === undefined)
    return place.invalidMember(
      'field',
      `${describeValue(name)} is no field that ${plural} are searched by; there are ${similarNames(name, place)}`,
    );
  for (const { typeOption, placeholder } of table.openFields)
    if (typeOption === 'customType' && given[typeOption] !== undefined)
      place.invalidMember(
        typeOption,
        `only a field ${placeholder} has one; ${describeField(field, place)}; got ${describeValue(given[typeOption])}`,
      );
  return field;
};

/** Parses an open field and its type (SEARCH029). A sort may omit the type; the field then stands for all types. */
const parseOpenField = (
  family: OpenFields,
  fullName: string,
  given: Named,
  place: Place,
  needsType: boolean,
): SearchField | undefined => {
  const { table } = place.dialect;
  const { prefix, noun, types, typeOption, exampleType } = family;
  const name = fullName.slice(prefix.length);
  const complaint = family.describeWrongName(name);
  if (complaint !== undefined) return place.member('field').invalid(`${complaint}; got ${describeValue(fullName)}`);
  const [onlyType, ...otherTypes] = types;
  const type = given[typeOption] ?? (otherTypes.length === 0 ? onlyType : undefined);
  if (type === undefined)
    return needsType
      ? place.member(typeOption).required(`the type of the ${noun} '${name}', such as ${exampleType}`)
      : table.untypedOpenField(family, name);
  const known = types.find(each => each === type);
  const field = known === undefined ? undefined : table.openField(family, name, known);
  return (
    field ??
    place.invalidMember(
      typeOption,
      known === undefined
        ? `expected one of ${types.join(', ')}; got ${describeValue(type)}`
        : `the ${noun} '${name}' cannot be ${describeValue(type)}: its name ends with a member that this type lacks`,
    )
  );
};

/** Returns the named field; adds an error and returns undefined when there is no such field. */
export const parseField = (given: Named, place: Place, needsType: boolean): SearchField | undefined => {
  const { field: name } = given;
  if (name === undefined) return place.member('field').required('the name of a field');
  if (typeof name !== 'string')
    return place.member('field').invalid(`expected the name of a field, got ${describeValue(name)}`);
  const family = place.dialect.table.openFields.find(({ prefix }) => name.startsWith(prefix));
  return family === undefined
    ? parseListedField(name, given, place)
    : parseOpenField(family, name, given, place, needsType);
};

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

/** Returns the text if it is short enough; otherwise adds an error and returns undefined. */
const checkLength = (text: string, lengthMax: number, place: Place): string | undefined => {
  return text.length > lengthMax
    ? place.invalid(`expected a text of at most ${lengthMax} characters, got one of ${text.length}`)
    : text;
};

/** Returns a value as it is compared; adds an error and returns undefined when it is not of the field's type. */
export const parseValue = (field: SearchField, value: unknown, place: Place): ComparableValue | undefined => {
  if (value === undefined) return place.required(`${expected[field.type]}, to compare field '${field.name}' with`);
  if (typeof value === 'string' && checkLength(value, limits.searchValueLengthMax, place) === undefined)
    return undefined;
  return (
    comparableValue(field.type, value) ??
    place.invalid(`${describeField(field, place)}; expected ${expected[field.type]}, got ${describeValue(value)}`)
  );
};

/** Parses a text to search for; the values of any field are compared with it as they are stored. */
export const parseText = (field: SearchField, value: unknown, lengthMax: number, place: Place): string | undefined => {
  if (value === undefined) return place.required(`a text to search field '${field.name}' for`);
  if (typeof value === 'string' && value !== '') return checkLength(value, lengthMax, place);
  return place.invalid(
    `${describeField(field, place)}; expected a text of at least one character, got ${describeValue(value)}`,
  );
};
