import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Key, Optional } from '../../../schema/primitives.js';
import { stagedMember } from '../masterData.js';
import type { Product } from '../members.js';
import { setVariantMembers } from '../variantChanges.js';
import { findVariant, variantPayloadMembers } from '../variants.js';

export const setProductVariantKey: Action<Product> = action(
  { ...variantPayloadMembers, key: Optional(Key), ...stagedMember },
  (product: Product, { key, staged = true, ...names }) =>
    setVariantMembers(product, findVariant(product, names), staged, { key }),
);
