import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { fail } from '../../../errors/ApiError.js';
import { Quantity } from '../../../schema/primitives.js';
import type { StandalonePrice } from '../members.js';

export const removePriceTier: Action<StandalonePrice> = action(
  { minimumQuantity: Quantity },
  ({ tiers = [] }: StandalonePrice, { minimumQuantity }) => {
    const removedTier = tiers.find(each => each.minimumQuantity === minimumQuantity);
    if (removedTier === undefined)
      throw fail('InvalidOperation', {
        message: `The price has no tier that begins at ${minimumQuantity}; known: ${tiers.map(each => each.minimumQuantity).join(', ') || 'none'}.`,
      });
    const others = tiers.filter(each => each !== removedTier);
    return {
      set: { tiers: others.length === 0 ? undefined : others },
      messages: [{ type: 'StandalonePriceTierRemoved', removedTier }],
    };
  },
);
