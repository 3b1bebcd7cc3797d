import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { told } from '../masterData.js';
import type { Product } from '../members.js';
import { pickPrice, priceNames, withPrices } from '../prices.js';

export const removePrice: Action<Product> = action(priceNames, (product: Product, { priceId, staged = true }) => {
  const { variant, price } = pickPrice(product, priceId);
  const set = withPrices(product, variant.id, staged, prices => prices.filter(({ id }) => id !== priceId));
  return told(set, { type: 'ProductPriceRemoved', variantId: variant.id, price, staged });
});
