import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { DiscountedPriceDraft } from '../../../schema/price.js';
import { Optional } from '../../../schema/primitives.js';
import { discountedOf } from '../../shared/priceOf.js';
import { told } from '../masterData.js';
import type { Product } from '../members.js';
import { pickPrice, priceNames, replacing, withPrices } from '../prices.js';

export const setDiscountedPrice: Action<Product> = action(
  { ...priceNames, discounted: Optional(DiscountedPriceDraft) },
  (product: Product, { priceId, discounted: draft, staged = true }, context) => {
    const { variant, price } = pickPrice(product, priceId);
    const discounted = discountedOf(draft, price.value.currencyCode, context);
    const set = withPrices(
      product,
      variant.id,
      staged,
      replacing(priceId, each => ({ ...each, discounted })),
    );
    return told(set, {
      type: 'ProductPriceExternalDiscountSet',
      variantId: variant.id,
      variantKey: variant.key,
      sku: variant.sku,
      priceId,
      discounted,
      staged,
    });
  },
);
