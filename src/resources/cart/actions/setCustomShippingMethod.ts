import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { fail } from '../../../errors/ApiError.js';
import { ShippingRateDraft, toShippingRate } from '../../shippingMethod/shippingRate.js';
import { NonEmptyText, Optional } from '../../../schema/primitives.js';
import { customFieldsOf } from '../../shared/customFields.js';
import { CustomFieldsDraft } from '../../../schema/customFields.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Cart } from '../../shared/cartMembers.js';
import { assertShippingAddress, placeholderShipping } from '../selectShipping.js';
import { ExternalTaxRateDraft, externalTaxRateOf } from '../externalTax.js';

export const setCustomShippingMethod: Action<Cart> = action(
  {
    shippingMethodName: NonEmptyText,
    shippingRate: ShippingRateDraft,
    taxCategory: Optional(ResourceIdentifier('tax-category')),
    externalTaxRate: Optional(ExternalTaxRateDraft),
    custom: Optional(CustomFieldsDraft),
  },
  (cart: Cart, { shippingMethodName, shippingRate: rate, taxCategory, externalTaxRate, custom }, context) => {
    assertShippingAddress(cart);
    const { currencyCode } = cart.totalPrice;
    const shippingRate = toShippingRate(rate);
    if (shippingRate.price.currencyCode !== currencyCode)
      throw fail('InvalidInput', {
        message: `The cart has the currency ${currencyCode}; the shippingRate is in ${shippingRate.price.currencyCode}.`,
      });
    const shippingInfo = {
      ...placeholderShipping(currencyCode),
      shippingMethodName,
      shippingRate,
      taxCategory: taxCategory && context.reference('tax-category', taxCategory),
      taxRate: externalTaxRateOf(externalTaxRate),
    };
    return { set: { shippingInfo, shippingCustomFields: customFieldsOf(custom, 'shipping', context) } };
  },
);
