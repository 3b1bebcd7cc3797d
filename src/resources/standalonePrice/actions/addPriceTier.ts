import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { PriceTierDraft } from '../../../schema/price.js';
import type { StandalonePrice } from '../members.js';
import { toStoredTiers } from '../toStoredTiers.js';

export const addPriceTier: Action<StandalonePrice> = action(
  { tier: PriceTierDraft },
  (price: StandalonePrice, { tier: draft }) => {
    const tiers = toStoredTiers(price, [...(price.tiers ?? []), draft]);
    return { set: { tiers }, messages: [{ type: 'StandalonePriceTierAdded', tier: tiers.at(-1) }] };
  },
);
