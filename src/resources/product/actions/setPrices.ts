import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { PriceDraft } from '../../../schema/price.js';
import { List } from '../../../schema/primitives.js';
import { stagedMember, told } from '../masterData.js';
import type { Product } from '../members.js';
import { withPrices } from '../prices.js';
import { pickVariant, pricesOf, variantNames } from '../variants.js';

export const setPrices: Action<Product> = action(
  { ...variantNames, prices: List(PriceDraft), ...stagedMember },
  (product: Product, { prices: drafts, staged = true, ...names }, context) => {
    const { id: variantId } = pickVariant(product, names);
    const prices = pricesOf(drafts, context);
    return told(
      withPrices(product, variantId, staged, () => prices),
      { type: 'ProductPricesSet', variantId, prices, staged },
    );
  },
);
