import { required } from '../../errors/required.js';
import type { Action } from '../../engine/define/Action.js';
import { action } from '../../engine/define/actions.js';
import { fail } from '../../errors/ApiError.js';
import { List, LocalizedString, Shape, Text } from '../../schema/primitives.js';
import { EnumKey, type EnumValue, withEnumLabel, withEnumValue } from '../shared/enumValues.js';
import { FieldDefinition, type FieldType } from '../shared/fieldDefinition.js';
import { findFieldDefinition, withFieldDefinition } from './fieldDefinitions.js';
import type { Type } from './members.js';
import { reorder } from '../shared/reorder.js';

type EnumKind = 'Enum' | 'LocalizedEnum';

/** Finds the enum type of a field, which a Set holds as its element type. */
const enumTypeOfField = ({ type, name }: FieldDefinition, kind: EnumKind): FieldType => {
  const holder = type.name === 'Set' ? required(type.elementType, `the element type of ${name}`) : type;
  if (holder.name !== kind)
    throw fail('InvalidOperation', {
      message: `The field '${name}' has the type ${type.name}; expected ${kind}, or a Set of it.`,
    });
  return holder;
};

const withFieldEnumValues = (type: Type, definition: FieldDefinition, values: EnumValue[]) => {
  const { type: fieldType } = definition;
  const changed =
    fieldType.name === 'Set'
      ? { ...fieldType, elementType: { ...required(fieldType.elementType, 'the element type of a Set'), values } }
      : { ...fieldType, values };
  return withFieldDefinition(type, definition, { ...definition, type: changed });
};

const enumValueSchema = (label: typeof Text | typeof LocalizedString) => Shape({ key: EnumKey, label });

export const addFieldEnumValue = (kind: EnumKind, label: typeof Text | typeof LocalizedString): Action<Type> =>
  action({ fieldName: Text, value: enumValueSchema(label) }, (type: Type, { fieldName, value }) => {
    const definition = findFieldDefinition(type, fieldName);
    const values = enumTypeOfField(definition, kind).values ?? [];
    return withFieldEnumValues(type, definition, withEnumValue(values, value as EnumValue, fieldName));
  });

export const changeFieldEnumLabel = (kind: EnumKind, label: typeof Text | typeof LocalizedString): Action<Type> =>
  action({ fieldName: Text, value: enumValueSchema(label) }, (type: Type, { fieldName, value }) => {
    const definition = findFieldDefinition(type, fieldName);
    const values = enumTypeOfField(definition, kind).values ?? [];
    return withFieldEnumValues(type, definition, withEnumLabel(values, value as EnumValue, fieldName));
  });

export const changeFieldEnumOrder = (kind: EnumKind): Action<Type> =>
  action({ fieldName: Text, keys: List(Text) }, (type: Type, { fieldName, keys }) => {
    const definition = findFieldDefinition(type, fieldName);
    const values = enumTypeOfField(definition, kind).values ?? [];
    return withFieldEnumValues(
      type,
      definition,
      reorder(
        values,
        ({ key }) => key,
        keys,
        () => fail('EnumValuesMustMatch', {}),
      ),
    );
  });
