import type { Static } from '@sinclair/typebox';
import { CountryCode, Key, List, Optional, Quantity, Shape, Text } from './primitives.js';
import { CustomFields, CustomFieldsDraft } from './customFields.js';
import { Money, MoneyDraft, TypedMoney, TypedMoneyDraft } from './money.js';
import { validity } from './validity.js';
import { Reference, ResourceIdentifier } from './reference.js';

export const PriceTier = Shape({ minimumQuantity: Quantity, value: TypedMoney });
export const PriceTierDraft = Shape({ minimumQuantity: Quantity, value: TypedMoneyDraft });
export const DiscountedPrice = Shape({ value: Money, discount: Reference('product-discount') });
export const DiscountedPriceDraft = Shape({ value: MoneyDraft, discount: ResourceIdentifier('product-discount') });

/** The price of a variant: its value, the buyers it applies to, and its validity. */
export const Price = Shape(
  {
    id: Text,
    key: Optional(Text),
    value: TypedMoney,
    country: Optional(CountryCode),
    ...validity,
    customerGroup: Optional(Reference('customer-group')),
    channel: Optional(Reference('channel')),
    discounted: Optional(DiscountedPrice),
    tiers: Optional(List(PriceTier)),
    custom: Optional(CustomFields),
  },
  { queryableMembers: ['recurrencePolicy'], customFieldHolders: { custom: 'product-price' } },
);

export const PriceDraft = Shape({
  key: Optional(Key),
  value: TypedMoneyDraft,
  country: Optional(CountryCode),
  ...validity,
  customerGroup: Optional(ResourceIdentifier('customer-group')),
  channel: Optional(ResourceIdentifier('channel')),
  discounted: Optional(DiscountedPriceDraft),
  tiers: Optional(List(PriceTierDraft)),
  custom: Optional(CustomFieldsDraft),
});

export type Price = Static<typeof Price>;
export type PriceDraft = Static<typeof PriceDraft>;
export type PriceTier = Static<typeof PriceTier>;
export type DiscountedPrice = Static<typeof DiscountedPrice>;

/**
 * The members that must not be the same in two prices: currency, country, customer group, channel and validity (ERR040,
 * ERR076).
 */
export interface PriceScope {
  readonly value: { readonly currencyCode: string };
  readonly country?: string;
  readonly customerGroup?: { readonly id: string };
  readonly channel?: { readonly id: string };
  readonly validFrom?: string;
  readonly validUntil?: string;
}
