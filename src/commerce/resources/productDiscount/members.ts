import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { Flag, Key, List, LocalizedString, Optional, Shape, LocalizedText } from '../../../engine/schema/primitives.js';
import { LooseReference } from '../../../engine/schema/reference.js';
import { ProductDiscountValue, ProductDiscountValueDraft, ProductPredicate } from '../../values/productDiscount.js';
import { validity } from '../../values/validity.js';
import { SortOrder } from '../shared/discounts.js';

const named = { name: LocalizedText, key: Optional(Key), description: Optional(LocalizedString) };

/** The types of the resources that predicates name by their ids. They can be deleted: then nothing matches. */
const referredTypes = ['product', 'product-type', 'category', 'customer-group', 'channel'] as const;

export const ProductDiscountMembers = Shape({
  ...named,
  value: ProductDiscountValue,
  predicate: ProductPredicate,
  sortOrder: SortOrder,
  isActive: Flag,
  references: List(LooseReference(...referredTypes)),
  ...validity,
});

export const ProductDiscountDraft = Shape({
  ...named,
  value: ProductDiscountValueDraft,
  predicate: ProductPredicate,
  sortOrder: SortOrder,
  isActive: Optional(Flag),
  ...validity,
});

export type ProductDiscount = Base & Static<typeof ProductDiscountMembers>;
