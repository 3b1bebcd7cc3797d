import type { TSchema } from '@sinclair/typebox';
import { fail, invalidOperation, invalidInput } from '../../../base/errors/ApiError.js';
import { type Action, type ActionTable, unchanged, action, change, set } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import {
  Flag,
  Key,
  List,
  LocalizedString,
  NonEmptyText,
  OneOf,
  Optional,
  Text,
  LocalizedText,
} from '../../../engine/schema/primitives.js';
import {
  assertEnumKey,
  assertNewEnumKey,
  EnumKey,
  type EnumValue,
  LocalizedEnumValue,
  PlainEnumValue,
  withEnumLabel,
  withEnumValue,
} from '../shared/enumValues.js';
import { withSteps } from '../definitionChange.js';
import { reorder } from '../shared/listElements.js';
import {
  type AttributeDefinition,
  AttributeDefinitionDraft,
  enumTypeOf,
  toAttributeDefinition,
  type ProductType,
} from './members.js';
import { TextInputHint } from '../shared/fieldDefinition.js';

/** Changes one member of a definition, under the action's name for it. */
const changeMember = <F extends keyof AttributeDefinition>(
  member: F,
  given: string,
  schema: TSchema & { readonly static: AttributeDefinition[F] },
): Action<ProductType> =>
  action({ attributeName: Text, [given]: schema }, (productType: ProductType, payload) => {
    const { attributeName, [given]: value } = payload as { attributeName: string } & Record<string, unknown>;
    const old = findAttributeDefinition(productType, attributeName);
    return withAttributeDefinition(productType, old, { ...old, [member]: value });
  });

/** Finds a definition by name (ERR049). */
const findAttributeDefinition = ({ attributes, name: typeName }: ProductType, name: string): AttributeDefinition => {
  const found = attributes.find(each => each.name === name);
  if (found === undefined) throw fail('AttributeNameDoesNotExist', { invalidAttributeName: name, typeName });
  return found;
};

const withAttributeDefinition = ({ attributes }: ProductType, old: AttributeDefinition, next: AttributeDefinition) =>
  sameValue(old, next) ? unchanged : { set: { attributes: attributes.map(each => (each === old ? next : each)) } };

const enumValueSchemas = { enum: PlainEnumValue, lenum: LocalizedEnumValue };

type EnumKind = 'enum' | 'lenum';

const addAttributeEnumValue = (kind: EnumKind): Action<ProductType> =>
  action({ attributeName: Text, value: enumValueSchemas[kind] as TSchema }, (productType: ProductType, payload) => {
    const { attributeName, value } = payload as { attributeName: string; value: EnumValue };
    return withAttributeEnumValues(
      productType,
      attributeName,
      values => withEnumValue(values, value, attributeName),
      kind,
    );
  });

const changeAttributeEnumLabel = (kind: EnumKind): Action<ProductType> =>
  action({ attributeName: Text, newValue: enumValueSchemas[kind] as TSchema }, (productType: ProductType, payload) => {
    const { attributeName, newValue } = payload as { attributeName: string; newValue: EnumValue };
    const changed = withAttributeEnumValues(
      productType,
      attributeName,
      values => withEnumLabel(values, newValue, attributeName),
      kind,
    );
    return withSteps(changed, [{ kind: 'relabel', name: attributeName, key: newValue.key }]);
  });

/** Changes the order of enum values; the action must repeat all of them unchanged (ERR050). */
const changeAttributeEnumOrder = (kind: EnumKind): Action<ProductType> =>
  action(
    { attributeName: Text, values: List(enumValueSchemas[kind] as TSchema) },
    (productType: ProductType, payload) => {
      const { attributeName, values } = payload as { attributeName: string; values: EnumValue[] };
      const refuse = () => fail('EnumValuesMustMatch', {});
      return withAttributeEnumValues(
        productType,
        attributeName,
        old => {
          const next = reorder(
            old,
            ({ key }) => key,
            values.map(({ key }) => key),
            refuse,
          );
          if (!sameValue(next, values)) throw refuse();
          return next;
        },
        kind,
      );
    },
  );

/** Changes the values of an enum or of a set of it; `kind` limits the action to one kind of enum. */
const withAttributeEnumValues = (
  productType: ProductType,
  attributeName: string,
  next: (values: readonly EnumValue[]) => EnumValue[],
  kind?: EnumKind,
) => {
  const old = findAttributeDefinition(productType, attributeName);
  const { type } = old;
  const holder = enumTypeOf(old);
  if (holder === undefined || (kind !== undefined && holder.name !== kind))
    throw invalidOperation(
      `The attribute '${attributeName}' has the type ${type.name}; ` +
        `expected ${kind ?? 'enum or lenum'}, or a set of it.`,
    );
  const changed = { ...holder, values: next(holder.values ?? []) };
  return withAttributeDefinition(productType, old, {
    ...old,
    type: type.name === 'set' ? { ...type, elementType: changed as never } : changed,
  });
};

export const actions: ActionTable<ProductType> = {
  setKey: set<ProductType>('key', Key),
  changeName: change<ProductType>('name', NonEmptyText),
  changeDescription: change<ProductType>('description', Text),
  addAttributeDefinition: action({ attribute: AttributeDefinitionDraft }, (productType: ProductType, { attribute }) => {
    assertNewAttributeName(productType, attribute.name);
    return { set: { attributes: [...productType.attributes, toAttributeDefinition(attribute)] } };
  }),
  removeAttributeDefinition: action({ name: Text }, (productType: ProductType, { name }) => {
    const old = findAttributeDefinition(productType, name);
    const changed = { set: { attributes: productType.attributes.filter(each => each !== old) } };
    return withSteps(changed, [{ kind: 'remove', name }]);
  }),
  changeAttributeName: action(
    { attributeName: Text, newAttributeName: Key },
    (productType: ProductType, { attributeName, newAttributeName: name }) => {
      const old = findAttributeDefinition(productType, attributeName);
      if (name === attributeName) return unchanged;
      assertNewAttributeName(productType, name);
      const changed = withAttributeDefinition(productType, old, { ...old, name });
      return withSteps(changed, [{ kind: 'rename', name: attributeName, newName: name }]);
    },
  ),
  changeAttributeOrderByName: action({ attributeNames: List(Text) }, (productType: ProductType, { attributeNames }) => {
    for (const name of attributeNames) findAttributeDefinition(productType, name);
    const { attributes: old } = productType;
    const attributes = reorder(
      old,
      ({ name }) => name,
      attributeNames,
      () => invalidInput(`attributeNames must hold every attribute once: ${old.map(({ name }) => name).join(', ')}.`),
    );
    return sameValue(old, attributes) ? unchanged : { set: { attributes } };
  }),
  /** Removes a constraint; a new one cannot be set, since existing products were not checked against it. */
  changeAttributeConstraint: action(
    { attributeName: Text, newValue: OneOf(['None']) },
    (productType: ProductType, { attributeName, newValue }) => {
      const old = findAttributeDefinition(productType, attributeName);
      if (old.attributeConstraint === 'CombinationUnique')
        throw invalidOperation(
          `The constraint of '${attributeName}' cannot be changed from CombinationUnique; ` +
            'SameForAll and Unique can be changed to None.',
        );
      return withAttributeDefinition(productType, old, { ...old, attributeConstraint: newValue });
    },
  ),
  changeLabel: changeMember('label', 'label', LocalizedText),
  changeInputHint: changeMember('inputHint', 'newValue', TextInputHint),
  changeIsSearchable: changeMember('isSearchable', 'isSearchable', Flag),
  setInputTip: changeMember('inputTip', 'inputTip', Optional(LocalizedString)),
  addPlainEnumValue: addAttributeEnumValue('enum'),
  addLocalizedEnumValue: addAttributeEnumValue('lenum'),
  changePlainEnumValueLabel: changeAttributeEnumLabel('enum'),
  changeLocalizedEnumValueLabel: changeAttributeEnumLabel('lenum'),
  changePlainEnumValueOrder: changeAttributeEnumOrder('enum'),
  changeLocalizedEnumValueOrder: changeAttributeEnumOrder('lenum'),
  changeEnumKey: action(
    { attributeName: Text, key: EnumKey, newKey: EnumKey },
    (productType: ProductType, { attributeName, key, newKey }) => {
      const changed = withAttributeEnumValues(productType, attributeName, values => {
        assertEnumKey(values, key, attributeName);
        if (newKey !== key) assertNewEnumKey(values, newKey, attributeName);
        return values.map(each => (each.key === key ? { ...each, key: newKey } : each));
      });
      return withSteps(changed, [{ kind: 'renameKey', name: attributeName, key, newKey }]);
    },
  ),
  /** Removes enum values; beforeCommit.ts refuses those that products use (ERR051). */
  removeEnumValues: action(
    { attributeName: Text, keys: List(EnumKey) },
    (productType: ProductType, { attributeName, keys }) => {
      const changed = withAttributeEnumValues(productType, attributeName, values => {
        for (const key of keys) assertEnumKey(values, key, attributeName);
        return values.filter(({ key }) => !keys.includes(key));
      });
      return withSteps(
        changed,
        keys.map(key => ({ kind: 'removeKey', name: attributeName, key })),
      );
    },
  ),
};

/** Refuses a duplicate name within one product type (ERR044); beforeCommit.ts checks the other product types. */
const assertNewAttributeName = ({ id, name, attributes }: ProductType, attributeName: string): void => {
  if (attributes.some(each => each.name === attributeName))
    throw fail('AttributeDefinitionAlreadyExists', {
      conflictingProductTypeId: id,
      conflictingProductTypeName: name,
      conflictingAttributeName: attributeName,
    });
};
