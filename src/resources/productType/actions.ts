import type { TSchema } from '@sinclair/typebox';
import { action, change, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { Flag, Key, List, LocalizedString, NonEmptyText, OneOf, Optional, Text } from '../../schema/primitives.js';
import {
  assertEnumKey,
  assertNewEnumKey,
  EnumKey,
  type EnumValue,
  LocalizedEnumValue,
  PlainEnumValue,
  reordered,
  withEnumLabel,
  withEnumValue,
} from '../shared/enumValues.js';
import {
  type AttributeDefinition,
  AttributeDefinitionDraft,
  definitionOf,
  enumTypeOf,
  TextInputHint,
} from './attributeDefinition.js';
import type { ProductType } from './index.js';

/** ERR049 */
const pickDefinition = ({ attributes }: ProductType, name: string): AttributeDefinition => {
  const found = attributes.find(each => each.name === name);
  if (found === undefined) throw fail('AttributeNameDoesNotExist', { invalidAttributeName: name });
  return found;
};

/** ERR044 within one product type; other ones are looked at before the commit (settle.ts). */
const assertNewName = ({ id, name, attributes }: ProductType, attributeName: string): void => {
  if (attributes.some(each => each.name === attributeName))
    throw fail('AttributeDefinitionAlreadyExists', {
      conflictingProductTypeId: id,
      conflictingProductTypeName: name,
      conflictingAttributeName: attributeName,
    });
};

const withDefinition = ({ attributes }: ProductType, old: AttributeDefinition, next: AttributeDefinition) =>
  sameValue(old, next) ? unchanged : { set: { attributes: attributes.map(each => (each === old ? next : each)) } };

/** One member of a definition, under the name that the action gives it. */
const changeMember = (member: keyof AttributeDefinition, given: string, schema: TSchema): Action<ProductType> =>
  action({ attributeName: Text, [given]: schema }, (productType: ProductType, payload) => {
    const { attributeName, [given]: value } = payload as { attributeName: string } & Record<string, unknown>;
    const old = pickDefinition(productType, attributeName);
    return withDefinition(productType, old, { ...old, [member]: value });
  });

type EnumKind = 'enum' | 'lenum';

/** A change of the values of an enum, or of a set of it; `kind` where the action is for one kind only. */
const withValues = (
  productType: ProductType,
  attributeName: string,
  next: (values: readonly EnumValue[]) => EnumValue[],
  kind?: EnumKind,
) => {
  const old = pickDefinition(productType, attributeName);
  const { type } = old;
  const holder = enumTypeOf(old);
  if (holder === undefined || (kind !== undefined && holder.name !== kind))
    throw fail('InvalidOperation', {
      message: `The attribute '${attributeName}' has the type ${type.name}; expected ${kind ?? 'enum or lenum'}, or a set of it.`,
    });
  const changed = { ...holder, values: next(holder.values!) };
  return withDefinition(productType, old, {
    ...old,
    type: type.name === 'set' ? { ...type, elementType: changed as never } : changed,
  });
};

const valueOf = { enum: PlainEnumValue, lenum: LocalizedEnumValue };

const addEnumValue = (kind: EnumKind): Action<ProductType> =>
  action({ attributeName: Text, value: valueOf[kind] as TSchema }, (productType: ProductType, payload) => {
    const { attributeName, value } = payload as { attributeName: string; value: EnumValue };
    return withValues(productType, attributeName, values => withEnumValue(values, value, attributeName), kind);
  });

const changeEnumLabel = (kind: EnumKind): Action<ProductType> =>
  action({ attributeName: Text, newValue: valueOf[kind] as TSchema }, (productType: ProductType, payload) => {
    const { attributeName, newValue } = payload as { attributeName: string; newValue: EnumValue };
    return withValues(productType, attributeName, values => withEnumLabel(values, newValue, attributeName), kind);
  });

/** ERR050 */
const changeEnumOrder = (kind: EnumKind): Action<ProductType> =>
  action({ attributeName: Text, values: List(valueOf[kind] as TSchema) }, (productType: ProductType, payload) => {
    const { attributeName, values } = payload as { attributeName: string; values: EnumValue[] };
    const refuse = () => fail('EnumValuesMustMatch');
    return withValues(
      productType,
      attributeName,
      old => {
        const next = reordered(
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
  });

export const actions: ActionTable<ProductType> = {
  setKey: set<ProductType>('key', Key),
  changeName: change<ProductType>('name', NonEmptyText),
  changeDescription: change<ProductType>('description', Text),
  addAttributeDefinition: action({ attribute: AttributeDefinitionDraft }, (productType: ProductType, { attribute }) => {
    assertNewName(productType, attribute.name);
    return { set: { attributes: [...productType.attributes, definitionOf(attribute)] } };
  }),
  removeAttributeDefinition: action({ name: Text }, (productType: ProductType, { name }) => {
    const old = pickDefinition(productType, name);
    return { set: { attributes: productType.attributes.filter(each => each !== old) } };
  }),
  changeAttributeName: action(
    { attributeName: Text, newAttributeName: Key },
    (productType: ProductType, { attributeName, newAttributeName: name }) => {
      const old = pickDefinition(productType, attributeName);
      if (name === attributeName) return unchanged;
      assertNewName(productType, name);
      return withDefinition(productType, old, { ...old, name });
    },
  ),
  changeAttributeOrderByName: action({ attributeNames: List(Text) }, (productType: ProductType, { attributeNames }) => {
    for (const name of attributeNames) pickDefinition(productType, name);
    const { attributes: old } = productType;
    const attributes = reordered(
      old,
      ({ name }) => name,
      attributeNames,
      () =>
        fail('InvalidInput', {
          message: `attributeNames must hold every attribute once: ${old.map(({ name }) => name).join(', ')}.`,
        }),
    );
    return sameValue(old, attributes) ? unchanged : { set: { attributes } };
  }),
  /** A constraint can be lifted; what products hold was never judged by another one. */
  changeAttributeConstraint: action(
    { attributeName: Text, newValue: OneOf(['None']) },
    (productType: ProductType, { attributeName, newValue }) => {
      const old = pickDefinition(productType, attributeName);
      if (old.attributeConstraint === 'CombinationUnique')
        throw fail('InvalidOperation', {
          message: `The constraint of '${attributeName}' cannot be changed from CombinationUnique; SameForAll and Unique can be changed to None.`,
        });
      return withDefinition(productType, old, { ...old, attributeConstraint: newValue });
    },
  ),
  changeLabel: changeMember('label', 'label', LocalizedString),
  changeInputHint: changeMember('inputHint', 'newValue', TextInputHint),
  changeIsSearchable: changeMember('isSearchable', 'isSearchable', Flag),
  setInputTip: changeMember('inputTip', 'inputTip', Optional(LocalizedString)),
  addPlainEnumValue: addEnumValue('enum'),
  addLocalizedEnumValue: addEnumValue('lenum'),
  changePlainEnumValueLabel: changeEnumLabel('enum'),
  changeLocalizedEnumValueLabel: changeEnumLabel('lenum'),
  changePlainEnumValueOrder: changeEnumOrder('enum'),
  changeLocalizedEnumValueOrder: changeEnumOrder('lenum'),
  changeEnumKey: action(
    { attributeName: Text, key: EnumKey, newKey: EnumKey },
    (productType: ProductType, { attributeName, key, newKey }) =>
      withValues(productType, attributeName, values => {
        assertEnumKey(values, key, attributeName);
        if (newKey !== key) assertNewEnumKey(values, newKey, attributeName);
        return values.map(each => (each.key === key ? { ...each, key: newKey } : each));
      }),
  ),
  /** Whether products use the values is asked before the commit (ERR051). */
  removeEnumValues: action(
    { attributeName: Text, keys: List(EnumKey) },
    (productType: ProductType, { attributeName, keys }) => ({
      ...withValues(productType, attributeName, values => {
        for (const key of keys) assertEnumKey(values, key, attributeName);
        return values.filter(({ key }) => !keys.includes(key));
      }),
      requestedEffects: Object.fromEntries(
        keys.map(key => [JSON.stringify([attributeName, key]), { attributeName, key }]),
      ),
    }),
  ),
};
