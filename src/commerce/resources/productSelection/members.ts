import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Named } from '../../../engine/schema/Named.js';
import {
  IntegerFrom,
  Key,
  LocalizedString,
  OneOf,
  Optional,
  Shape,
  LocalizedText,
} from '../../../engine/schema/primitives.js';
import { Snapshot } from '../../../engine/define/Message.js';
import { Reference } from '../../../engine/schema/reference.js';
import { ProductVariantExclusion, ProductVariantSelection } from '../productSelectionAssignment.js';

/** Tells whether the selection consists of the added products, or of all but the excluded ones. */
const ProductSelectionMode = Named('ProductSelectionMode', OneOf(['Individual', 'IndividualExclusion']));
export type ProductSelectionMode = Static<typeof ProductSelectionMode>;

export const ProductSelectionMembers = Shape({
  key: Optional(Key),
  name: LocalizedString,
  productCount: IntegerFrom(0, Number.MAX_SAFE_INTEGER),
  mode: ProductSelectionMode,
  custom: Optional(CustomFields),
});

export const ProductSelectionDraft = Shape({
  key: Optional(Key),
  name: LocalizedText,
  mode: Optional(ProductSelectionMode),
  custom: Optional(CustomFieldsDraft),
});

export type ProductSelection = Base & Static<typeof ProductSelectionMembers> & Sends<'productSelection'>;

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
