import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
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
