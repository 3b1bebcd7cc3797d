/** Makes custom fields searchable: defines their types, and reads their values from a resource. */
import { isPresent } from '../../engine/document/json.js';
import { FieldName } from '../../commerce/resources/shared/fieldDefinition.js';
import type { Type } from '../../commerce/resources/type.js';
import type { CustomFields } from '../../engine/schema/customFields.js';
import { localizedTexts, type SearchDocumentContext } from '../document/contentOf.js';
import { enumKeyLanguage } from '../document/fieldValues.js';
import { type OpenFields, openValueName } from '../fields/FieldTable.js';
import type { SearchFieldType } from '../fields/SearchField.js';

const fieldTypeByCustomType = {
  BooleanType: 'boolean',
  StringType: 'string',
  LocalizedStringType: 'localizedText',
  EnumType: 'string',
  LocalizedEnumType: 'localizedText',
  NumberType: 'number',
  DateType: 'date',
  TimeType: 'time',
  DateTimeType: 'instant',
} as const satisfies Record<string, SearchFieldType>;

type InnerCustomType = keyof typeof fieldTypeByCustomType;
export type CustomType = InnerCustomType | `SetType.${InnerCustomType}`;

/** Types of custom fields that can be searched (SEARCH030). */
export const customTypes = [
  ...Object.keys(fieldTypeByCustomType),
  ...Object.keys(fieldTypeByCustomType).map(name => `SetType.${name}`),
] as readonly CustomType[];

const innerTypeOf = (customType: string): InnerCustomType => customType.replace('SetType.', '') as InnerCustomType;

const namePattern = new RegExp(FieldName.pattern ?? '');

/** Allows the names that Types allow for fields, except `__proto__`, under which an object stores no value. */
const isName = (name: string): boolean =>
  name.length >= (FieldName.minLength ?? 0) &&
  name.length <= (FieldName.maxLength ?? 0) &&
  namePattern.test(name) &&
  name !== '__proto__';

export const customFields: OpenFields = {
  prefix: 'custom.',
  placeholder: 'custom.<name>',
  noun: 'custom field',
  holder: ['custom'],
  typeOption: 'customType',
  types: customTypes,
  exampleType: 'StringType',
  code: 'cf',
  describeWrongName: name =>
    isName(name)
      ? undefined
      : `expected custom.<name>, the name ${FieldName.minLength} to ${FieldName.maxLength} letters, digits, ` +
        "'_' and '-' long",
  shapeOf: openType => ({
    type: fieldTypeByCustomType[innerTypeOf(openType)],
    hasKey: innerTypeOf(openType) === 'LocalizedEnumType',
  }),
};

type FieldType = Type['fieldDefinitions'][number]['type'];

const customTypeOf = ({ name, elementType }: FieldType): CustomType | undefined => {
  const customType = name === 'Set' ? `SetType.${elementType?.name}Type` : `${name}Type`;
  return customTypes.find(known => known === customType);
};

/** Returns the key of an enum value, which is searched without language, and its label in each language. */
const labelledValue = ({ values = [] }: FieldType, key: unknown, context: SearchDocumentContext): unknown => {
  const label = values.find(each => each.key === key)?.label;
  return { [enumKeyLanguage]: key, ...localizedTexts(label, context) };
};

/** Returns undefined when the value has no text in an indexed language. */
const valueOf = (type: FieldType, value: unknown, context: SearchDocumentContext): unknown => {
  if (type.name === 'Set')
    return Array.isArray(value)
      ? value.map(each => valueOf(type.elementType as FieldType, each, context)).filter(isPresent)
      : undefined;
  if (type.name === 'LocalizedString') return localizedTexts(value, context);
  return type.name === 'LocalizedEnum' ? labelledValue(type, value, context) : value;
};

/**
 * Returns the searchable values of custom fields, each with the custom type that its Type declares (SEARCH029 to
 * SEARCH031); undefined where there are none. Custom fields whose Type does not exist are not searchable.
 */
export const customValuesOf = (
  custom: CustomFields | undefined,
  context: SearchDocumentContext,
): Readonly<Record<string, unknown>> | undefined => {
  const definitions = custom && (context.resolve(custom.type) as Type | undefined)?.fieldDefinitions;
  const values: Record<string, unknown> = {};
  for (const { name, type } of definitions ?? []) {
    const customType = customTypeOf(type);
    const value =
      custom && Object.hasOwn(custom.fields, name) ? valueOf(type, custom.fields[name], context) : undefined;
    if (customType !== undefined && isPresent(value)) values[openValueName(name, customType)] = value;
  }
  return Object.keys(values).length === 0 ? undefined : values;
};
