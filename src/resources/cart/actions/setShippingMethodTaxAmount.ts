import type { Static } from '@sinclair/typebox';
import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';
import { ExternalTaxAmountDraft, externalTaxOf } from '../externalTax.js';
import { requireShipping } from '../requireShipping.js';
import { assertTaxMode } from '../assertTaxMode.js';

export const setShippingMethodTaxAmount: Action<Cart> = action(
  { externalTaxAmount: Optional(ExternalTaxAmountDraft) },
  (cart: Cart, { externalTaxAmount }: { readonly externalTaxAmount?: Static<typeof ExternalTaxAmountDraft> }) => {
    assertTaxMode(cart, 'ExternalAmount');
    const shippingInfo = requireShipping(cart);
    return {
      set: {
        shippingInfo: {
          ...shippingInfo,
          ...externalTaxOf(shippingInfo.discountedPrice?.value ?? shippingInfo.price, externalTaxAmount),
        },
      },
    };
  },
);
