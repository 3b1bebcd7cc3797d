import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { FieldValue } from '../../../schema/customFields.js';
import { Optional, Text } from '../../../schema/primitives.js';
import { withAttribute } from '../attributes.js';
import { changeData, stagedMember } from '../masterData.js';
import type { Product } from '../members.js';
import { needsProductType, loadProductType } from '../loadProductType.js';

export const setProductAttribute: Action<Product> = action(
  { name: Text, value: Optional(FieldValue), ...stagedMember },
  (product: Product, { name, value, staged = true }, context) => {
    const productType = loadProductType(product, context);
    return {
      set: changeData(product, staged, data => ({
        ...data,
        attributes: withAttribute(data.attributes, { name, value }, productType, 'Product', context),
      })),
    };
  },
  needsProductType,
);
