import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { PriceDraft } from '../../../schema/price.js';
import { priceOf } from '../../shared/priceOf.js';
import { changeWithMessage } from '../masterData.js';
import type { Product } from '../members.js';
import { findCurrentPrice, findStagedPrice, pricePayloadMembers, replacePrice, withPrices } from '../prices.js';

export const changePrice: Action<Product> = action(
  { ...pricePayloadMembers, price: PriceDraft },
  (product: Product, { priceId, price: draft, staged = true }, context) => {
    const { variant, price: oldStagedPrice } = findStagedPrice(product, priceId);
    const newPrice = { ...priceOf(draft, context), id: priceId };
    const oldPrice = findCurrentPrice(product, priceId) ?? oldStagedPrice;
    return changeWithMessage(
      withPrices(
        product,
        variant.id,
        staged,
        replacePrice(priceId, () => newPrice),
      ),
      { type: 'ProductPriceChanged', variantId: variant.id, oldPrice, newPrice, staged, oldStagedPrice },
    );
  },
);
