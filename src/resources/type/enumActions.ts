import type { Action } from '../../engine/define/Action.js';
import { action } from '../../engine/define/actions.js';
import { fail } from '../../errors/ApiError.js';
import { List, LocalizedString, Shape, Text } from '../../schema/primitives.js';
import { EnumKey, type EnumValue, reordered, withEnumLabel, withEnumValue } from '../shared/enumValues.js';
import { FieldDefinition, type FieldType } from '../shared/fieldDefinition.js';
import { pickDefinition, withDefinition } from './fieldDefinitions.js';
import type { Type } from './index.js';

export type EnumKind = 'Enum' | 'LocalizedEnum';

/** The part of a field's type that holds the enum's values: itself, or the elements of a Set. */
export const enumOf = ({ type, name }: FieldDefinition, kind: EnumKind): FieldType => {
  const holder = type.name === 'Set' ? type.elementType! : type;
  if (holder.name !== kind)
    throw fail('InvalidOperation', {
      message: `The field '${name}' has the type ${type.name}; expected ${kind}, or a Set of it.`,
    });
  return holder;
};

export const withValues = (type: Type, definition: FieldDefinition, values: EnumValue[]) => {
  const { type: fieldType } = definition;
  const changed =
    fieldType.name === 'Set'
      ? { ...fieldType, elementType: { ...fieldType.elementType!, values } }
      : { ...fieldType, values };
  return withDefinition(type, definition, { ...definition, type: changed });
};

export const enumValue = (label: typeof Text | typeof LocalizedString) => Shape({ key: EnumKey, label });

export const addEnumValue = (kind: EnumKind, label: typeof Text | typeof LocalizedString): Action<Type> =>
  action({ fieldName: Text, value: enumValue(label) }, (type: Type, { fieldName, value }) => {
    const definition = pickDefinition(type, fieldName);
    const values = enumOf(definition, kind).values!;
    return withValues(type, definition, withEnumValue(values, value as EnumValue, fieldName));
  });

export const changeEnumLabel = (kind: EnumKind, label: typeof Text | typeof LocalizedString): Action<Type> =>
  action({ fieldName: Text, value: enumValue(label) }, (type: Type, { fieldName, value }) => {
    const definition = pickDefinition(type, fieldName);
    const values = enumOf(definition, kind).values!;
    return withValues(type, definition, withEnumLabel(values, value as EnumValue, fieldName));
  });

export const changeEnumOrder = (kind: EnumKind): Action<Type> =>
  action({ fieldName: Text, keys: List(Text) }, (type: Type, { fieldName, keys }) => {
    const definition = pickDefinition(type, fieldName);
    const values = enumOf(definition, kind).values!;
    return withValues(
      type,
      definition,
      reordered(
        values,
        ({ key }) => key,
        keys,
        () => fail('EnumValuesMustMatch'),
      ),
    );
  });
