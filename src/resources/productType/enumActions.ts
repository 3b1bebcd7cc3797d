import type { TSchema } from '@sinclair/typebox';
import type { Action } from '../../engine/define/Action.js';
import { action } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { fail } from '../../errors/ApiError.js';
import { List, Text } from '../../schema/primitives.js';
import {
  type EnumValue,
  LocalizedEnumValue,
  PlainEnumValue,
  withEnumLabel,
  withEnumValue,
} from '../shared/enumValues.js';
import { enumTypeOf } from './attributeDefinition.js';
import { findAttributeDefinition, withAttributeDefinition } from './attributeDefinitions.js';
import type { ProductType } from './members.js';
import { reorder } from '../shared/reorder.js';

type EnumKind = 'enum' | 'lenum';

/** Changes the values of an enum or of a set of it; `kind` limits the action to one kind of enum. */
export const withAttributeEnumValues = (
  productType: ProductType,
  attributeName: string,
  next: (values: readonly EnumValue[]) => EnumValue[],
  kind?: EnumKind,
) => {
  const old = findAttributeDefinition(productType, attributeName);
  const { type } = old;
  const holder = enumTypeOf(old);
  if (holder === undefined || (kind !== undefined && holder.name !== kind))
    throw fail('InvalidOperation', {
      message: `The attribute '${attributeName}' has the type ${type.name}; expected ${kind ?? 'enum or lenum'}, or a set of it.`,
    });
  const changed = { ...holder, values: next(holder.values ?? []) };
  return withAttributeDefinition(productType, old, {
    ...old,
    type: type.name === 'set' ? { ...type, elementType: changed as never } : changed,
  });
};

const enumValueSchemas = { enum: PlainEnumValue, lenum: LocalizedEnumValue };

export const addAttributeEnumValue = (kind: EnumKind): Action<ProductType> =>
  action({ attributeName: Text, value: enumValueSchemas[kind] as TSchema }, (productType: ProductType, payload) => {
    const { attributeName, value } = payload as { attributeName: string; value: EnumValue };
    return withAttributeEnumValues(
      productType,
      attributeName,
      values => withEnumValue(values, value, attributeName),
      kind,
    );
  });

export const changeAttributeEnumLabel = (kind: EnumKind): Action<ProductType> =>
  action({ attributeName: Text, newValue: enumValueSchemas[kind] as TSchema }, (productType: ProductType, payload) => {
    const { attributeName, newValue } = payload as { attributeName: string; newValue: EnumValue };
    return withAttributeEnumValues(
      productType,
      attributeName,
      values => withEnumLabel(values, newValue, attributeName),
      kind,
    );
  });

/** Changes the order of enum values; the action must repeat all of them unchanged (ERR050). */
export const changeAttributeEnumOrder = (kind: EnumKind): Action<ProductType> =>
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
