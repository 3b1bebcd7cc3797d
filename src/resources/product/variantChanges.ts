import type { Context } from '../../engine/define/Context.js';
import type { ProductType } from '../productType/members.js';
import { type AttributeDraft, withAttribute } from './attributes.js';
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

export const attributeSetter =
  (draft: AttributeDraft, productType: ProductType, context: Context) =>
  (variant: ProductVariant): ProductVariant => ({
    ...variant,
    attributes: withAttribute(variant.attributes, draft, productType, 'Variant', context),
  });
