/** What is shipped how: one method of the catalogue, or one that the client describes. */
import type { Static, TProperties } from '@sinclair/typebox';
import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import { fail } from '../../../errors/ApiError.js';
import { ShippingRateDraft, shippingRateOf } from '../../shippingMethod/rate.js';
import { NonEmptyText, Optional } from '../../../schema/primitives.js';
import { customFieldsOf } from '../../shared/customFields.js';
import { CustomFieldsDraft } from '../../../schema/customFields.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Cart } from '../members.js';
import { assertAddress, chosenShipping, unpricedShipping } from '../shippingMethod.js';
import { ExternalTaxAmountDraft, externalTaxOf, ExternalTaxRateDraft, externalTaxRateOf } from '../externalTax.js';
import { assertTaxMode } from './itemPrices.js';
import { ShippingRateInputDraft, shippingRateInputOf } from '../shippingRateInput.js';

const Method = Optional(ResourceIdentifier('shipping-method'));
interface Choice {
  readonly shippingMethod?: Static<typeof Method>;
  readonly externalTaxRate?: ExternalTaxRateDraft;
}

const choose = (members: TProperties): Action<Cart> =>
  action({ shippingMethod: Method, ...members }, (cart: Cart, payload, context) => {
    const { shippingMethod, externalTaxRate } = payload as Choice;
    const {
      totalPrice: { currencyCode },
      shippingAddress,
    } = cart;
    const shippingInfo = chosenShipping(shippingMethod, externalTaxRate, { currencyCode, shippingAddress }, context);
    if (shippingInfo !== undefined) return { set: { shippingInfo } };
    // Its custom fields go with it.
    return cart.shippingInfo === undefined ? unchanged : { set: { shippingInfo, shippingCustomFields: undefined } };
  });

export const setShippingMethod = choose({ externalTaxRate: Optional(ExternalTaxRateDraft) });
/** Customers do not say what is taxed how. */
export const setOwnShippingMethod = choose({});

export const setCustomShippingMethod: Action<Cart> = action(
  {
    shippingMethodName: NonEmptyText,
    shippingRate: ShippingRateDraft,
    taxCategory: Optional(ResourceIdentifier('tax-category')),
    externalTaxRate: Optional(ExternalTaxRateDraft),
    custom: Optional(CustomFieldsDraft),
  },
  (cart: Cart, { shippingMethodName, shippingRate: rate, taxCategory, externalTaxRate, custom }, context) => {
    assertAddress(cart);
    const { currencyCode } = cart.totalPrice;
    const shippingRate = shippingRateOf(rate);
    if (shippingRate.price.currencyCode !== currencyCode)
      throw fail('InvalidInput', {
        message: `The cart has the currency ${currencyCode}; the shippingRate is in ${shippingRate.price.currencyCode}.`,
      });
    const shippingInfo = {
      ...unpricedShipping(currencyCode),
      shippingMethodName,
      shippingRate,
      taxCategory: taxCategory && context.reference('tax-category', taxCategory),
      taxRate: externalTaxRateOf(externalTaxRate),
    };
    return { set: { shippingInfo, shippingCustomFields: customFieldsOf(custom, 'shipping', context) } };
  },
);

export const setShippingRateInput: Action<Cart> = action(
  { shippingRateInput: Optional(ShippingRateInputDraft) },
  (cart: Cart, { shippingRateInput: draft }) => {
    const shippingRateInput = shippingRateInputOf(draft);
    return sameValue(cart.shippingRateInput, shippingRateInput) ? unchanged : { set: { shippingRateInput } };
  },
);

const shippingOf = ({ shippingInfo }: Cart): NonNullable<Cart['shippingInfo']> => {
  if (shippingInfo === undefined)
    throw fail('InvalidOperation', { message: 'The cart has no shipping method whose tax could be set.' });
  return shippingInfo;
};

export const setShippingMethodTaxRate: Action<Cart> = action(
  { externalTaxRate: Optional(ExternalTaxRateDraft) },
  (cart: Cart, { externalTaxRate }) => {
    assertTaxMode(cart, 'External');
    return { set: { shippingInfo: { ...shippingOf(cart), taxRate: externalTaxRateOf(externalTaxRate) } } };
  },
);

export const setShippingMethodTaxAmount: Action<Cart> = action(
  { externalTaxAmount: Optional(ExternalTaxAmountDraft) },
  (cart: Cart, { externalTaxAmount }: { readonly externalTaxAmount?: Static<typeof ExternalTaxAmountDraft> }) => {
    assertTaxMode(cart, 'ExternalAmount');
    const shippingInfo = shippingOf(cart);
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
