import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { fail } from '../../../errors/ApiError.js';
import { OneOf, Text } from '../../../schema/primitives.js';
import { findAttributeDefinition, withAttributeDefinition } from '../attributeDefinitions.js';
import type { ProductType } from '../members.js';

/** Removes a constraint; a new one cannot be set, since existing products were not checked against it. */
export const changeAttributeConstraint: Action<ProductType> = action(
  { attributeName: Text, newValue: OneOf(['None']) },
  (productType: ProductType, { attributeName, newValue }) => {
    const old = findAttributeDefinition(productType, attributeName);
    if (old.attributeConstraint === 'CombinationUnique')
      throw fail('InvalidOperation', {
        message: `The constraint of '${attributeName}' cannot be changed from CombinationUnique; SameForAll and Unique can be changed to None.`,
      });
    return withAttributeDefinition(productType, old, { ...old, attributeConstraint: newValue });
  },
);
