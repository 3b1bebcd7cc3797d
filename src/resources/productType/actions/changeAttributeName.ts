import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Key, Text } from '../../../schema/primitives.js';
import { assertNewAttributeName, findAttributeDefinition, withAttributeDefinition } from '../attributeDefinitions.js';
import type { ProductType } from '../members.js';

export const changeAttributeName: Action<ProductType> = action(
  { attributeName: Text, newAttributeName: Key },
  (productType: ProductType, { attributeName, newAttributeName: name }) => {
    const old = findAttributeDefinition(productType, attributeName);
    if (name === attributeName) return unchanged;
    assertNewAttributeName(productType, name);
    return withAttributeDefinition(productType, old, { ...old, name });
  },
);
