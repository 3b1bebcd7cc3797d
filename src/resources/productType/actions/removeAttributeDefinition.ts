import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Text } from '../../../schema/primitives.js';
import { findAttributeDefinition } from '../attributeDefinitions.js';
import type { ProductType } from '../members.js';

export const removeAttributeDefinition: Action<ProductType> = action(
  { name: Text },
  (productType: ProductType, { name }) => {
    const old = findAttributeDefinition(productType, name);
    return { set: { attributes: productType.attributes.filter(each => each !== old) } };
  },
);
