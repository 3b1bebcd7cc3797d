import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Key, Text } from '../../../schema/primitives.js';
import { assertNewName, pickDefinition, withDefinition } from '../definitions.js';
import type { ProductType } from '../index.js';

export const changeAttributeName: Action<ProductType> = action(
  { attributeName: Text, newAttributeName: Key },
  (productType: ProductType, { attributeName, newAttributeName: name }) => {
    const old = pickDefinition(productType, attributeName);
    if (name === attributeName) return unchanged;
    assertNewName(productType, name);
    return withDefinition(productType, old, { ...old, name });
  },
);
