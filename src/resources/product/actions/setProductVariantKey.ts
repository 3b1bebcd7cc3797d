import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Key, Optional } from '../../../schema/primitives.js';
import { stagedMember } from '../masterData.js';
import type { Product } from '../members.js';
import { setMember } from '../variantChanges.js';
import { pickVariant, variantNames } from '../variants.js';

export const setProductVariantKey: Action<Product> = action(
  { ...variantNames, key: Optional(Key), ...stagedMember },
  (product: Product, { key, staged = true, ...names }) =>
    setMember(product, pickVariant(product, names), staged, { key }),
);
