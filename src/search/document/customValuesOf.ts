/** Custom fields as they are searched: each under the customType that its Type declares (SEARCH029 to SEARCH031). */
import type { CustomFields } from '../../schema/customFields.js';
import type { Type } from '../../resources/type/index.js';
import { type CustomType, customTypes } from '../searchFields.js';
import { customValueName, type CustomValues, localizedTexts, type DocumentContext } from './content.js';
import { enumKeyLanguage } from './fieldValues.js';

type FieldType = Type['fieldDefinitions'][number]['type'];

const customTypeOf = ({ name, elementType }: FieldType): CustomType | undefined => {
  const wanted = name === 'Set' ? `SetType.${elementType!.name}Type` : `${name}Type`;
  return customTypes.find(each => each === wanted);
};

/** A label is found by its language, the key by none. */
const labelled = ({ values = [] }: FieldType, key: unknown, around: DocumentContext): unknown => {
  const label = values.find(each => each.key === key)?.label;
  return { [enumKeyLanguage]: key, ...localizedTexts(label, around) };
};

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** Undefined where it has nothing in a language that counts. */
const valueOf = (type: FieldType, value: unknown, around: DocumentContext): unknown => {
  if (type.name === 'Set')
    return Array.isArray(value)
      ? value.map(each => valueOf(type.elementType as FieldType, each, around)).filter(isThere)
      : undefined;
  if (type.name === 'LocalizedString') return localizedTexts(value, around);
  return type.name === 'LocalizedEnum' ? labelled(type, value, around) : value;
};

/** Without their Type nothing is known of them: then they are not searched. */
export const customValuesOf = (custom: CustomFields | undefined, around: DocumentContext): CustomValues => {
  const definitions = custom && (around.resolve(custom.type) as Type | undefined)?.fieldDefinitions;
  const found: Record<string, unknown> = {};
  for (const { name, type } of definitions ?? []) {
    const customType = customTypeOf(type);
    const value = Object.hasOwn(custom!.fields, name) ? valueOf(type, custom!.fields[name], around) : undefined;
    if (customType !== undefined && isThere(value)) found[customValueName(name, customType)] = value;
  }
  return found;
};
