import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { DiscountedPriceDraft } from '../../../schema/price.js';
import { Optional } from '../../../schema/primitives.js';
import { discountedPriceOf } from '../../shared/priceOf.js';
import type { StandalonePrice } from '../members.js';

export const setDiscountedPrice: Action<StandalonePrice> = action(
  { discounted: Optional(DiscountedPriceDraft) },
  (price: StandalonePrice, { discounted: draft }, context) => {
    const discounted = discountedPriceOf(draft, price.value.currencyCode, context);
    return sameValue(price.discounted, discounted)
      ? unchanged
      : { set: { discounted }, messages: [{ type: 'StandalonePriceExternalDiscountSet', discounted }] };
  },
);
