/** The field that an expression or a sort names. */
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
} from '../searchFields.js';
import { describeValue, type RequestErrors } from './RequestErrors.js';
import type { Members } from './parseMembers.js';

type Named = Members<'field' | 'customType'>;

/** A field as refusals describe it: name, type, and what it can be asked for. */
export const describeField = (field: SearchField): string => {
  const type = fieldTypeName(field);
  return `field '${field.name}' is ${/^[AEIOU]/.test(type) ? 'an' : 'a'} ${type}, on which ${allowedExpressions[field.type].join(', ')} are allowed`;
};

/** Fields whose names begin with the same step, or else what names begin with. */
const alike = (name: string): string => {
  const all = [...fieldByName.keys()];
  const related = all.filter(known => known.split('.')[0] === name.split('.')[0]);
  return related.length > 0
    ? related.join(', ')
    : `${[...new Set(all.map(known => known.split('.')[0]))].join(', ')} and custom, with their members`;
};

const listedField = (
  name: string,
  customType: unknown,
  place: string,
  faults: RequestErrors,
): SearchField | undefined => {
  const field = fieldByName.get(name);
  if (field === undefined)
    return faults.addInvalidInput(
      `${place}.field`,
      `${describeValue(name)} is no field that orders are searched by; there are ${alike(name)}`,
    );
  if (customType !== undefined)
    faults.addInvalidInput(
      `${place}.customType`,
      `only a field custom.<name> has one; ${describeField(field)}; got ${describeValue(customType)}`,
    );
  return field;
};

const customPrefix = 'custom.';
const customName = new RegExp(FieldName.pattern!);

/** What Types allow as the name of a field; but no value is ever stored under the name of the prototype. */
const isCustomName = (name: string): boolean =>
  name.length >= FieldName.minLength! &&
  name.length <= FieldName.maxLength! &&
  customName.test(name) &&
  name !== '__proto__';

const readCustomType = (given: unknown, place: string, faults: RequestErrors): CustomType | undefined =>
  customTypes.find(known => known === given) ??
  faults.addInvalidInput(
    `${place}.customType`,
    `expected one of ${customTypes.join(', ')}; got ${describeValue(given)}`,
  );

/** SEARCH029; where no type is needed, the field without one stands for itself in every type. */
const readCustomField = (
  name: string,
  customType: unknown,
  place: string,
  needsType: boolean,
  faults: RequestErrors,
): SearchField | undefined => {
  if (!isCustomName(name)) {
    const expected = `expected custom.<name>, the name ${FieldName.minLength} to ${FieldName.maxLength} letters, digits, '_' and '-' long`;
    return faults.addInvalidInput(`${place}.field`, `${expected}; got ${describeValue(customPrefix + name)}`);
  }
  if (customType === undefined)
    return needsType
      ? faults.addRequiredField(`${place}.customType`, `the type of the custom field '${name}', such as StringType`)
      : untypedCustomField(name);
  const known = readCustomType(customType, place, faults);
  return known === undefined ? undefined : customField(name, known);
};

/** Undefined where there is no such field, and the fault is told. */
export const parseField = (
  { field: name, customType }: Named,
  place: string,
  needsType: boolean,
  faults: RequestErrors,
): SearchField | undefined => {
  if (name === undefined) return faults.addRequiredField(`${place}.field`, 'the name of a field');
  if (typeof name !== 'string')
    return faults.addInvalidInput(`${place}.field`, `expected the name of a field, got ${describeValue(name)}`);
  return name.startsWith(customPrefix)
    ? readCustomField(name.slice(customPrefix.length), customType, place, needsType, faults)
    : listedField(name, customType, place, faults);
};
