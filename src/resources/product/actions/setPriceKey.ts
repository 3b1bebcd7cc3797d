import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Key, Optional } from '../../../schema/primitives.js';
import { changeWithMessage } from '../masterData.js';
import type { Product } from '../members.js';
import { findStagedPrice, pricePayloadMembers, replacePrice, withPrices } from '../prices.js';

export const setPriceKey: Action<Product> = action(
  { ...pricePayloadMembers, key: Optional(Key) },
  (product: Product, { priceId, key, staged = true }) => {
    const { variant, price } = findStagedPrice(product, priceId);
    const set = withPrices(
      product,
      variant.id,
      staged,
      replacePrice(priceId, each => ({ ...each, key })),
    );
    return changeWithMessage(set, {
      type: 'ProductPriceKeySet',
      variantId: variant.id,
      priceId,
      oldKey: price.key,
      key,
      staged,
    });
  },
);
