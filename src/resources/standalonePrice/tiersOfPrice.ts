import { type PriceTier, PriceTierDraft } from '../../schema/price.js';
import { tiersOf } from '../shared/priceOf.js';
import type { StandalonePrice } from './members.js';

export const allTiers = (
  { value }: StandalonePrice,
  tiers: readonly (typeof PriceTierDraft)['static'][],
): PriceTier[] => tiersOf(tiers, value.currencyCode);
