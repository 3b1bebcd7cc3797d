import type { Static } from '@sinclair/typebox';
import { CountryCode, Key, List, Optional, Quantity, Shape, Text, Decimal } from '../../engine/schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../engine/schema/customFields.js';
import { TypedMoney, TypedMoneyDraft } from './money.js';
import { validity } from './validity.js';
import { LooseReference, Reference, ResourceIdentifier } from '../../engine/schema/reference.js';
import { Named } from '../../engine/schema/Named.js';

export const PriceTier = Named('PriceTier', Shape({ minimumQuantity: Quantity, value: TypedMoney }), {
  type: 'ProductPriceTier',
});
export const PriceTierDraft = Named('PriceTierDraft', Shape({ minimumQuantity: Quantity, value: TypedMoneyDraft }), {
  input: 'ProductPriceTierInput',
});
export const DiscountedPrice = Named(
  'DiscountedPrice',
  Shape({ value: TypedMoney, discount: Reference('product-discount') }),
  { type: 'DiscountedProductPriceValue' },
);
export const DiscountedPriceDraft = Named(
  'DiscountedPriceDraft',
  Shape({ value: TypedMoneyDraft, discount: ResourceIdentifier('product-discount') }),
  { input: 'DiscountedProductPriceValueInput' },
);

/** The discounted price of a line item; carts and orders do not keep the discount from being deleted. */
const ItemDiscountedPrice = Named(
  'ItemDiscountedPrice',
  Shape({ value: TypedMoney, discount: LooseReference('product-discount') }),
  { type: 'DiscountedProductPriceValue' },
);

const priceWith = (name: string, Discounted: typeof DiscountedPrice) =>
  Named(
    name,
    Shape(
      {
        id: Text,
        key: Optional(Text),
        value: TypedMoney,
        country: Optional(CountryCode),
        ...validity,
        customerGroup: Optional(Reference('customer-group')),
        channel: Optional(Reference('channel')),
        discounted: Optional(Discounted),
        tiers: Optional(List(PriceTier)),
        custom: Optional(CustomFields),
        recurrencePolicy: Optional(Reference('recurrence-policy')),
      },
      { customFieldHolders: { custom: 'product-price' } },
    ),
    { type: 'ProductPrice' },
  );

/** The price of a variant: its value, the buyers it applies to, and its validity. */
export const Price = priceWith('Price', DiscountedPrice);

export const ItemPrice = priceWith('ItemPrice', ItemDiscountedPrice as unknown as typeof DiscountedPrice);

export const PriceDraft = Named(
  'PriceDraft',
  Shape({
    key: Optional(Key),
    value: TypedMoneyDraft,
    country: Optional(CountryCode),
    ...validity,
    customerGroup: Optional(ResourceIdentifier('customer-group')),
    channel: Optional(ResourceIdentifier('channel')),
    discounted: Optional(DiscountedPriceDraft),
    tiers: Optional(List(PriceTierDraft)),
    custom: Optional(CustomFieldsDraft),
    recurrencePolicy: Optional(ResourceIdentifier('recurrence-policy')),
  }),
  { input: 'ProductPriceDataInput' },
);

export type Price = Static<typeof Price>;
export type PriceDraft = Static<typeof PriceDraft>;
export type PriceTier = Static<typeof PriceTier>;
export type DiscountedPrice = Static<typeof DiscountedPrice>;

/**
 * The members that must not be the same in two prices: currency, country, customer group, channel, recurrence policy
 * and validity (ERR040, ERR076).
 */
export interface PriceScope {
  readonly value: { readonly currencyCode: string };
  readonly country?: string;
  readonly customerGroup?: { readonly id: string };
  readonly channel?: { readonly id: string };
  readonly recurrencePolicy?: { readonly id: string };
  readonly validFrom?: string;
  readonly validUntil?: string;
}

const ImageDimensions = Named('ImageDimensions', Shape({ w: Decimal, h: Decimal }), {
  type: 'Dimensions',
  input: 'DimensionsInput',
});
export const Image = Named('Image', Shape({ url: Text, dimensions: ImageDimensions, label: Optional(Text) }));
export const Images = List(Image);
