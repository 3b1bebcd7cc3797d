import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { fail } from '../../../errors/ApiError.js';
import { Optional, Quantity, Sku } from '../../../schema/primitives.js';
import { changeData, stagedMember, changeWithMessage } from '../masterData.js';
import type { Product, ProductData } from '../members.js';
import { findVariant } from '../variants.js';

const withoutVariant = (data: ProductData, id: number): ProductData => {
  if (data.masterVariant.id === id)
    throw fail('InvalidOperation', {
      message: `The variant ${id} is the master variant and cannot be removed; make another one the master variant first.`,
    });
  return { ...data, variants: data.variants.filter(each => each.id !== id) };
};

export const removeVariant: Action<Product> = action(
  { id: Optional(Quantity), sku: Optional(Sku), ...stagedMember },
  (product: Product, { id, sku, staged = true }) => {
    const variant = findVariant(product, { variantId: id, sku });
    const set = changeData(product, staged, data => withoutVariant(data, variant.id));
    return changeWithMessage(set, { type: 'ProductVariantDeleted', variant, removedImageUrls: [], staged });
  },
);
