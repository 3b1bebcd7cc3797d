import { Snapshot, Unsent } from '../../../engine/define/Message.js';
import { DateTime, Flag, Key, List, Optional, Sku } from '../../../engine/schema/primitives.js';
import { TypedMoney } from '../../values/money.js';
import { DiscountedPrice, PriceTier } from '../../values/price.js';
import { StagedPrice, type StandalonePrice } from './members.js';

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
