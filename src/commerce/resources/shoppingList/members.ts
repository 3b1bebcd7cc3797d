import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Named } from '../../../engine/schema/Named.js';
import {
  DateTime,
  Flag,
  IntegerFrom,
  Key,
  List,
  Localized,
  LocalizedString,
  NonEmptyText,
  Optional,
  Shape,
  Text,
  LocalizedText,
} from '../../../engine/schema/primitives.js';
import { KeyReference, LooseReference, Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { ProductVariant } from '../product/members.js';
import { DeleteDays } from '../shared/cartAndOrder/members.js';

/** Bounds the line items of a shopping list, and its text line items. */
export const itemsMax = 250;

export const quantityMax = 2_147_483_647;
const Quantity = IntegerFrom(1, quantityMax);

/** A variant of a product; without `variantId` the master variant, whichever that is. */
export const ShoppingListLineItem = Named(
  'ShoppingListLineItem',
  Shape(
    {
      id: Text,
      key: Optional(Key),
      productId: Text,
      variantId: Optional(IntegerFrom(1, quantityMax)),
      // The product may be deleted while it is on the list, and its type then too.
      productType: LooseReference('product-type'),
      name: LocalizedString,
      published: Flag,
      quantity: Quantity,
      addedAt: DateTime,
      deactivatedAt: Optional(DateTime),
      /** Only responses have it, if the request expands it. */
      variant: Optional(ProductVariant),
      productSlug: Optional(LocalizedString),
      custom: Optional(CustomFields),
    },
    { customFieldHolders: { custom: 'line-item' } },
  ),
);

export const TextLineItem = Named(
  'TextLineItem',
  Shape(
    {
      id: Text,
      key: Optional(Key),
      name: LocalizedString,
      description: Optional(LocalizedString),
      quantity: Quantity,
      addedAt: DateTime,
      custom: Optional(CustomFields),
    },
    { customFieldHolders: { custom: 'shopping-list-text-line-item' } },
  ),
);

const itemDraftMembers = {
  key: Optional(Key),
  quantity: Optional(Quantity),
  addedAt: Optional(DateTime),
  custom: Optional(CustomFieldsDraft),
};

export const lineItemDraftMembers = {
  ...itemDraftMembers,
  productId: Optional(Text),
  variantId: Optional(IntegerFrom(1, quantityMax)),
  sku: Optional(Text),
};
export const LineItemDraft = Named('ShoppingListLineItemDraft', Shape(lineItemDraftMembers));

export const textLineItemDraftMembers = {
  ...itemDraftMembers,
  name: LocalizedText,
  description: Optional(LocalizedString),
};
export const TextLineItemDraft = Named('TextLineItemDraft', Shape(textLineItemDraftMembers));

/** A slug for each language, unique among the shopping lists of a project. */
export const Slug = Localized(Key);

export const ShoppingListMembers = Shape(
  {
    key: Optional(Key),
    name: LocalizedString,
    slug: Optional(Slug),
    description: Optional(LocalizedString),
    customer: Optional(Reference('customer')),
    anonymousId: Optional(Text),
    store: Optional(KeyReference('store')),
    lineItems: List(ShoppingListLineItem, itemsMax),
    textLineItems: List(TextLineItem, itemsMax),
    deleteDaysAfterLastModification: Optional(DeleteDays),
    custom: Optional(CustomFields),
  },
  { queryableMembers: ['businessUnit'], customFieldHolders: { custom: 'shopping-list' } },
);

const myDraftMembers = {
  name: LocalizedText,
  description: Optional(LocalizedString),
  lineItems: Optional(List(LineItemDraft, itemsMax)),
  textLineItems: Optional(List(TextLineItemDraft, itemsMax)),
  deleteDaysAfterLastModification: Optional(DeleteDays),
  store: Optional(ResourceIdentifier('store', { load: true })),
  custom: Optional(CustomFieldsDraft),
};

/** Only merchants choose the key and the slug. */
export const MyShoppingListDraft = Shape(myDraftMembers);

export const ShoppingListDraft = Shape({
  ...myDraftMembers,
  key: Optional(Key),
  slug: Optional(Slug),
  customer: Optional(ResourceIdentifier('customer')),
  anonymousId: Optional(NonEmptyText),
});

export type ShoppingListLineItem = Static<typeof ShoppingListLineItem>;
export type TextLineItem = Static<typeof TextLineItem>;
export type LineItemDraft = Static<typeof LineItemDraft>;
export type TextLineItemDraft = Static<typeof TextLineItemDraft>;
export type ShoppingListDraft = Static<typeof ShoppingListDraft>;
export type ShoppingList = Base & Static<typeof ShoppingListMembers> & Sends<'shoppingList'>;

export const messages = {
  ShoppingListLineItemAdded: { lineItem: ShoppingListLineItem },
  ShoppingListLineItemRemoved: { lineItem: ShoppingListLineItem },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly shoppingList: typeof messages;
  }
}
