import { FieldName } from '../../resources/shared/fieldDefinition.js';
import {
  allowedExpressions,
  customField,
  type CustomType,
  customTypes,
  fieldByName,
  type SearchField,
  fieldTypeName,
  untypedCustomField,
} from '../fields/searchFields.js';
import { describeValue, type RequestErrors } from './RequestErrors.js';
import type { Members } from './parseMembers.js';

type Named = Members<'field' | 'customType'>;

/** Describes a field in error messages: name, type, and allowed expressions. */
export const describeField = (field: SearchField): string => {
  const type = fieldTypeName(field);
  return `field '${field.name}' is ${/^[AEIOU]/.test(type) ? 'an' : 'a'} ${type}, on which ${allowedExpressions[field.type].join(', ')} are allowed`;
};

/** Names of fields with the same first part, or the first parts of all fields. */
const similarNames = (name: string): string => {
  const all = [...fieldByName.keys()];
  const related = all.filter(known => known.split('.')[0] === name.split('.')[0]);
  return related.length > 0
    ? related.join(', ')
    : `${[...new Set(all.map(known => known.split('.')[0]))].join(', ')} and custom, with their members`;
};

const parseListedField = (
  name: string,
  customType: unknown,
  place: string,
  errors: RequestErrors,
): SearchField | undefined => {
  const field = fieldByName.get(name);
  if (field === undefined)
    return errors.addInvalidInput(
      `${place}.field`,
      `${describeValue(name)} is no field that orders are searched by; there are ${similarNames(name)}`,
    );
  if (customType !== undefined)
    errors.addInvalidInput(
      `${place}.customType`,
      `only a field custom.<name> has one; ${describeField(field)}; got ${describeValue(customType)}`,
    );
  return field;
};

const customPrefix = 'custom.';
const customNamePattern = new RegExp(FieldName.pattern ?? '');

/** The names that Types allow for fields, except that of the prototype, under which no value is stored. */
const isCustomName = (name: string): boolean =>
  name.length >= (FieldName.minLength ?? 0) &&
  name.length <= (FieldName.maxLength ?? 0) &&
  customNamePattern.test(name) &&
  name !== '__proto__';

const parseCustomType = (given: unknown, place: string, errors: RequestErrors): CustomType | undefined =>
  customTypes.find(known => known === given) ??
  errors.addInvalidInput(
    `${place}.customType`,
    `expected one of ${customTypes.join(', ')}; got ${describeValue(given)}`,
  );

/** A custom field with its type (SEARCH029). A sort may omit the type; the field then stands for all its types. */
const parseCustomField = (
  name: string,
  customType: unknown,
  place: string,
  needsType: boolean,
  errors: RequestErrors,
): SearchField | undefined => {
  if (!isCustomName(name)) {
    const expected = `expected custom.<name>, the name ${FieldName.minLength} to ${FieldName.maxLength} letters, digits, '_' and '-' long`;
    return errors.addInvalidInput(`${place}.field`, `${expected}; got ${describeValue(customPrefix + name)}`);
  }
  if (customType === undefined)
    return needsType
      ? errors.addRequiredField(`${place}.customType`, `the type of the custom field '${name}', such as StringType`)
      : untypedCustomField(name);
  const known = parseCustomType(customType, place, errors);
  return known === undefined ? undefined : customField(name, known);
};

/** The field that an expression or a sort names; undefined when there is no such field and an error was added. */
export const parseField = (
  { field: name, customType }: Named,
  place: string,
  needsType: boolean,
  errors: RequestErrors,
): SearchField | undefined => {
  if (name === undefined) return errors.addRequiredField(`${place}.field`, 'the name of a field');
  if (typeof name !== 'string')
    return errors.addInvalidInput(`${place}.field`, `expected the name of a field, got ${describeValue(name)}`);
  return name.startsWith(customPrefix)
    ? parseCustomField(name.slice(customPrefix.length), customType, place, needsType, errors)
    : parseListedField(name, customType, place, errors);
};
