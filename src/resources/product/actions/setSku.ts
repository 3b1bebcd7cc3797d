import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Optional, Quantity, Sku } from '../../../schema/primitives.js';
import { stagedMember } from '../masterData.js';
import type { Product } from '../members.js';
import { setMember } from '../variantChanges.js';
import { pickVariant } from '../variants.js';

export const setSku: Action<Product> = action(
  { variantId: Quantity, sku: Optional(Sku), ...stagedMember },
  (product: Product, { variantId, sku, staged = true }) =>
    setMember(product, pickVariant(product, { variantId }), staged, { sku }),
);
