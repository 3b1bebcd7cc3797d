import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { PriceDraft } from '../../../schema/price.js';
import { priceOf } from '../../shared/priceOf.js';
import { told } from '../masterData.js';
import type { Product } from '../members.js';
import { currentPrice, pickPrice, priceNames, replacing, withPrices } from '../prices.js';

export const changePrice: Action<Product> = action(
  { ...priceNames, price: PriceDraft },
  (product: Product, { priceId, price: draft, staged = true }, context) => {
    const { variant, price: oldStagedPrice } = pickPrice(product, priceId);
    const newPrice = { ...priceOf(draft, context), id: priceId };
    const oldPrice = currentPrice(product, priceId) ?? oldStagedPrice;
    return told(
      withPrices(
        product,
        variant.id,
        staged,
        replacing(priceId, () => newPrice),
      ),
      { type: 'ProductPriceChanged', variantId: variant.id, oldPrice, newPrice, staged, oldStagedPrice },
    );
  },
);
