import type { TProperties, Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import {
  Key,
  List,
  LocalizedString,
  NonEmptyText,
  Optional,
  Shape,
  LocalizedText,
  Text,
} from '../../engine/schema/primitives.js';
import {
  FieldDefinition,
  assertDefinitions,
  type FieldType,
  TextInputHint,
  timeFormatsOf,
} from './shared/fieldDefinition.js';
import {
  fail,
  required,
  errorEntry,
  type ErrorEntry,
  failAll,
  invalidOperation,
  invalidInput,
} from '../../base/errors/ApiError.js';
import { type Action, type ActionTable, unchanged, action, change, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { assertEnumKey, EnumKey, type EnumValue, withEnumLabel, withEnumValue } from './shared/enumValues.js';
import { withSteps, changeNote, type Declares, requestedSteps, settleSteps } from './definitionChange.js';
import { reorder } from './shared/listElements.js';
import { limits } from '../../base/config/limits.js';
import type { BeforeCommit, BeforeCommitInput } from '../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { loadBatches } from '../../engine/loadResources.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';

const Names = List(NonEmptyText);

const TypeMembers = Shape({
  key: Key,
  name: LocalizedString,
  description: Optional(LocalizedString),
  resourceTypeIds: Names,
  fieldDefinitions: List(FieldDefinition),
});

const TypeDraft = Shape({
  key: Key,
  name: LocalizedText,
  description: Optional(LocalizedString),
  resourceTypeIds: Names,
  fieldDefinitions: Optional(List(FieldDefinition)),
});

export type Type = Base & Static<typeof TypeMembers>;

type EnumKind = 'Enum' | 'LocalizedEnum';

/** Finds the enum type of a field, which a Set holds as its element type. */
const enumTypeOfField = ({ type, name }: FieldDefinition, kind: EnumKind): FieldType => {
  const holder = type.name === 'Set' ? required(type.elementType, `the element type of ${name}`) : type;
  if (holder.name !== kind)
    throw invalidOperation(`The field '${name}' has the type ${type.name}; expected ${kind}, or a Set of it.`);
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

/** An action on the values of the enum of a field, which must be of the kind. */
const changeFieldEnum = <P extends TProperties>(
  kind: EnumKind,
  payload: P,
  next: (
    values: readonly EnumValue[],
    payload: Static<ReturnType<typeof Shape<P>>>,
    fieldName: string,
  ) => readonly EnumValue[],
): Action<Type> =>
  action<Type, TProperties>({ fieldName: Text, ...payload }, (type: Type, given) => {
    const { fieldName } = given as { readonly fieldName: string };
    const definition = findFieldDefinition(type, fieldName);
    const values = enumTypeOfField(definition, kind).values ?? [];
    return withFieldEnumValues(type, definition, [...next(values, given as never, fieldName)]);
  });

const addFieldEnumValue = (kind: EnumKind, label: LabelSchema) =>
  changeFieldEnum(kind, { value: enumValueSchema(label) }, (values, { value }, fieldName) =>
    withEnumValue(values, value as EnumValue, fieldName),
  );

const changeFieldEnumLabel = (kind: EnumKind, label: LabelSchema) =>
  changeFieldEnum(kind, { value: enumValueSchema(label) }, (values, { value }, fieldName) =>
    withEnumLabel(values, value as EnumValue, fieldName),
  );

const changeFieldEnumOrder = (kind: EnumKind) =>
  changeFieldEnum(kind, { keys: List(Text) }, (values, { keys }) =>
    reorder(
      values,
      ({ key }) => key,
      keys,
      () => fail('EnumValuesMustMatch', {}),
    ),
  );

/** Removes enum values that the Type has. Resources keep a removed value until they are changed. */
const removeFieldEnumValues = (kind: EnumKind) =>
  changeFieldEnum(kind, { keys: List(EnumKey) }, (values, { keys }, fieldName) => {
    for (const key of keys) assertEnumKey(values, key, fieldName);
    return values.filter(({ key }) => !keys.includes(key));
  });

const findFieldDefinition = ({ fieldDefinitions, key }: Type, fieldName: string): FieldDefinition => {
  const found = fieldDefinitions.find(({ name }) => name === fieldName);
  if (found === undefined)
    throw invalidOperation(
      `The Type '${key}' has no field '${fieldName}'; known: ` +
        `${fieldDefinitions.map(({ name }) => name).join(', ') || 'none'}.`,
    );
  return found;
};

const actions: ActionTable<Type> = {
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
        invalidInput(
          'fieldNames must hold every field once: ' +
            `${fieldDefinitions.map(({ name }) => name).join(', ') || 'the Type has none'}.`,
        ),
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

/** Bounds the Types that a new field is compared with. */
const typesReadMax = 10_000;

/** A field type without enum values, which each Type has of its own. */
const withoutValues = ({ values: _values, elementType, ...type }: FieldType): object => ({
  ...type,
  elementType: elementType && withoutValues(elementType),
});

const describe = ({ name, referenceTypeId, elementType }: FieldType): string =>
  `${name}${elementType === undefined ? '' : ` of ${describe(elementType)}`}${referenceTypeId === undefined ? '' : ` to ${referenceTypeId}`}`;

const refusalsOf = (
  added: ReadonlyMap<string, FieldDefinition>,
  other: Type,
  shared: readonly string[],
): ErrorEntry[] =>
  other.fieldDefinitions.flatMap(({ name, type }) => {
    const own = added.get(name);
    return own === undefined || sameValue(withoutValues(own.type), withoutValues(type))
      ? []
      : [
          errorEntry('InvalidField', {
            field: `fieldDefinitions.${name}.type`,
            invalidValue: describe(own.type),
            expected:
              `Expected ${describe(type)}, as the Type '${other.key}' has the field for ` +
              `${shared.join(', ')}, too.`,
          }),
        ];
  });

/** Refuses a new field whose name has another type in a Type for the same resources. */
const assertNewFields = async (
  access: ResourceAccess,
  { projectKey, before, after, changes }: BeforeCommitInput<Type>,
): Promise<void> => {
  const known = new Map(before?.fieldDefinitions.map(({ name, type }) => [name, type]));
  const definitions = (changes.fieldDefinitions ?? []).filter(({ name, type }) => !sameValue(known.get(name), type));
  if (definitions.length === 0) return;
  const added = new Map(definitions.map(definition => [definition.name, definition]));
  const refusals: ErrorEntry[] = [];
  for await (const others of loadBatches<Type>(access, projectKey, 'type', typesReadMax)) {
    for (const other of others) {
      const shared = other.resourceTypeIds.filter(typeId => after.resourceTypeIds.includes(typeId));
      if (other.id !== after.id && shared.length > 0) refusals.push(...refusalsOf(added, other, shared));
    }
    if (refusals.length >= limits.errorEntriesMax) break;
  }
  if (refusals.length > 0) throw failAll(refusals);
};

const beforeCommit: BeforeCommit<Type> = async (access, input) => {
  await assertNewFields(access, input);
  const { projectKey, context, before, after, changes, requestedEffects } = input;
  if (before === undefined || changes.fieldDefinitions === undefined) return {};
  const steps = requestedSteps(requestedEffects);
  const declares: Declares = name => after.fieldDefinitions.some(each => each.name === name);
  await settleSteps(access, projectKey, before, steps, declares);
  return { creations: changeNote('type', before, steps, context) };
};

const draft = creation<Type, typeof TypeDraft>(TypeDraft, ({ fieldDefinitions = [], resourceTypeIds, ...plain }) => {
  assertDefinitions(fieldDefinitions);
  return { members: { ...plain, resourceTypeIds: [...new Set(resourceTypeIds)], fieldDefinitions } };
});

/** Declares custom fields: the resource types that have them, and the type of each field. */
export const type = defineResource<Type>({
  typeId: 'type',
  path: 'types',
  shared: true,
  scopes: { read: ['view_types'], write: ['manage_types'] },
  resource: TypeMembers,
  draft,
  actions,
  unique: ['key'],
  indexes: [],
  beforeCommit,
  declaredNames: ({ fieldDefinitions, resourceTypeIds }) => ({
    names: fieldDefinitions.map(({ name }) => name),
    formats: timeFormatsOf(fieldDefinitions),
    holders: resourceTypeIds,
  }),
  behindReferences: 'buyers name any type in their own carts; custom fields show the labels that they need',
});
