/** The shipping method of a cart, by reference or with a rate of its own. */
import type { Action } from '../../../engine/define/actions.js';
import type { Static, TProperties } from '@sinclair/typebox';
import { fail, invalidOperation, invalidInput, invalidField, requiredField } from '../../../base/errors/ApiError.js';
import { action, unchanged, setFrom } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { NonEmptyText, Optional } from '../../../engine/schema/primitives.js';
import { type Identifier, ResourceIdentifier } from '../../../engine/schema/reference.js';
import type { Address } from '../../values/address.js';
import { zero } from '../../values/money.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import {
  EstimatedDelivery,
  estimatedDeliveryOf,
  type ShippingInfo,
  ShippingRateInput,
  ShippingRateInputDraft,
} from '../shared/cartAndOrder/shipping.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertClassifications, ShippingRateDraft, toShippingRate } from '../shippingMethod/shippingRate.js';
import { ExternalTaxRateDraft, externalTaxRateOf } from './externalTax.js';

/** The rate of the method replaces these members before the commit. */
export const placeholderShipping = (
  currencyCode: string,
): Pick<ShippingInfo, 'shippingMethodName' | 'price' | 'shippingRate' | 'deliveries' | 'shippingMethodState'> => ({
  shippingMethodName: '',
  price: zero(currencyCode),
  shippingRate: { price: zero(currencyCode), tiers: [] },
  deliveries: [],
  shippingMethodState: 'MatchesCart',
});

/** Removes the delivery estimate: it holds only for the address that it was made for. */
export const withoutEstimate = ({ shippingInfo }: Pick<Cart, 'shippingInfo'>): Partial<Cart> =>
  shippingInfo?.estimatedDelivery === undefined
    ? {}
    : { shippingInfo: { ...shippingInfo, estimatedDelivery: undefined } };

interface TargetCart {
  readonly currencyCode: string;
  readonly shippingAddress?: Address;
}

/** Returns the shipping info with the method that a draft or an action selects. */
export const selectShipping = (
  method: Identifier | undefined,
  taxRate: ExternalTaxRateDraft | undefined,
  { currencyCode, shippingAddress }: TargetCart,
  context: Context,
): ShippingInfo | undefined => {
  if (method === undefined) return undefined;
  assertShippingAddress({ shippingAddress });
  return {
    ...placeholderShipping(currencyCode),
    shippingMethod: context.reference('shipping-method', method),
    taxRate: externalTaxRateOf(taxRate),
  };
};

type RateInputDraft = Static<typeof ShippingRateInputDraft>;

/** Returns the label of an input. Refuses a type that the project's tiers do not have and unknown classifications. */
const labelOf = (
  { type, key }: RateInputDraft,
  { project: { shippingRateInputType } }: Context,
): ShippingRateInput['label'] => {
  if (shippingRateInputType === undefined) return {};
  if (shippingRateInputType.type !== `Cart${type}`)
    throw invalidOperation(
      `The project has the shippingRateInputType ${shippingRateInputType.type}: ` +
        `a cart cannot have a shippingRateInput of the type ${type}.`,
    );
  const { values = [] } = shippingRateInputType;
  const found = values.find(each => each.key === key);
  if (type === 'Classification' && found === undefined)
    throw fail('InvalidField', {
      field: 'shippingRateInput.key',
      invalidValue: key,
      expected: 'Expected the key of a classification.',
      allowedValues: values.map(each => each.key),
    });
  return found?.label;
};

/** Returns the stored form of a rate input. Refuses an input whose members do not fit its type. */
export const shippingRateInputOf = (
  draft: RateInputDraft | undefined,
  context: Context,
): ShippingRateInput | undefined => {
  if (draft === undefined) return undefined;
  const { type, key, score } = draft;
  const [foreign, invalidValue] = type === 'Classification' ? ['score', score] : ['key', key];
  if (invalidValue !== undefined)
    throw invalidField(`shippingRateInput.${foreign}`, invalidValue, `Expected none in an input of type ${type}.`);
  if (type === 'Classification') {
    if (key === undefined) throw requiredField('shippingRateInput.key', 'the key of a classification');
    return { type, key, label: labelOf(draft, context) };
  }
  if (score === undefined) throw requiredField('shippingRateInput.score', 'an integer from 0');
  labelOf(draft, context);
  return { type, score };
};

const assertShippingAddress = ({ shippingAddress }: Pick<TargetCart, 'shippingAddress'>): void => {
  if (shippingAddress === undefined)
    throw invalidOperation(
      'The cart has no shippingAddress; it decides what shipping costs, and must be set before a shipping method.',
    );
};

const Method = Optional(ResourceIdentifier('shipping-method'));

interface Choice {
  readonly shippingMethod?: Static<typeof Method>;
  readonly externalTaxRate?: ExternalTaxRateDraft;
  readonly estimatedDelivery?: EstimatedDelivery;
}

const setShippingMethodWith = (members: TProperties) =>
  action({ shippingMethod: Method, ...members }, (cart: Cart, payload, context) => {
    const { shippingMethod, externalTaxRate, estimatedDelivery } = payload as Choice;
    const {
      totalPrice: { currencyCode },
      shippingAddress,
    } = cart;
    const shippingInfo = selectShipping(shippingMethod, externalTaxRate, { currencyCode, shippingAddress }, context);
    if (shippingInfo !== undefined)
      return { set: { shippingInfo: { ...shippingInfo, estimatedDelivery: estimatedDeliveryOf(estimatedDelivery) } } };
    // The custom fields of shipping are removed with the method.
    return cart.shippingInfo === undefined ? unchanged : { set: { shippingInfo, shippingCustomFields: undefined } };
  });

export const setShippingMethod = setShippingMethodWith({
  externalTaxRate: Optional(ExternalTaxRateDraft),
  estimatedDelivery: Optional(EstimatedDelivery),
});

/** Customers cannot set tax rates and estimates. */
export const setMyShippingMethod = setShippingMethodWith({});

/** Sets a shipping method with a name and a rate of its own. */
export const setCustomShippingMethod = action(
  {
    shippingMethodName: NonEmptyText,
    shippingRate: ShippingRateDraft,
    taxCategory: Optional(ResourceIdentifier('tax-category')),
    externalTaxRate: Optional(ExternalTaxRateDraft),
    custom: Optional(CustomFieldsDraft),
    estimatedDelivery: Optional(EstimatedDelivery),
  },
  (
    cart: Cart,
    { shippingMethodName, shippingRate: rate, taxCategory, externalTaxRate, custom, estimatedDelivery },
    context,
  ) => {
    assertShippingAddress(cart);
    const { currencyCode } = cart.totalPrice;
    assertClassifications(rate, context);
    const shippingRate = toShippingRate(rate);
    if (shippingRate.price.currencyCode !== currencyCode)
      throw invalidInput(
        `The cart has the currency ${currencyCode}; the shippingRate is in ${shippingRate.price.currencyCode}.`,
      );
    const shippingInfo = {
      ...placeholderShipping(currencyCode),
      shippingMethodName,
      shippingRate,
      taxCategory: taxCategory && context.reference('tax-category', taxCategory),
      taxRate: externalTaxRateOf(externalTaxRate),
      estimatedDelivery: estimatedDeliveryOf(estimatedDelivery),
    };
    return { set: { shippingInfo, shippingCustomFields: customFieldsOf(custom, 'shipping', context) } };
  },
);

export const setShippingRateInput: Action<Cart> = setFrom(
  'shippingRateInput',
  Optional(ShippingRateInputDraft),
  shippingRateInputOf,
);
