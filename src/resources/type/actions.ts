import { action, change, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { Key, List, LocalizedString, Shape, Text } from '../../schema/primitives.js';
import { EnumKey, type EnumValue, reordered, withEnumLabel, withEnumValue } from '../shared/enumValues.js';
import { assertDefinitions, FieldDefinition, type FieldType, InputHint } from '../shared/fieldDefinition.js';
import type { Type } from './index.js';

const pickDefinition = ({ fieldDefinitions, key }: Type, fieldName: string): FieldDefinition => {
  const found = fieldDefinitions.find(({ name }) => name === fieldName);
  if (found === undefined)
    throw fail('InvalidOperation', {
      message: `The Type '${key}' has no field '${fieldName}'; known: ${fieldDefinitions.map(({ name }) => name).join(', ') || 'none'}.`,
    });
  return found;
};

const withDefinition = ({ fieldDefinitions }: Type, old: FieldDefinition, next: FieldDefinition) =>
  sameValue(old, next)
    ? unchanged
    : { set: { fieldDefinitions: fieldDefinitions.map(each => (each === old ? next : each)) } };

type EnumKind = 'Enum' | 'LocalizedEnum';

/** The part of a field's type that holds the enum's values: itself, or the elements of a Set. */
const enumOf = ({ type, name }: FieldDefinition, kind: EnumKind): FieldType => {
  const holder = type.name === 'Set' ? type.elementType! : type;
  if (holder.name !== kind)
    throw fail('InvalidOperation', {
      message: `The field '${name}' has the type ${type.name}; expected ${kind}, or a Set of it.`,
    });
  return holder;
};

const withValues = (type: Type, definition: FieldDefinition, values: EnumValue[]) => {
  const { type: fieldType } = definition;
  const changed =
    fieldType.name === 'Set'
      ? { ...fieldType, elementType: { ...fieldType.elementType!, values } }
      : { ...fieldType, values };
  return withDefinition(type, definition, { ...definition, type: changed });
};

const enumValue = (label: typeof Text | typeof LocalizedString) => Shape({ key: EnumKey, label });

const addEnumValue = (kind: EnumKind, label: typeof Text | typeof LocalizedString): Action<Type> =>
  action({ fieldName: Text, value: enumValue(label) }, (type: Type, { fieldName, value }) => {
    const definition = pickDefinition(type, fieldName);
    const values = enumOf(definition, kind).values!;
    return withValues(type, definition, withEnumValue(values, value as EnumValue, fieldName));
  });

const changeEnumLabel = (kind: EnumKind, label: typeof Text | typeof LocalizedString): Action<Type> =>
  action({ fieldName: Text, value: enumValue(label) }, (type: Type, { fieldName, value }) => {
    const definition = pickDefinition(type, fieldName);
    const values = enumOf(definition, kind).values!;
    return withValues(type, definition, withEnumLabel(values, value as EnumValue, fieldName));
  });

const changeEnumOrder = (kind: EnumKind): Action<Type> =>
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

export const actions: ActionTable<Type> = {
  changeKey: change<Type>('key', Key),
  changeName: change<Type>('name', LocalizedString),
  setDescription: set<Type>('description', LocalizedString),
  addFieldDefinition: action(
    { fieldDefinition: FieldDefinition },
    ({ fieldDefinitions }: Type, { fieldDefinition }) => {
      const all = [...fieldDefinitions, fieldDefinition];
      assertDefinitions(all);
      return { set: { fieldDefinitions: all } };
    },
  ),
  removeFieldDefinition: action({ fieldName: Text }, (type: Type, { fieldName }) => {
    const old = pickDefinition(type, fieldName);
    return { set: { fieldDefinitions: type.fieldDefinitions.filter(each => each !== old) } };
  }),
  changeFieldDefinitionOrder: action({ fieldNames: List(Text) }, ({ fieldDefinitions }: Type, { fieldNames }) => {
    const next = reordered(
      fieldDefinitions,
      ({ name }) => name,
      fieldNames,
      () =>
        fail('InvalidInput', {
          message: `fieldNames must hold every field once: ${fieldDefinitions.map(({ name }) => name).join(', ')}.`,
        }),
    );
    return sameValue(fieldDefinitions, next) ? unchanged : { set: { fieldDefinitions: next } };
  }),
  changeLabel: action({ fieldName: Text, label: LocalizedString }, (type: Type, { fieldName, label }) => {
    const old = pickDefinition(type, fieldName);
    return withDefinition(type, old, { ...old, label });
  }),
  changeInputHint: action({ fieldName: Text, inputHint: InputHint }, (type: Type, { fieldName, inputHint }) => {
    const old = pickDefinition(type, fieldName);
    return withDefinition(type, old, { ...old, inputHint });
  }),
  addEnumValue: addEnumValue('Enum', Text),
  addLocalizedEnumValue: addEnumValue('LocalizedEnum', LocalizedString),
  changeEnumValueLabel: changeEnumLabel('Enum', Text),
  changeLocalizedEnumValueLabel: changeEnumLabel('LocalizedEnum', LocalizedString),
  changeEnumValueOrder: changeEnumOrder('Enum'),
  changeLocalizedEnumValueOrder: changeEnumOrder('LocalizedEnum'),
};
