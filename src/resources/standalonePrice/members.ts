import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { CountryCode, Flag, Key, List, Optional, Shape, Sku } from '../../schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { Money, MoneyDraft } from '../../schema/money.js';
import { DiscountedPrice, DiscountedPriceDraft, PriceTier, PriceTierDraft } from '../../schema/price.js';
import { Reference, ResourceIdentifier } from '../../schema/reference.js';
import { validity } from '../../schema/validity.js';

export const StandalonePriceMembers = Shape(
  {
    key: Optional(Key),
    sku: Sku,
    value: Money,
    country: Optional(CountryCode),
    customerGroup: Optional(Reference('customer-group')),
    channel: Optional(Reference('channel')),
    ...validity,
    tiers: Optional(List(PriceTier)),
    discounted: Optional(DiscountedPrice),
    custom: Optional(CustomFields),
    staged: Optional(Shape({ value: Money, discounted: Optional(DiscountedPrice) })),
    active: Flag,
  },
  { queryableMembers: ['recurrencePolicy'] },
);

export const StandalonePriceDraft = Shape({
  key: Optional(Key),
  sku: Sku,
  value: MoneyDraft,
  country: Optional(CountryCode),
  customerGroup: Optional(ResourceIdentifier('customer-group')),
  channel: Optional(ResourceIdentifier('channel', { load: true })),
  ...validity,
  tiers: Optional(List(PriceTierDraft)),
  discounted: Optional(DiscountedPriceDraft),
  custom: Optional(CustomFieldsDraft),
  staged: Optional(Shape({ value: MoneyDraft })),
  active: Optional(Flag),
});

export type StandalonePrice = Base & Static<typeof StandalonePriceMembers>;
