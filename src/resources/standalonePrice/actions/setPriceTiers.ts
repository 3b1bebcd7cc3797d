import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { PriceTierDraft } from '../../../schema/price.js';
import { List } from '../../../schema/primitives.js';
import type { StandalonePrice } from '../members.js';
import { toStoredTiers } from '../toStoredTiers.js';

export const setPriceTiers: Action<StandalonePrice> = action(
  { tiers: List(PriceTierDraft) },
  (price: StandalonePrice, { tiers: drafts }) => {
    const tiers = toStoredTiers(price, drafts);
    const previousTiers = price.tiers ?? [];
    return sameValue(previousTiers, tiers)
      ? unchanged
      : {
          set: { tiers: tiers.length === 0 ? undefined : tiers },
          messages: [{ type: 'StandalonePriceTiersSet', tiers, previousTiers }],
        };
  },
);
