import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { PriceDraft } from '../../../schema/price.js';
import { List } from '../../../schema/primitives.js';
import { stagedMember, changeWithMessage } from '../masterData.js';
import type { Product } from '../members.js';
import { withPrices } from '../prices.js';
import { findVariant, toPrices, variantPayloadMembers } from '../variants.js';

export const setPrices: Action<Product> = action(
  { ...variantPayloadMembers, prices: List(PriceDraft), ...stagedMember },
  (product: Product, { prices: drafts, staged = true, ...names }, context) => {
    const { id: variantId } = findVariant(product, names);
    const prices = toPrices(drafts, context);
    return changeWithMessage(
      withPrices(product, variantId, staged, () => prices),
      { type: 'ProductPricesSet', variantId, prices, staged },
    );
  },
);
