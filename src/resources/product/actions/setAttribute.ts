import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { FieldValue } from '../../../schema/customFields.js';
import { Optional, Text } from '../../../schema/primitives.js';
import { changeData, mapVariant, stagedMember, withConstraints } from '../masterData.js';
import type { Product } from '../members.js';
import { needsProductType, loadProductType } from '../loadProductType.js';
import { attributeSetter } from '../variantChanges.js';
import { findVariant, variantPayloadMembers } from '../variants.js';

export const setAttribute: Action<Product> = action(
  { ...variantPayloadMembers, name: Text, value: Optional(FieldValue), ...stagedMember },
  (product: Product, { name, value, staged = true, ...names }, context) => {
    const productType = loadProductType(product, context);
    const { id } = findVariant(product, names);
    const change = attributeSetter({ name, value }, productType, context);
    return withConstraints({ set: changeData(product, staged, data => mapVariant(data, id, change)) }, productType);
  },
  needsProductType,
);
