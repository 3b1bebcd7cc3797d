import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Key, Optional } from '../../../schema/primitives.js';
import { told } from '../masterData.js';
import type { Product } from '../members.js';
import { pickPrice, priceNames, replacing, withPrices } from '../prices.js';

export const setPriceKey: Action<Product> = action(
  { ...priceNames, key: Optional(Key) },
  (product: Product, { priceId, key, staged = true }) => {
    const { variant, price } = pickPrice(product, priceId);
    const set = withPrices(
      product,
      variant.id,
      staged,
      replacing(priceId, each => ({ ...each, key })),
    );
    return told(set, { type: 'ProductPriceKeySet', variantId: variant.id, priceId, oldKey: price.key, key, staged });
  },
);
