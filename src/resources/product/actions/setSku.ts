import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Optional, Quantity, Sku } from '../../../schema/primitives.js';
import { stagedMember } from '../masterData.js';
import type { Product } from '../members.js';
import { setVariantMembers } from '../variantChanges.js';
import { findVariant } from '../variants.js';

export const setSku: Action<Product> = action(
  { variantId: Quantity, sku: Optional(Sku), ...stagedMember },
  (product: Product, { variantId, sku, staged = true }) =>
    setVariantMembers(product, findVariant(product, { variantId }), staged, { sku }),
);
