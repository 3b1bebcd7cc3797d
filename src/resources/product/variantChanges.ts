import type { Context } from '../../engine/define/Context.js';
import type { ProductType } from '../productType/members.js';
import { type AttributeDraft, attributesSetter } from './attributes.js';
import { changeData, mapVariant } from './masterData.js';
import type { Product, ProductVariant } from './members.js';

export const setVariantMembers = (
  product: Product,
  { id }: ProductVariant,
  staged: boolean,
  members: Partial<ProductVariant>,
) => ({
  set: changeData(product, staged, data => mapVariant(data, id, variant => ({ ...variant, ...members }))),
});

export const attributeSetter = (draft: AttributeDraft, productType: ProductType, context: Context) => {
  const change = attributesSetter(draft, productType, 'Variant', context);
  return (variant: ProductVariant): ProductVariant => {
    const attributes = change(variant.attributes);
    return attributes === variant.attributes ? variant : { ...variant, attributes };
  };
};
