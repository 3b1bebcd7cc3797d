import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { FieldValue } from '../../../schema/customFields.js';
import { Optional, Text } from '../../../schema/primitives.js';
import { attributesSetter } from '../attributes.js';
import { changeData, stagedMember } from '../masterData.js';
import type { Product } from '../members.js';
import { needsProductType, loadProductType } from '../loadProductType.js';

export const setProductAttribute: Action<Product> = action(
  { name: Text, value: Optional(FieldValue), ...stagedMember },
  (product: Product, { name, value, staged = true }, context) => {
    const change = attributesSetter({ name, value }, loadProductType(product, context), 'Product', context);
    return { set: changeData(product, staged, data => ({ ...data, attributes: change(data.attributes) })) };
  },
  needsProductType,
);
