import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { FieldValue } from '../../../schema/customFields.js';
import { Optional, Text } from '../../../schema/primitives.js';
import { changeData, stagedMember, withConstraints } from '../masterData.js';
import type { Product } from '../members.js';
import { needsProductType, loadProductType } from '../loadProductType.js';
import { attributeSetter } from '../variantChanges.js';

export const setAttributeInAllVariants: Action<Product> = action(
  { name: Text, value: Optional(FieldValue), ...stagedMember },
  (product: Product, { name, value, staged = true }, context) => {
    const productType = loadProductType(product, context);
    const change = attributeSetter({ name, value }, productType, context);
    const set = changeData(product, staged, data => ({
      ...data,
      masterVariant: change(data.masterVariant),
      variants: data.variants.map(change),
    }));
    return withConstraints({ set }, productType);
  },
  needsProductType,
);
