import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { DiscountedPriceDraft } from '../../../schema/price.js';
import { Optional } from '../../../schema/primitives.js';
import { discountedPriceOf } from '../../shared/priceOf.js';
import { changeWithMessage } from '../masterData.js';
import type { Product } from '../members.js';
import { findStagedPrice, pricePayloadMembers, replacePrice, withPrices } from '../prices.js';

export const setDiscountedPrice: Action<Product> = action(
  { ...pricePayloadMembers, discounted: Optional(DiscountedPriceDraft) },
  (product: Product, { priceId, discounted: draft, staged = true }, context) => {
    const { variant, price } = findStagedPrice(product, priceId);
    const discounted = discountedPriceOf(draft, price.value.currencyCode, context);
    const set = withPrices(
      product,
      variant.id,
      staged,
      replacePrice(priceId, each => ({ ...each, discounted })),
    );
    return changeWithMessage(set, {
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
