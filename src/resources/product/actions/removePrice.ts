import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { changeWithMessage } from '../masterData.js';
import type { Product } from '../members.js';
import { findStagedPrice, pricePayloadMembers, withPrices } from '../prices.js';

export const removePrice: Action<Product> = action(
  pricePayloadMembers,
  (product: Product, { priceId, staged = true }) => {
    const { variant, price } = findStagedPrice(product, priceId);
    const set = withPrices(product, variant.id, staged, prices => prices.filter(({ id }) => id !== priceId));
    return changeWithMessage(set, { type: 'ProductPriceRemoved', variantId: variant.id, price, staged });
  },
);
