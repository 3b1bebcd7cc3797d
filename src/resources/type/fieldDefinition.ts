/** The definition of a custom field: its name and what kind of value it holds. */
import { Type, type Static } from '@sinclair/typebox';
import { fail } from '../../errors.js';
import { Flag, List, LocalizedString, OneOf, Optional, Shape, Text } from '../types/basic.js';

const kinds = ['Boolean', 'Number', 'String', 'LocalizedString', 'Enum', 'LocalizedEnum', 'Money', 'Date', 'Time', 'DateTime', 'Reference'] as const;

const enumKeyLengthMax = 256;
/** A value of an enum; its label is a text, or a localized one for LocalizedEnum. */
export const EnumKey = Type.String({ minLength: 1, maxLength: enumKeyLengthMax });
const EnumValue = Shape({ key: EnumKey, label: Type.Union([Text, LocalizedString]) });

const kindMembers = { values: Optional(List(EnumValue)), referenceTypeId: Optional(Text) };

const ElementType = Shape({ name: OneOf(kinds), ...kindMembers });
const FieldType = Shape({ name: OneOf([...kinds, 'Set']), ...kindMembers, elementType: Optional(ElementType) });

const nameLengthMax = 36;
export const FieldName = Type.String({ minLength: 2, maxLength: nameLengthMax, pattern: '^[A-Za-z0-9_-]+$' });
export const InputHint = OneOf(['SingleLine', 'MultiLine']);

export const FieldDefinition = Shape({ type: FieldType, name: FieldName, label: LocalizedString, required: Flag, inputHint: Optional(InputHint) });
export const FieldDefinitionDraft = FieldDefinition;

export type FieldType = Static<typeof FieldType>;
export type EnumValue = Static<typeof EnumValue>;
export type FieldDefinition = Static<typeof FieldDefinition>;

const labelKind = { Enum: 'string', LocalizedEnum: 'object' } as const;

/** The members that a kind needs beside its name. */
const assertType = (field: string, { name, values, referenceTypeId, elementType }: FieldType): void => {
  const missing = (member: string) => fail('RequiredField', { field: `${field}.type.${member}`, expected: `a field of type ${name} has one` });
  if (name === 'Enum' || name === 'LocalizedEnum') {
    if (values === undefined) throw missing('values');
    const wrong = values.find(({ label }) => typeof label !== labelKind[name]);
    if (wrong !== undefined) throw fail('InvalidField', { field: `${field}.type.values`, invalidValue: wrong, expected: `Expected labels of ${name === 'Enum' ? 'plain' : 'localized'} text.` });
    const keys = values.map(({ key }) => key);
    const duplicates = keys.filter((key, at) => keys.indexOf(key) !== at);
    if (duplicates.length > 0) throw fail('DuplicateEnumValues', { duplicates });
  }
  if (name === 'Reference' && referenceTypeId === undefined) throw missing('referenceTypeId');
  if (name === 'Set') {
    if (elementType === undefined) throw missing('elementType');
    assertType(field, elementType);
  }
};

/** Names are used once in a Type, and every definition is whole. */
export const assertDefinitions = (definitions: readonly FieldDefinition[]): void => {
  const names = new Set<string>();
  for (const { name, type } of definitions) {
    if (names.has(name)) throw fail('DuplicateField', { field: 'fieldDefinitions.name', duplicateValue: name });
    names.add(name);
    assertType(`fieldDefinitions.${name}`, type);
  }
};
