import type { Static, TProperties } from '@sinclair/typebox';
import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { unchanged } from '../../../engine/define/Change.js';
import { Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Cart } from '../../shared/cartMembers.js';
import { selectShipping } from '../selectShipping.js';
import { ExternalTaxRateDraft } from '../externalTax.js';

const Method = Optional(ResourceIdentifier('shipping-method'));

interface Choice {
  readonly shippingMethod?: Static<typeof Method>;
  readonly externalTaxRate?: ExternalTaxRateDraft;
}

const setShippingMethodWith = (members: TProperties): Action<Cart> =>
  action({ shippingMethod: Method, ...members }, (cart: Cart, payload, context) => {
    const { shippingMethod, externalTaxRate } = payload as Choice;
    const {
      totalPrice: { currencyCode },
      shippingAddress,
    } = cart;
    const shippingInfo = selectShipping(shippingMethod, externalTaxRate, { currencyCode, shippingAddress }, context);
    if (shippingInfo !== undefined) return { set: { shippingInfo } };
    // The custom fields of shipping are removed with the method.
    return cart.shippingInfo === undefined ? unchanged : { set: { shippingInfo, shippingCustomFields: undefined } };
  });

export const setShippingMethod = setShippingMethodWith({ externalTaxRate: Optional(ExternalTaxRateDraft) });

/** Customers cannot set tax rates. */
export const setMyShippingMethod = setShippingMethodWith({});
