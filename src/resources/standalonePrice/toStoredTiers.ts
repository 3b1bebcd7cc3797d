import { type PriceTier, PriceTierDraft } from '../../schema/price.js';
import { priceTiersOf } from '../shared/priceOf.js';
import type { StandalonePrice } from './members.js';

export const toStoredTiers = (
  { value }: StandalonePrice,
  tiers: readonly (typeof PriceTierDraft)['static'][],
): PriceTier[] => priceTiersOf(tiers, value.currencyCode);
