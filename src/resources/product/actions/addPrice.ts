import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { PriceDraft } from '../../../schema/price.js';
import { priceOf } from '../../shared/priceOf.js';
import { stagedMember, changeWithMessage } from '../masterData.js';
import type { Product } from '../members.js';
import { withPrices } from '../prices.js';
import { findVariant, variantPayloadMembers } from '../variants.js';

export const addPrice: Action<Product> = action(
  { ...variantPayloadMembers, price: PriceDraft, ...stagedMember },
  (product: Product, { price: draft, staged = true, ...names }, context) => {
    const { id: variantId } = findVariant(product, names);
    const price = priceOf(draft, context);
    return changeWithMessage(
      withPrices(product, variantId, staged, prices => [...prices, price]),
      { type: 'ProductPriceAdded', variantId, price, staged },
    );
  },
);
