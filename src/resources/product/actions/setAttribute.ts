import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { FieldValue } from '../../../schema/customFields.js';
import { Optional, Text } from '../../../schema/primitives.js';
import { changeData, mapVariant, stagedMember } from '../masterData.js';
import type { Product } from '../members.js';
import { needsType, typeOf } from '../productTypeOf.js';
import { settingAttribute } from '../variantChanges.js';
import { pickVariant, variantNames } from '../variants.js';

export const setAttribute: Action<Product> = action(
  { ...variantNames, name: Text, value: Optional(FieldValue), ...stagedMember },
  (product: Product, { name, value, staged = true, ...names }, context) => {
    const productType = typeOf(product, context);
    const { id } = pickVariant(product, names);
    const change = settingAttribute({ name, value }, productType, context);
    return { set: changeData(product, staged, data => mapVariant(data, id, change), { productType }) };
  },
  needsType,
);
