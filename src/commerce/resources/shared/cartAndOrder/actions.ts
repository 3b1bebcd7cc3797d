/** The actions that carts and orders have in common: addresses, buyer, language and payments. */
import { fail, invalidOperation } from '../../../../base/errors/ApiError.js';
import {
  type Action,
  action,
  type Change,
  type MessageOf,
  unchanged,
  setFrom,
  changeTo,
} from '../../../../engine/define/actions.js';
import type { Context } from '../../../../engine/define/Context.js';
import type { Sends } from '../../../../engine/define/Base.js';
import { sameValue } from '../../../../engine/document/sameValue.js';
import { Locale, NonEmptyText, Optional, Text } from '../../../../engine/schema/primitives.js';
import { type ReferenceValue, ResourceIdentifier } from '../../../../engine/schema/reference.js';
import { AddressDraft } from '../../../values/address.js';
import { addressOf } from '../addresses.js';
import { type CustomFieldsLocation, nestedHolder } from '../customFieldActions.js';
import type { CartOrOrder } from './members.js';
import { EstimatedDelivery, estimatedDeliveryOf } from './shipping.js';

/** A cart or an order: the messages are those about orders, and carts leave them out (`withoutMessages`). */
export type WithOrderMessages = CartOrOrder & Sends<'order'>;

const addressMessages = {
  shippingAddress: 'OrderShippingAddressSet',
  billingAddress: 'OrderBillingAddressSet',
} as const;

/**
 * Sets or removes the shipping address or the billing address. Taxes of an order do not change. `others` are further
 * members that change with the address.
 */
export const setAddress = (
  field: keyof typeof addressMessages,
  others: (resource: CartOrOrder) => Partial<CartOrOrder> = () => ({}),
) =>
  action({ address: Optional(AddressDraft) }, (resource: WithOrderMessages, { address: draft }, context) => {
    const address = addressOf(draft, context);
    if (sameValue(resource[field], address)) return unchanged;
    return {
      set: { ...others(resource), [field]: address },
      messages: [{ type: addressMessages[field], address, oldAddress: resource[field] }],
    };
  });

export const shippingOrBillingCustomFields = (
  field: keyof typeof addressMessages,
): CustomFieldsLocation<CartOrOrder> => ({
  resourceTypeId: 'address',
  find: resource => {
    const address = resource[field];
    if (address === undefined) throw invalidOperation(`There is no ${field}.`);
    return nestedHolder<CartOrOrder, typeof address>(address, next => ({ [field]: next }));
  },
  all: resource => [resource[field]?.custom],
});

/** The custom fields of the shipping method. */
export const shippingCustomFields: CustomFieldsLocation<CartOrOrder> = {
  resourceTypeId: 'shipping',
  find: ({ shippingInfo, shippingCustomFields: custom }) => {
    if (shippingInfo === undefined) throw invalidOperation('There is no shipping method to have custom fields.');
    return { custom, with: next => ({ shippingCustomFields: next }) };
  },
  all: ({ shippingCustomFields: custom }) => [custom],
};

/** Sets or removes the time when the shipment is expected. */
export const setEstimatedDelivery = <R extends CartOrOrder>(
  messageOf: (estimatedDelivery?: EstimatedDelivery) => MessageOf<R>,
): Action<R> =>
  action(
    { shippingKey: Optional(Text), estimatedDelivery: Optional(EstimatedDelivery) },
    ({ shippingInfo }: R, { shippingKey, estimatedDelivery: given }) => {
      if (shippingKey !== undefined)
        throw invalidOperation(
          'Only the shippingMode Multiple has shippingKeys; the shippingMode is Single, and the shippingKey ' +
            `'${shippingKey}'.`,
        );
      if (shippingInfo === undefined)
        throw invalidOperation('There is no shipping method to have an estimatedDelivery.');
      const estimatedDelivery = estimatedDeliveryOf(given);
      if (sameValue(shippingInfo.estimatedDelivery, estimatedDelivery)) return unchanged;
      return {
        set: { shippingInfo: { ...shippingInfo, estimatedDelivery } } as Partial<R>,
        messages: [messageOf(estimatedDelivery)],
      };
    },
  );

/** Sets or removes the business unit (ORD009). The member `oldbusinessUnit` of the message is spelled as in the SDK. */
export const setBusinessUnit: Action<WithOrderMessages> = setFrom(
  'businessUnit',
  Optional(ResourceIdentifier('business-unit', { load: true })),
  (unit, context) => unit && context.keyReference('business-unit', unit),
  (resource, businessUnit) => ({
    type: 'OrderBusinessUnitSet',
    businessUnit,
    oldbusinessUnit: resource.businessUnit,
  }),
);

export const setCustomerEmail = action({ email: Optional(NonEmptyText) }, (resource: WithOrderMessages, { email }) =>
  changeTo(
    resource,
    { customerEmail: email },
    { type: 'OrderCustomerEmailSet', email, oldEmail: resource.customerEmail },
  ),
);

export const setLocale = action({ locale: Optional(Locale) }, (resource: CartOrOrder, { locale }, { project }) => {
  if (locale === resource.locale) return unchanged;
  assertLocale(locale, project);
  return { set: { locale } };
});

/** Refuses a locale that is not a language of the project. */
export const assertLocale = (locale: string | undefined, { languages }: Context['project']): void => {
  if (locale !== undefined && !languages.includes(locale))
    throw fail('ProjectNotConfiguredForLanguages', { languages: [locale] });
};

/** The change that adds a payment, with its message. */
export const withPayment = (
  { paymentInfo }: Pick<CartOrOrder, 'paymentInfo'>,
  paymentRef: ReferenceValue<'payment'>,
): Change<WithOrderMessages> => {
  const payments = paymentInfo?.payments ?? [];
  if (payments.some(({ id }) => id === paymentRef.id)) return unchanged;
  return {
    set: { paymentInfo: { payments: [...payments, paymentRef] } },
    messages: [{ type: 'OrderPaymentAdded', paymentRef }],
  };
};

/**
 * Adds a payment (OACT083). The commit refuses a payment of another cart or order: the reference is exclusive
 * (OACT084).
 */
export const addPayment = action(
  { payment: ResourceIdentifier('payment') },
  (resource: WithOrderMessages, { payment }, context) => withPayment(resource, context.reference('payment', payment)),
);

/** Removes a payment; the message tells whether it was the last one (OACT085). */
export const removePayment = action(
  { payment: ResourceIdentifier('payment') },
  (resource: WithOrderMessages, { payment }, context) => {
    const paymentRef = context.reference('payment', payment);
    const payments = resource.paymentInfo?.payments ?? [];
    const left = payments.filter(({ id }) => id !== paymentRef.id);
    if (left.length === payments.length)
      throw invalidOperation(`The payment '${paymentRef.id}' is not in the paymentInfo.`);
    const removedPaymentInfo = left.length === 0;
    return {
      set: { paymentInfo: removedPaymentInfo ? undefined : { payments: left } },
      messages: [{ type: 'OrderPaymentRemoved', paymentRef, removedPaymentInfo }],
    };
  },
);
