import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { Optional } from '../../../schema/primitives.js';
import type { Cart } from '../../shared/cartMembers.js';
import { ExternalTaxRateDraft, externalTaxRateOf } from '../externalTax.js';
import { requireShipping } from '../requireShipping.js';
import { assertTaxMode } from '../assertTaxMode.js';

export const setShippingMethodTaxRate: Action<Cart> = action(
  { externalTaxRate: Optional(ExternalTaxRateDraft) },
  (cart: Cart, { externalTaxRate }) => {
    assertTaxMode(cart, 'External');
    return { set: { shippingInfo: { ...requireShipping(cart), taxRate: externalTaxRateOf(externalTaxRate) } } };
  },
);
