import type { Static } from '@sinclair/typebox';
import {
  DateTime,
  Integer,
  List,
  LocalizedString,
  OneOf,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../schema/primitives.js';
import { CustomFields } from '../../schema/customFields.js';
import { Images } from '../../schema/Image.js';
import { Money } from '../../schema/money.js';
import { Price } from '../../schema/price.js';
import { LooseReference, Reference } from '../../schema/reference.js';
import { TaxedPrice, TaxRate } from '../../schema/tax.js';
import { DiscountedPricePerQuantity } from '../../schema/discount.js';
import { Type } from '../../schema/Type.js';
import { ItemStates } from './itemState.js';
import { ShippingDetails } from './shippingDetails.js';
import { InventoryMode } from './basketEnums.js';

export const Attributes = List(Shape({ name: Text, value: Type.Any() }));

/** Shares of several shipping methods; always empty. */
const Shares = List(Type.Any());

/** Members of variants that this server never sets. */
export const unsetVariantMembers = [
  'price',
  'availability',
  'isMatchingVariant',
  'scopedPrice',
  'scopedPriceDiscounted',
  'recurrencePrices',
];

export const LineItem = Shape(
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
  },
  { queryableMembers: ['reservation', 'recurrenceInfo'], customFieldHolders: { custom: 'line-item' } },
);

export type LineItem = Static<typeof LineItem>;
