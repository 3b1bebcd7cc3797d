import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { AttributeDefinitionDraft, definitionOf } from '../attributeDefinition.js';
import { assertNewName } from '../definitions.js';
import type { ProductType } from '../index.js';

export const addAttributeDefinition: Action<ProductType> = action(
  { attribute: AttributeDefinitionDraft },
  (productType: ProductType, { attribute }) => {
    assertNewName(productType, attribute.name);
    return { set: { attributes: [...productType.attributes, definitionOf(attribute)] } };
  },
);
