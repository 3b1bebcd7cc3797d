import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { channelWithRole } from '../shared/channelWithRole.js';
import {
  Integer,
  List,
  LocalizedString,
  NonEmptyText,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { Images } from '../../schema/Image.js';
import { PriceDraft } from '../../schema/price.js';
import { priceOf } from '../shared/priceOf.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { TaxRate } from '../../schema/tax.js';
import { ItemStateDrafts, itemStatesOf } from '../shared/itemState.js';
import { ShippingDetailsDraft, shippingDetailsOf } from '../shared/shippingDetails.js';
import { linePrice } from '../../pricing/money.js';
import { Attributes, LineItem } from '../shared/lineItem.js';
import { InventoryMode } from '../shared/basketEnums.js';

export const LineItemImportDraft = Shape({
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

const variantOf = (
  { id = 1, sku, prices, attributes, images }: Static<typeof LineItemImportDraft>['variant'],
  context: Context,
) => ({ id, sku, attributes, images, prices: prices?.map(price => priceOf(price, context)) });

/** The stored form of an imported line item. Its price is the given price; no product is read. */
export const importLineItem = (
  draft: Static<typeof LineItemImportDraft>,
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
