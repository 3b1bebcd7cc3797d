import { invalidOperation, invalidInput } from '../../../base/errors/ApiError.js';
import { type ActionTable, action, change, set, unchanged, changeTo } from '../../../engine/define/actions.js';
import { DateTime, NonEmptyText, Optional, Text } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import {
  addPayment,
  removePayment,
  setAddress,
  setBusinessUnit,
  setCustomerEmail,
  setEstimatedDelivery,
  setLocale,
  shippingCustomFields,
  shippingOrBillingCustomFields,
} from '../shared/cartAndOrder/actions.js';
import { itemCustomFields } from '../shared/cartAndOrder/items.js';
import {
  addItemShippingAddress,
  itemShippingAddressCustomFields,
  removeItemShippingAddress,
  setItemShippingDetails,
  updateItemShippingAddress,
} from '../shared/cartAndOrder/itemShippingAddresses.js';
import { OrderShippingDetailsDraft } from '../shared/cartAndOrder/shippingDetails.js';
import type { Channel } from '../channel.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import type { ChannelRole } from '../shared/references.js';
import { transitionState as transitionAlong } from '../shared/workflow.js';
import {
  addDelivery,
  deliveryAddressCustomFields,
  deliveryCustomFields,
  removeDelivery,
  setDeliveryAddress,
  setDeliveryItems,
} from './deliveries.js';
import { importItemState, transitionItemState } from './itemStates.js';
import { type Order, OrderState, PaymentState, ShipmentState } from './members.js';
import { setCustomerId, setStore } from './owner.js';
import {
  addParcelToDelivery,
  parcelCustomFields,
  removeParcelFromDelivery,
  setParcelItems,
  setParcelMeasurements,
  setParcelTrackingData,
} from './parcels.js';
import {
  addReturnInfo,
  returnItemCustomFields,
  setReturnInfo,
  setReturnPaymentState,
  setReturnShipmentState,
} from './returns.js';

/** Moves an order along its workflow (OACT035, OACT036). */
export const transitionState = transitionAlong<Order>({
  type: 'OrderState',
  subject: 'An order',
  nouns: 'Orders',
  message: 'OrderStateTransition',
});

/** Sets the order number, which cannot be changed or removed afterwards (ORD006). */
const setOrderNumber = action({ orderNumber: Optional(NonEmptyText) }, (order: Order, { orderNumber }) => {
  if (orderNumber === order.orderNumber) return unchanged;
  if (order.orderNumber !== undefined)
    throw invalidOperation(`The order number is '${order.orderNumber}' and cannot be changed or removed.`);
  return { set: { orderNumber } };
});

const syncRoles: readonly ChannelRole[] = ['OrderExport', 'OrderImport'];

/** Sets the sync info of a channel: an order has one entry for each channel (OACT012 to OACT014). */
const updateSyncInfo = action(
  { channel: ResourceIdentifier('channel', { load: true }), externalId: Optional(Text), syncedAt: Optional(DateTime) },
  (order: Order, { channel, externalId, syncedAt }, context) => {
    if (!context.load<Channel>('channel', channel).roles.some(role => syncRoles.includes(role)))
      throw invalidInput(
        `The channel '${channel.id ?? channel.key}' has none of the roles ${syncRoles.join(' and ')}.`,
      );
    const entry = { channel: context.reference('channel', channel), externalId, syncedAt: syncedAt ?? context.now };
    const others = order.syncInfo.filter(each => each.channel.id !== entry.channel.id);
    return changeTo(order, { syncInfo: [...others, entry] });
  },
);

/** Actions with logic are in the files of their subjects; small ones are above. */
export const actions: ActionTable<Order> = {
  changeOrderState: change<Order>('orderState', OrderState, 'OrderStateChanged'),
  changeShipmentState: change<Order>('shipmentState', ShipmentState, 'OrderShipmentStateChanged'),
  changePaymentState: change<Order>('paymentState', PaymentState, 'OrderPaymentStateChanged'),
  transitionState,
  setOrderNumber,
  setPurchaseOrderNumber: set<Order>('purchaseOrderNumber', Text, 'OrderPurchaseOrderNumberSet'),
  setCustomerEmail,
  setCustomerId,
  setShippingAddress: setAddress('shippingAddress'),
  setBillingAddress: setAddress('billingAddress'),
  setEstimatedDelivery: setEstimatedDelivery<Order>(estimatedDelivery => ({
    type: 'OrderEstimatedDeliverySet',
    estimatedDelivery,
  })),
  setLocale,
  setStore,
  setBusinessUnit,
  updateSyncInfo,
  addPayment,
  removePayment,

  transitionLineItemState: transitionItemState('lineItem'),
  transitionCustomLineItemState: transitionItemState('customLineItem'),
  importLineItemState: importItemState('lineItem'),
  importCustomLineItemState: importItemState('customLineItem'),
  setLineItemShippingDetails: setItemShippingDetails('lineItem', OrderShippingDetailsDraft, true),
  setCustomLineItemShippingDetails: setItemShippingDetails('customLineItem', OrderShippingDetailsDraft, true),
  addItemShippingAddress,
  removeItemShippingAddress,
  updateItemShippingAddress,

  addDelivery,
  removeDelivery,
  setDeliveryAddress,
  setDeliveryItems,
  addParcelToDelivery,
  // The specification uses this name.
  addParcel: addParcelToDelivery,
  removeParcelFromDelivery,
  setParcelMeasurements,
  setParcelTrackingData,
  setParcelItems,

  addReturnInfo,
  setReturnInfo,
  setReturnShipmentState,
  setReturnPaymentState,

  ...customFieldActions('', resourceCustomFields<Order>('order', 'Order')),
  ...customFieldActions('ShippingAddress', shippingOrBillingCustomFields('shippingAddress')),
  ...customFieldActions('BillingAddress', shippingOrBillingCustomFields('billingAddress')),
  ...customFieldActions('ItemShippingAddress', itemShippingAddressCustomFields),
  ...customFieldActions('Shipping', shippingCustomFields),
  ...customFieldActions('Delivery', deliveryCustomFields),
  ...customFieldActions('DeliveryAddress', deliveryAddressCustomFields),
  ...customFieldActions('Parcel', parcelCustomFields),
  ...customFieldActions('LineItem', itemCustomFields('lineItem')),
  ...customFieldActions('CustomLineItem', itemCustomFields('customLineItem')),
  ...customFieldActions('ReturnItem', returnItemCustomFields),
};
