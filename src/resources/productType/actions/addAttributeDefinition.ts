import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { AttributeDefinitionDraft, toAttributeDefinition } from '../attributeDefinition.js';
import { assertNewAttributeName } from '../attributeDefinitions.js';
import type { ProductType } from '../members.js';

export const addAttributeDefinition: Action<ProductType> = action(
  { attribute: AttributeDefinitionDraft },
  (productType: ProductType, { attribute }) => {
    assertNewAttributeName(productType, attribute.name);
    return { set: { attributes: [...productType.attributes, toAttributeDefinition(attribute)] } };
  },
);
