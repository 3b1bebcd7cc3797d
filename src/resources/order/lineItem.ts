import { Type, type Static } from '@sinclair/typebox';
import type { Context } from '../../engine/context.js';
import { channelWithRole } from '../shared/channelWithRole.js';
import {
  DateTime,
  Integer,
  List,
  LocalizedString,
  NonEmptyText,
  OneOf,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFields } from '../../schema/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { Images } from '../../schema/image.js';
import { linePrice } from '../../money/linePrice.js';
import { Money } from '../../schema/money.js';
import { Price, PriceDraft } from '../../schema/price.js';
import { priceOf } from '../shared/priceOf.js';
import { LooseReference, Reference, ResourceIdentifier } from '../../schema/reference.js';
import { TaxedPrice, TaxRate } from '../../schema/tax.js';
import { DiscountedPricePerQuantity } from './discountedPrice.js';
import { InventoryMode } from './enums.js';
import { ItemStateDrafts, ItemStates, itemStatesOf } from './itemState.js';
import { ShippingDetails, ShippingDetailsDraft, shippingDetailsOf } from './shippingDetails.js';

const Attributes = List(Shape({ name: Text, value: Type.Any() }));

/** Parts of items for carts of several shipping methods. */
const Shares = List(Type.Any());

export const LineItem = Shape({
  id: Text,
  key: Optional(Text),
  productId: Optional(Text),
  productKey: Optional(Text),
  name: LocalizedString,
  productSlug: Optional(LocalizedString),
  productType: Optional(LooseReference('product-type')),
  // What assets and attributes refer to is the product's affair: as copies they hold nothing back.
  variant: Shape({
    id: Integer,
    sku: Optional(Text),
    key: Optional(Text),
    prices: Optional(List(Price)),
    attributes: Optional(Attributes),
    images: Optional(Images),
    assets: Optional(List(Type.Any())),
  }),
  price: Price,
  quantity: Quantity,
  totalPrice: Money,
  discountedPricePerQuantity: DiscountedPricePerQuantity,
  taxedPrice: Optional(TaxedPrice),
  taxedPricePortions: Shares,
  state: ItemStates,
  taxRate: Optional(TaxRate),
  perMethodTaxRate: Shares,
  supplyChannel: Optional(Reference('channel')),
  distributionChannel: Optional(Reference('channel')),
  priceMode: OneOf(['Platform', 'ExternalPrice', 'ExternalTotal']),
  lineItemMode: OneOf(['Standard', 'GiftLineItem']),
  inventoryMode: Optional(InventoryMode),
  shippingDetails: Optional(ShippingDetails),
  custom: Optional(CustomFields),
  addedAt: Optional(DateTime),
  lastModifiedAt: Optional(DateTime),
});
export type LineItem = Static<typeof LineItem>;

/** LineItemImportDraft */
export const LineItemDraft = Shape({
  name: LocalizedString,
  key: Optional(Text),
  variant: Shape({
    id: Optional(Integer),
    sku: Optional(Text),
    prices: Optional(List(PriceDraft)),
    attributes: Optional(Attributes),
    images: Optional(Images),
  }),
  productId: Optional(NonEmptyText),
  quantity: Quantity,
  price: PriceDraft,
  taxRate: Optional(TaxRate),
  distributionChannel: Optional(ResourceIdentifier('channel', { load: true })),
  supplyChannel: Optional(ResourceIdentifier('channel', { load: true })),
  inventoryMode: Optional(InventoryMode),
  shippingDetails: Optional(ShippingDetailsDraft),
  state: Optional(ItemStateDrafts),
  custom: Optional(CustomFieldsDraft),
});

const variantOf = ({ id = 1, prices, ...plain }: Static<typeof LineItemDraft>['variant'], context: Context) => ({
  id,
  ...plain,
  prices: prices?.map(price => priceOf(price, context)),
});

/** A line item as an import brings it: nothing is looked up in a catalogue, the price is the given one. */
export const lineItemOf = (
  draft: Static<typeof LineItemDraft>,
  addressKeys: ReadonlySet<string>,
  context: Context,
): Static<typeof LineItem> => {
  const { key, productId, name, quantity, taxRate, inventoryMode, supplyChannel, distributionChannel } = draft;
  const price = priceOf(draft.price, context);
  return {
    id: context.newId(),
    key,
    productId,
    name,
    variant: variantOf(draft.variant, context),
    price,
    quantity,
    totalPrice: linePrice(price.value, quantity, 'HalfEven'),
    discountedPricePerQuantity: [],
    taxedPricePortions: [],
    state: itemStatesOf(draft.state?.length === 0 ? undefined : draft.state, quantity, context),
    taxRate,
    perMethodTaxRate: [],
    supplyChannel: supplyChannel && channelWithRole(supplyChannel, 'InventorySupply', context),
    distributionChannel: distributionChannel && channelWithRole(distributionChannel, 'ProductDistribution', context),
    priceMode: 'Platform',
    lineItemMode: 'Standard',
    inventoryMode,
    shippingDetails: shippingDetailsOf(draft.shippingDetails, quantity, addressKeys),
    custom: customFieldsOf(draft.custom, 'line-item', context),
  };
};
