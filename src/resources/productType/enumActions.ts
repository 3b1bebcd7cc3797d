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
  reordered,
  withEnumLabel,
  withEnumValue,
} from '../shared/enumValues.js';
import { enumTypeOf } from './attributeDefinition.js';
import { pickDefinition, withDefinition } from './definitions.js';
import type { ProductType } from './index.js';

export type EnumKind = 'enum' | 'lenum';

/** A change of the values of an enum, or of a set of it; `kind` where the action is for one kind only. */
export const withValues = (
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

export const valueOf = { enum: PlainEnumValue, lenum: LocalizedEnumValue };

export const addEnumValue = (kind: EnumKind): Action<ProductType> =>
  action({ attributeName: Text, value: valueOf[kind] as TSchema }, (productType: ProductType, payload) => {
    const { attributeName, value } = payload as { attributeName: string; value: EnumValue };
    return withValues(productType, attributeName, values => withEnumValue(values, value, attributeName), kind);
  });

export const changeEnumLabel = (kind: EnumKind): Action<ProductType> =>
  action({ attributeName: Text, newValue: valueOf[kind] as TSchema }, (productType: ProductType, payload) => {
    const { attributeName, newValue } = payload as { attributeName: string; newValue: EnumValue };
    return withValues(productType, attributeName, values => withEnumLabel(values, newValue, attributeName), kind);
  });

/** ERR050 */
export const changeEnumOrder = (kind: EnumKind): Action<ProductType> =>
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
