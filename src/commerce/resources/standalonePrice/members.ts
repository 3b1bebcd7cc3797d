import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../../engine/define/Base.js';
import { CountryCode, Flag, Key, List, Optional, Shape, Sku, DateTime } from '../../../engine/schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { TypedMoney, TypedMoneyDraft } from '../../values/money.js';
import { DiscountedPrice, DiscountedPriceDraft, PriceTier, PriceTierDraft } from '../../values/price.js';
import { Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { validity } from '../../values/validity.js';
import { Named } from '../../../engine/schema/Named.js';
import { Snapshot, Unsent } from '../../../engine/define/Message.js';

const StagedPrice = Named('StagedStandalonePrice', Shape({ value: TypedMoney, discounted: Optional(DiscountedPrice) }));

const StagedPriceDraft = Named('StagedPriceDraft', Shape({ value: TypedMoneyDraft }));

export const StandalonePriceMembers = Shape({
  key: Optional(Key),
  sku: Sku,
  value: TypedMoney,
  country: Optional(CountryCode),
  customerGroup: Optional(Reference('customer-group')),
  channel: Optional(Reference('channel')),
  ...validity,
  tiers: Optional(List(PriceTier)),
  discounted: Optional(DiscountedPrice),
  custom: Optional(CustomFields),
  staged: Optional(StagedPrice),
  active: Flag,
  recurrencePolicy: Optional(Reference('recurrence-policy')),
});

export const StandalonePriceDraft = Shape({
  key: Optional(Key),
  sku: Sku,
  value: TypedMoneyDraft,
  country: Optional(CountryCode),
  customerGroup: Optional(ResourceIdentifier('customer-group')),
  channel: Optional(ResourceIdentifier('channel', { load: true })),
  ...validity,
  tiers: Optional(List(PriceTierDraft)),
  discounted: Optional(DiscountedPriceDraft),
  custom: Optional(CustomFieldsDraft),
  staged: Optional(StagedPriceDraft),
  active: Optional(Flag),
  recurrencePolicy: Optional(ResourceIdentifier('recurrence-policy')),
});

export type StandalonePrice = Base & Static<typeof StandalonePriceMembers> & Sends<'standalonePrice'>;

const time = Optional(DateTime);
const from = { validFrom: time, previousValidFrom: time };
const until = { validUntil: time, previousValidUntil: time };

export const messages = {
  StandalonePriceCreated: { standalonePrice: Snapshot<StandalonePrice>('standalone-price') },
  StandalonePriceDeleted: { sku: Sku },
  StandalonePriceActiveChanged: { active: Flag, oldActive: Flag },
  StandalonePriceExternalDiscountSet: { discounted: Optional(DiscountedPrice) },
  StandalonePriceKeySet: { key: Optional(Key), oldKey: Optional(Key) },
  StandalonePriceStagedChangesApplied: { stagedChanges: StagedPrice },
  StandalonePriceStagedChangesRemoved: { stagedChanges: StagedPrice },
  StandalonePriceTierAdded: { tier: PriceTier },
  // GraphQL's clients know the tier by another name, which no message has.
  StandalonePriceTierRemoved: { removedTier: PriceTier, tier: Unsent(PriceTier) },
  StandalonePriceTiersSet: { tiers: List(PriceTier), previousTiers: List(PriceTier) },
  StandalonePriceValidFromSet: from,
  StandalonePriceValidUntilSet: until,
  StandalonePriceValidFromAndUntilSet: { ...from, ...until },
  StandalonePriceValueChanged: { value: TypedMoney, staged: Flag, oldValue: Optional(TypedMoney) },
};

/** No action sends them: product discounts change no prices, and prices have no time of expiry. */
export const unsentMessages = {
  StandalonePriceDiscountSet: { discounted: DiscountedPrice },
  StandalonePriceExpiresAtSet: { expiresAt: DateTime },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly standalonePrice: typeof messages;
  }
}
