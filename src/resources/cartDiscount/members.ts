import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { Flag, Key, List, LocalizedString, OneOf, Optional, Shape } from '../../schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { KeyReference, ResourceIdentifier } from '../../schema/reference.js';
import { validity } from '../../schema/validity.js';
import { DiscountValueDraft } from '../shared/discountValueOf.js';
import { CartPredicate } from '../../schema/CartPredicate.js';
import { DiscountTarget, DiscountValue } from '../../schema/discount.js';
import { Type } from '../../schema/Type.js';

const sortOrderLengthMax = 128;
const storesMax = 500;

/** A decimal number between 0 and 1 in its shortest form, since uniqueness is checked on the text. */
export const SortOrder = Type.String({
  maxLength: sortOrderLengthMax,
  pattern: '^0\\.[0-9]*[1-9]$',
  description: 'text with a number between 0 and 1 that does not end with 0, such as 0.25',
});
export const StackingMode = OneOf(['Stacking', 'StopAfterThisDiscount']);
export const StoreIdentifier = ResourceIdentifier('store', { load: true });
export const StoreIdentifiers = List(StoreIdentifier, storesMax);

const named = { name: LocalizedString, key: Optional(Key), description: Optional(LocalizedString) };

export const CartDiscountMembers = Shape(
  {
    ...named,
    value: DiscountValue,
    cartPredicate: CartPredicate,
    target: Optional(DiscountTarget),
    sortOrder: SortOrder,
    stores: List(KeyReference('store')),
    isActive: Flag,
    ...validity,
    requiresDiscountCode: Flag,
    references: List(Type.Any()),
    stackingMode: StackingMode,
    custom: Optional(CustomFields),
  },
  { queryableMembers: ['discountGroup', 'recurringOrderScope'] },
);

export const CartDiscountDraft = Shape({
  ...named,
  value: DiscountValueDraft,
  cartPredicate: CartPredicate,
  target: Optional(DiscountTarget),
  sortOrder: SortOrder,
  stores: Optional(StoreIdentifiers),
  isActive: Optional(Flag),
  ...validity,
  requiresDiscountCode: Optional(Flag),
  stackingMode: Optional(StackingMode),
  custom: Optional(CustomFieldsDraft),
});

export type CartDiscount = Base & Static<typeof CartDiscountMembers>;
