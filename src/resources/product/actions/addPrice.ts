import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { PriceDraft } from '../../../schema/price.js';
import { priceOf } from '../../shared/priceOf.js';
import { stagedMember, told } from '../masterData.js';
import type { Product } from '../members.js';
import { withPrices } from '../prices.js';
import { pickVariant, variantNames } from '../variants.js';

export const addPrice: Action<Product> = action(
  { ...variantNames, price: PriceDraft, ...stagedMember },
  (product: Product, { price: draft, staged = true, ...names }, context) => {
    const { id: variantId } = pickVariant(product, names);
    const price = priceOf(draft, context);
    return told(
      withPrices(product, variantId, staged, prices => [...prices, price]),
      { type: 'ProductPriceAdded', variantId, price, staged },
    );
  },
);
