import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import {
  Flag,
  Key,
  List,
  LocalizedString,
  OneOf,
  Optional,
  Shape,
  LocalizedText,
} from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { KeyReference, Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { validity } from '../../values/validity.js';
import { DiscountValueDraft, SortOrder } from '../shared/discounts.js';
import { CartPredicate, DiscountTarget, DiscountValue } from '../../values/discount.js';
import { Type } from '../../../engine/schema/Type.js';
import { Snapshot } from '../../../engine/define/Message.js';

/** Bounds the stores of a discount; longer lists are refused with an error of their own. */
export const storesMax = 500;
const storesReadMax = 2 * storesMax;

export const StackingMode = Named('StackingMode', OneOf(['Stacking', 'StopAfterThisDiscount']));
export const StoreIdentifier = ResourceIdentifier('store', { load: true });
export const StoreIdentifiers = List(StoreIdentifier, storesReadMax);

const scopeTypes = [
  'AnyOrder',
  'ApplicableRecurrencePolicies',
  'NonRecurringOrdersOnly',
  'RecurringOrdersOnly',
] as const;

/** The orders that a discount is for. */
const RecurringOrderScope = Named(
  'RecurringOrderScope',
  Shape({ type: OneOf(scopeTypes), recurrencePolicies: Optional(List(Reference('recurrence-policy'))) }),
);
export const RecurringOrderScopeDraft = Named(
  'RecurringOrderScopeDraft',
  Shape({ type: OneOf(scopeTypes), recurrencePolicies: Optional(List(ResourceIdentifier('recurrence-policy'))) }),
);

const named = { name: LocalizedText, key: Optional(Key), description: Optional(LocalizedString) };

/** The group is loaded, since a discount takes the `sortOrder` of its group. */
export const DiscountGroupIdentifier = ResourceIdentifier('discount-group', { load: true });

export const CartDiscountMembers = Shape({
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
  discountGroup: Optional(Reference('discount-group')),
  recurringOrderScope: Optional(RecurringOrderScope),
});

export const CartDiscountDraft = Shape({
  ...named,
  value: DiscountValueDraft,
  cartPredicate: CartPredicate,
  target: Optional(DiscountTarget),
  sortOrder: Optional(SortOrder),
  stores: Optional(StoreIdentifiers),
  isActive: Optional(Flag),
  ...validity,
  requiresDiscountCode: Optional(Flag),
  stackingMode: Optional(StackingMode),
  custom: Optional(CustomFieldsDraft),
  discountGroup: Optional(DiscountGroupIdentifier),
  recurringOrderScope: Optional(RecurringOrderScopeDraft),
});

export type CartDiscount = Base & Static<typeof CartDiscountMembers> & Sends<'cartDiscount'>;

const store = KeyReference('store');

export const messages = {
  CartDiscountCreated: { cartDiscount: Snapshot<CartDiscount>('cart-discount') },
  CartDiscountDeleted: {},
  CartDiscountStoreAdded: { store },
  CartDiscountStoreRemoved: { store },
  CartDiscountStoresSet: { stores: List(store) },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly cartDiscount: typeof messages;
  }
}
