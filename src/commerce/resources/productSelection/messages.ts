import { Snapshot } from '../../../engine/define/Message.js';
import { Optional } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { ProductVariantExclusion, ProductVariantSelection } from '../productSelectionAssignment.js';
import type { ProductSelection } from './members.js';

const product = Reference('product');
const selection = Optional(ProductVariantSelection);
const exclusion = Optional(ProductVariantExclusion);

export const messages = {
  ProductSelectionCreated: { productSelection: Snapshot<ProductSelection>('product-selection') },
  ProductSelectionDeleted: {},
  ProductSelectionProductAdded: { product, variantSelection: selection },
  ProductSelectionProductExcluded: { product, variantExclusion: exclusion },
  ProductSelectionProductRemoved: { product },
  ProductSelectionVariantSelectionChanged: { product, oldVariantSelection: selection, newVariantSelection: selection },
  ProductSelectionVariantExclusionChanged: { product, oldVariantExclusion: exclusion, newVariantExclusion: exclusion },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly productSelection: typeof messages;
  }
}
