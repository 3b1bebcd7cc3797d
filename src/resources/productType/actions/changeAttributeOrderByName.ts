import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { fail } from '../../../errors/ApiError.js';
import { List, Text } from '../../../schema/primitives.js';
import { findAttributeDefinition } from '../attributeDefinitions.js';
import type { ProductType } from '../members.js';
import { reorder } from '../../shared/reorder.js';

export const changeAttributeOrderByName: Action<ProductType> = action(
  { attributeNames: List(Text) },
  (productType: ProductType, { attributeNames }) => {
    for (const name of attributeNames) findAttributeDefinition(productType, name);
    const { attributes: old } = productType;
    const attributes = reorder(
      old,
      ({ name }) => name,
      attributeNames,
      () =>
        fail('InvalidInput', {
          message: `attributeNames must hold every attribute once: ${old.map(({ name }) => name).join(', ')}.`,
        }),
    );
    return sameValue(old, attributes) ? unchanged : { set: { attributes } };
  },
);
