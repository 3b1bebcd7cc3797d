import { fail, required } from '../../../base/errors/ApiError.js';
import { type Action, type ActionTable, unchanged, action, change, set } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import {
  Key,
  List,
  LocalizedString,
  Shape,
  Text,
  LocalizedText,
  NonEmptyText,
} from '../../../engine/schema/primitives.js';
import { assertEnumKey, EnumKey, type EnumValue, withEnumLabel, withEnumValue } from '../shared/enumValues.js';
import { assertDefinitions, FieldDefinition, type FieldType, TextInputHint } from '../shared/fieldDefinition.js';
import { withSteps } from '../definitionChange/steps.js';
import { reorder } from '../shared/listElements.js';
import type { Type } from './members.js';

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

type LabelSchema = typeof Text | typeof LocalizedString;

const enumValueSchema = (label: LabelSchema) => Shape({ key: EnumKey, label });

const addFieldEnumValue = (kind: EnumKind, label: LabelSchema): Action<Type> =>
  action({ fieldName: Text, value: enumValueSchema(label) }, (type: Type, { fieldName, value }) => {
    const definition = findFieldDefinition(type, fieldName);
    const values = enumTypeOfField(definition, kind).values ?? [];
    return withFieldEnumValues(type, definition, withEnumValue(values, value as EnumValue, fieldName));
  });

const changeFieldEnumLabel = (kind: EnumKind, label: LabelSchema): Action<Type> =>
  action({ fieldName: Text, value: enumValueSchema(label) }, (type: Type, { fieldName, value }) => {
    const definition = findFieldDefinition(type, fieldName);
    const values = enumTypeOfField(definition, kind).values ?? [];
    return withFieldEnumValues(type, definition, withEnumLabel(values, value as EnumValue, fieldName));
  });

const changeFieldEnumOrder = (kind: EnumKind): Action<Type> =>
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

/** Removes enum values that the Type has. Resources keep a removed value until they are changed. */
const removeFieldEnumValues = (kind: EnumKind): Action<Type> =>
  action({ fieldName: Text, keys: List(EnumKey) }, (type: Type, { fieldName, keys }) => {
    const definition = findFieldDefinition(type, fieldName);
    const values = enumTypeOfField(definition, kind).values ?? [];
    for (const key of keys) assertEnumKey(values, key, fieldName);
    return withFieldEnumValues(
      type,
      definition,
      values.filter(({ key }) => !keys.includes(key)),
    );
  });

const findFieldDefinition = ({ fieldDefinitions, key }: Type, fieldName: string): FieldDefinition => {
  const found = fieldDefinitions.find(({ name }) => name === fieldName);
  if (found === undefined)
    throw fail('InvalidOperation', {
      message: `The Type '${key}' has no field '${fieldName}'; known: ${fieldDefinitions.map(({ name }) => name).join(', ') || 'none'}.`,
    });
  return found;
};

export const actions: ActionTable<Type> = {
  changeKey: change<Type>('key', Key),
  changeName: change<Type>('name', LocalizedText),
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
    const old = findFieldDefinition(type, fieldName);
    const changed = { set: { fieldDefinitions: type.fieldDefinitions.filter(each => each !== old) } };
    return withSteps(changed, [{ kind: 'remove', name: fieldName }]);
  }),
  changeFieldDefinitionOrder: action({ fieldNames: List(Text) }, ({ fieldDefinitions }: Type, { fieldNames }) => {
    const next = reorder(
      fieldDefinitions,
      ({ name }) => name,
      fieldNames,
      () =>
        fail('InvalidInput', {
          message: `fieldNames must hold every field once: ${fieldDefinitions.map(({ name }) => name).join(', ') || 'the Type has none'}.`,
        }),
    );
    return sameValue(fieldDefinitions, next) ? unchanged : { set: { fieldDefinitions: next } };
  }),
  changeLabel: action({ fieldName: Text, label: LocalizedText }, (type: Type, { fieldName, label }) => {
    const old = findFieldDefinition(type, fieldName);
    return withFieldDefinition(type, old, { ...old, label });
  }),
  changeInputHint: action({ fieldName: Text, inputHint: TextInputHint }, (type: Type, { fieldName, inputHint }) => {
    const old = findFieldDefinition(type, fieldName);
    return withFieldDefinition(type, old, { ...old, inputHint });
  }),
  addEnumValue: addFieldEnumValue('Enum', Text),
  addLocalizedEnumValue: addFieldEnumValue('LocalizedEnum', LocalizedString),
  changeEnumValueLabel: changeFieldEnumLabel('Enum', NonEmptyText),
  changeLocalizedEnumValueLabel: changeFieldEnumLabel('LocalizedEnum', LocalizedText),
  changeEnumValueOrder: changeFieldEnumOrder('Enum'),
  changeLocalizedEnumValueOrder: changeFieldEnumOrder('LocalizedEnum'),
  removeEnumValues: removeFieldEnumValues('Enum'),
  removeLocalizedEnumValues: removeFieldEnumValues('LocalizedEnum'),
};

const withFieldDefinition = ({ fieldDefinitions }: Type, old: FieldDefinition, next: FieldDefinition) =>
  sameValue(old, next)
    ? unchanged
    : { set: { fieldDefinitions: fieldDefinitions.map(each => (each === old ? next : each)) } };
