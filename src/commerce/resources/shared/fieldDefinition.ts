/** Definitions of custom fields: a name and the kind of its values. */
import type { Static } from '@sinclair/typebox';
import { fail, requiredField } from '../../../base/errors/ApiError.js';
import { Flag, List, LocalizedString, OneOf, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { Type } from '../../../engine/schema/Type.js';
import { assertEnumValues, EnumValue } from './enumValues.js';
import { Named } from '../../../engine/schema/Named.js';
import { isTimeFormat, type TimeFormat } from '../../../engine/schema/dateTimes.js';

const kinds = [
  'Boolean',
  'Number',
  'String',
  'LocalizedString',
  'Enum',
  'LocalizedEnum',
  'Money',
  'Date',
  'Time',
  'DateTime',
  'Reference',
] as const;

const kindMembers = { values: Optional(List(EnumValue)), referenceTypeId: Optional(Text) };

const ElementType = Named(
  'FieldElementType',
  Shape({ name: OneOf(kinds), ...kindMembers }, { queryableMembers: ['elementType'] }),
  { type: 'FieldType', input: 'FieldTypeSetElementTypeDraft' },
);
const FieldType = Named(
  'FieldType',
  Shape({ name: OneOf([...kinds, 'Set']), ...kindMembers, elementType: Optional(ElementType) }),
);

/** Bounds the paths of fields in indexes, as that of keys does. */
const nameLengthMax = 256;
/** The name `__proto__` is refused: bodies are read without it. */
export const FieldName = Type.String({
  minLength: 2,
  maxLength: nameLengthMax,
  pattern: '^(?!__proto__$)[A-Za-z0-9_-]+$',
  description: 'a name of letters, digits, underscores and hyphens',
});
export const TextInputHint = Named('TextInputHint', OneOf(['SingleLine', 'MultiLine']));

export const FieldDefinition = Named(
  'FieldDefinition',
  Shape({
    type: FieldType,
    name: FieldName,
    label: LocalizedString,
    required: Flag,
    inputHint: Optional(TextInputHint),
  }),
);

export type FieldType = Static<typeof FieldType>;
export type FieldDefinition = Static<typeof FieldDefinition>;

/** Refuses a type without the members that its kind requires. */
const assertType = (field: string, { name, values, referenceTypeId, elementType }: FieldType): void => {
  const missing = (member: string) => requiredField(`${field}.type.${member}`, `a field of type ${name} has one`);
  if (name === 'Enum' || name === 'LocalizedEnum') {
    if (values === undefined) throw missing('values');
    assertEnumValues(values, name === 'LocalizedEnum', `${field}.type.values`);
  }
  if (name === 'Reference' && referenceTypeId === undefined) throw missing('referenceTypeId');
  if (name === 'Set') {
    if (elementType === undefined) throw missing('elementType');
    assertType(field, elementType);
  }
};

/** Refuses duplicate names and incomplete types. */
export const assertDefinitions = (definitions: readonly FieldDefinition[]): void => {
  const names = new Set<string>();
  for (const { name, type } of definitions) {
    if (names.has(name)) throw fail('DuplicateField', { field: 'fieldDefinitions.name', duplicateValue: name });
    names.add(name);
    assertType(`fieldDefinitions.${name}`, type);
  }
};

/** The formats of the fields whose values are times, or sets of times. */
export const timeFormatsOf = (definitions: readonly FieldDefinition[]): ReadonlyMap<string, TimeFormat> =>
  new Map(
    definitions.flatMap(({ name, type }) => {
      const kind = type.elementType?.name ?? type.name;
      return isTimeFormat(kind) ? [[name, kind] as const] : [];
    }),
  );
