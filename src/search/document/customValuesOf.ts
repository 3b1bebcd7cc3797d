import type { CustomFields } from '../../schema/customFields.js';
import type { Type } from '../../resources/type/members.js';
import { type CustomType, customTypes } from '../fields/searchFields.js';
import { customValueName, type CustomValues } from './content.js';
import { localizedTexts, type DocumentContext } from './contentOf.js';
import { enumKeyLanguage } from './fieldValues.js';

type FieldType = Type['fieldDefinitions'][number]['type'];

const customTypeOf = ({ name, elementType }: FieldType): CustomType | undefined => {
  const customType = name === 'Set' ? `SetType.${elementType?.name}Type` : `${name}Type`;
  return customTypes.find(known => known === customType);
};

/** The key of an enum value, searched without language, and its label in each language. */
const labelledValue = ({ values = [] }: FieldType, key: unknown, context: DocumentContext): unknown => {
  const label = values.find(each => each.key === key)?.label;
  return { [enumKeyLanguage]: key, ...localizedTexts(label, context) };
};

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** Undefined when the value has no text in an indexed language. */
const valueOf = (type: FieldType, value: unknown, context: DocumentContext): unknown => {
  if (type.name === 'Set')
    return Array.isArray(value)
      ? value.map(each => valueOf(type.elementType as FieldType, each, context)).filter(isPresent)
      : undefined;
  if (type.name === 'LocalizedString') return localizedTexts(value, context);
  return type.name === 'LocalizedEnum' ? labelledValue(type, value, context) : value;
};

/**
 * The searchable values of custom fields, each with the custom type that its Type declares (SEARCH029 to SEARCH031).
 * Custom fields whose Type does not exist are not searchable.
 */
export const customValuesOf = (custom: CustomFields | undefined, context: DocumentContext): CustomValues => {
  const definitions = custom && (context.resolve(custom.type) as Type | undefined)?.fieldDefinitions;
  const values: Record<string, unknown> = {};
  for (const { name, type } of definitions ?? []) {
    const customType = customTypeOf(type);
    const value =
      custom && Object.hasOwn(custom.fields, name) ? valueOf(type, custom.fields[name], context) : undefined;
    if (customType !== undefined && isPresent(value)) values[customValueName(name, customType)] = value;
  }
  return values;
};
