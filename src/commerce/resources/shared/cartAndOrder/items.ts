import { type Action, action, changeTo, unchanged } from '../../../../engine/define/actions.js';
import type { Static, TOptional, TString, TProperties } from '@sinclair/typebox';
import type { Context } from '../../../../engine/define/Context.js';
import { Named } from '../../../../engine/schema/Named.js';
import {
  OneOf,
  Shape,
  DateTime,
  Integer,
  List,
  LocalizedString,
  Optional,
  Text,
} from '../../../../engine/schema/primitives.js';
import { Reference, ResourceIdentifier, LooseReference } from '../../../../engine/schema/reference.js';
import { CustomFields } from '../../../../engine/schema/customFields.js';
import { Type } from '../../../../engine/schema/Type.js';
import { DiscountedPricePerQuantity } from '../../../values/discount.js';
import { Images, ItemPrice, Price } from '../../../values/price.js';
import { Money, TypedMoney } from '../../../values/money.js';
import { TaxedItemPrice, TaxRate } from '../../../values/tax.js';
import { type CustomFieldsLocation, nestedHolder } from '../customFieldActions.js';
import { findElement, replaceElement } from '../listElements.js';
import { ItemStates } from './itemStates.js';
import { ShippingDetails } from './shippingDetails.js';

// The recurrence policy with which a buyer gets an item again. This server creates no recurring orders from it.

const PriceSelectionMode = Named('PriceSelectionMode', OneOf(['Dynamic', 'Fixed']), { input: 'PriceSelectionMode' });

const policy = { recurrencePolicy: Reference('recurrence-policy') };
const policyDraft = { recurrencePolicy: ResourceIdentifier('recurrence-policy') };

const RecurrenceInfo = Named('LineItemRecurrenceInfo', Shape({ ...policy, priceSelectionMode: PriceSelectionMode }));
export const RecurrenceInfoDraft = Named(
  'LineItemRecurrenceInfoDraft',
  Shape({ ...policyDraft, priceSelectionMode: PriceSelectionMode }),
  { input: 'LineItemRecurrenceInfoInputDraft' },
);
const CustomRecurrenceInfo = Named('CustomLineItemRecurrenceInfo', Shape(policy));
export const CustomRecurrenceInfoDraft = Named('CustomLineItemRecurrenceInfoDraft', Shape(policyDraft), {
  input: 'CustomLineItemRecurrenceInfoInputDraft',
});

/** The stored form of the recurrence info of line items and custom line items. */
export const recurrenceInfoOf = <D extends Static<typeof CustomRecurrenceInfoDraft>>(
  draft: D | undefined,
  context: Context,
) => draft && { ...draft, recurrencePolicy: context.reference('recurrence-policy', draft.recurrencePolicy) };

export const InventoryMode = Named('InventoryMode', OneOf(['None', 'TrackOnly', 'ReserveOnOrder', 'ReserveOnCart']));
export const Attributes = List(Shape({ name: Text, value: Type.Any() }));

/** Members of variants that this server never sets. */
export const unsetVariantMembers = ['availability', 'isMatchingVariant', 'scopedPrice', 'scopedPriceDiscounted'];

/** Shares of several shipping methods; always empty. */
const Shares = List(Type.Any());

export const LineItem = Named(
  'LineItem',
  Shape(
    {
      id: Text,
      key: Optional(Text),
      productId: Optional(Text),
      productKey: Optional(Text),
      name: LocalizedString,
      productSlug: Optional(LocalizedString),
      productType: Optional(LooseReference('product-type')),
      // Attributes and assets are copies of the product's: their references are not counted.
      variant: Shape(
        {
          id: Integer,
          sku: Optional(Text),
          key: Optional(Text),
          prices: Optional(List(Price)),
          attributes: Optional(Attributes),
          images: Optional(Images),
          assets: Optional(List(Type.Any())),
        },
        { queryableMembers: unsetVariantMembers },
      ),
      price: ItemPrice,
      // It is negative in imported orders only.
      quantity: Integer,
      totalPrice: Money,
      discountedPricePerQuantity: DiscountedPricePerQuantity,
      taxedPrice: Optional(TaxedItemPrice),
      taxedPricePortions: Shares,
      state: ItemStates,
      taxRate: Optional(TaxRate),
      perMethodTaxRate: Shares,
      supplyChannel: Optional(Reference('channel')),
      distributionChannel: Optional(Reference('channel')),
      priceMode: OneOf(['Platform', 'ExternalPrice', 'ExternalTotal']),
      lineItemMode: Named('LineItemMode', OneOf(['Standard', 'GiftLineItem'])),
      inventoryMode: Optional(InventoryMode),
      shippingDetails: Optional(ShippingDetails),
      custom: Optional(CustomFields),
      addedAt: Optional(DateTime),
      lastModifiedAt: Optional(DateTime),
      recurrenceInfo: Optional(RecurrenceInfo),
    },
    { queryableMembers: ['reservation'], customFieldHolders: { custom: 'line-item' } },
  ),
);

export type LineItem = Static<typeof LineItem>;

const slugLengthMax = 256;
export const CustomLineItemSlug = Type.String({
  minLength: 2,
  maxLength: slugLengthMax,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'a slug of letters, digits, underscores and hyphens',
});

export const PriceMode = OneOf(['Standard', 'External']);

export const CustomLineItem = Named(
  'CustomLineItem',
  Shape(
    {
      id: Text,
      key: Optional(Text),
      name: LocalizedString,
      money: TypedMoney,
      taxedPrice: Optional(TaxedItemPrice),
      taxedPricePortions: Shares,
      totalPrice: Money,
      slug: Text,
      // It is negative in imported orders only.
      quantity: Integer,
      state: ItemStates,
      taxCategory: Optional(Reference('tax-category')),
      taxRate: Optional(TaxRate),
      perMethodTaxRate: Shares,
      discountedPricePerQuantity: DiscountedPricePerQuantity,
      custom: Optional(CustomFields),
      shippingDetails: Optional(ShippingDetails),
      priceMode: PriceMode,
      recurrenceInfo: Optional(CustomRecurrenceInfo),
    },
    { customFieldHolders: { custom: 'custom-line-item' } },
  ),
);

export type CustomLineItem = Static<typeof CustomLineItem>;

/** The kinds of items, as actions and messages name them. */
export type ItemKind = 'lineItem' | 'customLineItem';

/** Payload members that name an item: `lineItemId`, `lineItemKey`. */
export const itemNames = <K extends ItemKind>(kind: K) =>
  ({ [`${kind}Id`]: Optional(Text), [`${kind}Key`]: Optional(Text) }) as Record<
    `${K}Id` | `${K}Key`,
    TOptional<TString>
  >;

interface ItemTypes {
  readonly lineItem: LineItem;
  readonly customLineItem: CustomLineItem;
}

/** A resource with both kinds of items. */
interface ItemHolder {
  readonly lineItems: LineItem[];
  readonly customLineItems: CustomLineItem[];
}

/** The item that a payload names; `holderNoun` is the word of error messages for the resource. */
export const findItem = <K extends ItemKind>(
  holder: ItemHolder,
  kind: K,
  names: Readonly<Record<string, unknown>>,
  holderNoun = 'order',
): ItemTypes[K] =>
  findElement(
    itemsOf(holder, kind),
    { id: names[`${kind}Id`] as string | undefined, key: names[`${kind}Key`] as string | undefined },
    kind,
    holderNoun,
  );

/** The change of the resource that replaces an item. */
export const replaceItem = <K extends ItemKind>(
  holder: ItemHolder,
  kind: K,
  old: ItemTypes[K],
  next: ItemTypes[K],
): Partial<ItemHolder> => ({ [fieldNames[kind]]: replaceElement(itemsOf(holder, kind), old, next) });

/** An action that changes members of the item that its payload names; `noun` is that of `findItem`. */
export const changeItem = <R extends ItemHolder, K extends ItemKind, P extends TProperties>(
  kind: K,
  members: P,
  changesOf: (
    item: ItemTypes[K],
    payload: Static<ReturnType<typeof Shape<P>>>,
    resource: R,
    context: Context,
  ) => Partial<ItemTypes[K]>,
  noun = 'cart',
): Action<R> =>
  action<R, TProperties>({ ...itemNames(kind), ...members }, (resource: R, payload, context) => {
    const item = findItem(resource, kind, payload, noun);
    const { set } = changeTo(item, changesOf(item, payload as never, resource, context));
    return Object.keys(set).length === 0
      ? unchanged
      : { set: replaceItem(resource, kind, item, { ...item, ...set }) as Partial<R> };
  });

/** Members of messages that name an item. */
export const itemMessageMembers = (
  kind: ItemKind,
  { id, key }: { readonly id: string; readonly key?: string },
): Record<string, string | undefined> => ({ [`${kind}Id`]: id, [`${kind}Key`]: key });

export const itemCustomFields = (kind: ItemKind): CustomFieldsLocation<ItemHolder> => ({
  resourceTypeId: resourceTypeIds[kind],
  names: itemNames(kind),
  find: (resource, names: Readonly<Record<string, string | undefined>>) => {
    const item = findItem(resource, kind, names);
    return nestedHolder<ItemHolder, typeof item>(item, next => replaceItem(resource, kind, item, next));
  },
  all: ({ lineItems, customLineItems }) =>
    (kind === 'lineItem' ? lineItems : customLineItems).map(({ custom }) => custom),
});

const fieldNames = { lineItem: 'lineItems', customLineItem: 'customLineItems' } as const;

const itemsOf = <K extends ItemKind>({ lineItems, customLineItems }: ItemHolder, kind: K): readonly ItemTypes[K][] => {
  const lists: { readonly [T in ItemKind]: readonly ItemTypes[T][] } = {
    lineItem: lineItems,
    customLineItem: customLineItems,
  };
  return lists[kind];
};

const resourceTypeIds = { lineItem: 'line-item', customLineItem: 'custom-line-item' } as const;
