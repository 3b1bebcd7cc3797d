/** The values of enums of custom fields and attributes: keys with labels. */
import type { Static } from '@sinclair/typebox';
import { fail, invalidField } from '../../../base/errors/ApiError.js';
import { LocalizedString, Shape, Text } from '../../../engine/schema/primitives.js';
import { Type } from '../../../engine/schema/Type.js';
import { Named } from '../../../engine/schema/Named.js';

const enumKeyLengthMax = 256;
export const EnumKey = Type.String({ minLength: 1, maxLength: enumKeyLengthMax });
export const EnumValue = Shape({ key: EnumKey, label: Type.Union([Text, LocalizedString]) });
/** The enum values of attributes. */
export const PlainEnumValue = Named('PlainEnumValue', Shape({ key: EnumKey, label: Text }), {
  input: 'PlainEnumValueDraft',
});
export const LocalizedEnumValue = Named('LocalizedEnumValue', Shape({ key: EnumKey, label: LocalizedString }), {
  input: 'LocalizedEnumValueDraft',
});
/** The same values of custom fields, which have other names in GraphQL. */
export const FieldEnumValue = Named('PlainEnumValue', PlainEnumValue, { type: 'EnumValue', input: 'EnumValueInput' });
export const FieldLocalizedEnumValue = Named('LocalizedEnumValue', LocalizedEnumValue);

export type EnumValue = Static<typeof EnumValue>;

const duplicatesOf = (keys: readonly string[]): string[] => [
  ...new Set(keys.filter((key, at) => keys.indexOf(key) !== at)),
];

/** Refuses labels of the wrong kind and duplicate keys (ERR046). */
export const assertEnumValues = (values: readonly EnumValue[], isLocalized: boolean, field: string): void => {
  const wrong = values.find(({ label }) => typeof label !== (isLocalized ? 'object' : 'string'));
  if (wrong !== undefined)
    throw invalidField(field, wrong, `Expected labels of ${isLocalized ? 'localized' : 'plain'} text.`);
  const duplicates = duplicatesOf(values.map(({ key }) => key));
  if (duplicates.length > 0) throw fail('DuplicateEnumValues', { duplicates });
};

/** Refuses a key that the enum does not have (ERR048). */
export const assertEnumKey = (values: readonly EnumValue[], key: string, name: string): void => {
  if (!values.some(each => each.key === key))
    throw fail('EnumKeyDoesNotExist', { conflictingEnumKey: key, conflictingAttributeName: name });
};

/** Refuses a key that the enum already has (ERR047). */
export const assertNewEnumKey = (values: readonly EnumValue[], key: string, name: string): void => {
  if (values.some(each => each.key === key))
    throw fail('EnumKeyAlreadyExists', { conflictingEnumKey: key, conflictingAttributeName: name });
};

export const withEnumValue = (values: readonly EnumValue[], value: EnumValue, name: string): EnumValue[] => {
  assertNewEnumKey(values, value.key, name);
  return [...values, value];
};

/** The values with a new label for one of them. */
export const withEnumLabel = (values: readonly EnumValue[], value: EnumValue, name: string): EnumValue[] => {
  assertEnumKey(values, value.key, name);
  return values.map(each => (each.key === value.key ? value : each));
};
