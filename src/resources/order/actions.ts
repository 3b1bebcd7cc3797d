import { change } from '../../engine/define/actions.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { addDelivery } from './actions/addDelivery.js';
import { addParcelToDelivery } from './actions/addParcelToDelivery.js';
import { addReturnInfo } from './actions/addReturnInfo.js';
import { importItemState } from './actions/importItemState.js';
import {
  addItemShippingAddress,
  removeItemShippingAddress,
  updateItemShippingAddress,
} from './actions/itemShippingAddresses.js';
import { addPayment, removePayment } from './actions/payments.js';
import { removeDelivery } from './actions/removeDelivery.js';
import { removeParcelFromDelivery } from './actions/removeParcelFromDelivery.js';
import { setAddress } from './actions/setAddress.js';
import { setBusinessUnit } from './actions/setBusinessUnit.js';
import { setCustomerEmail } from './actions/setCustomerEmail.js';
import { setCustomerId } from './actions/setCustomerId.js';
import { setDeliveryAddress } from './actions/setDeliveryAddress.js';
import { setDeliveryItems } from './actions/setDeliveryItems.js';
import { setItemShippingDetails } from './actions/setItemShippingDetails.js';
import { setLocale } from './actions/setLocale.js';
import { setOrderNumber } from './actions/setOrderNumber.js';
import { setParcelItems, setParcelMeasurements, setParcelTrackingData } from './actions/setParcel.js';
import { setPurchaseOrderNumber } from './actions/setPurchaseOrderNumber.js';
import { setReturnInfo } from './actions/setReturnInfo.js';
import { setReturnPaymentState, setReturnShipmentState } from './actions/setReturnState.js';
import { setStore } from './actions/setStore.js';
import { transitionItemState } from './actions/transitionItemState.js';
import { transitionState } from './actions/transitionState.js';
import { updateSyncInfo } from './actions/updateSyncInfo.js';
import { setCustomField, setCustomType } from '../shared/customActions.js';
import {
  onAddress,
  onDelivery,
  onDeliveryAddress,
  onItem,
  onItemShippingAddress,
  onOrder,
  onParcel,
  onReturnItem,
} from './customPlaces.js';
import { OrderState, PaymentState, ShipmentState } from './enums.js';
import type { Order } from './members.js';

/** OACT, one line for each action that is only a field; the others have a file of their own. */
export const actions: ActionTable<Order> = {
  changeOrderState: change<Order>('orderState', OrderState, ({ orderState: oldOrderState }, orderState) => ({
    type: 'OrderStateChanged',
    orderState,
    oldOrderState,
  })),
  changeShipmentState: change<Order>(
    'shipmentState',
    ShipmentState,
    ({ shipmentState: oldShipmentState }, shipmentState) => ({
      type: 'OrderShipmentStateChanged',
      shipmentState,
      oldShipmentState,
    }),
  ),
  changePaymentState: change<Order>(
    'paymentState',
    PaymentState,
    ({ paymentState: oldPaymentState }, paymentState) => ({
      type: 'OrderPaymentStateChanged',
      paymentState,
      oldPaymentState,
    }),
  ),
  transitionState,
  setOrderNumber,
  setPurchaseOrderNumber,
  setCustomerEmail,
  setCustomerId,
  setShippingAddress: setAddress('shippingAddress', 'OrderShippingAddressSet'),
  setBillingAddress: setAddress('billingAddress', 'OrderBillingAddressSet'),
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
  setLineItemShippingDetails: setItemShippingDetails('lineItem'),
  setCustomLineItemShippingDetails: setItemShippingDetails('customLineItem'),
  addItemShippingAddress,
  removeItemShippingAddress,
  updateItemShippingAddress,

  addDelivery,
  removeDelivery,
  setDeliveryAddress,
  setDeliveryItems,
  addParcelToDelivery,
  // What the specification calls it.
  addParcel: addParcelToDelivery,
  removeParcelFromDelivery,
  setParcelMeasurements,
  setParcelTrackingData,
  setParcelItems,

  addReturnInfo,
  setReturnInfo,
  setReturnShipmentState,
  setReturnPaymentState,

  setCustomType: setCustomType(onOrder),
  setCustomField: setCustomField(onOrder),
  setShippingAddressCustomType: setCustomType(onAddress('shippingAddress')),
  setShippingAddressCustomField: setCustomField(onAddress('shippingAddress')),
  setBillingAddressCustomType: setCustomType(onAddress('billingAddress')),
  setBillingAddressCustomField: setCustomField(onAddress('billingAddress')),
  setItemShippingAddressCustomType: setCustomType(onItemShippingAddress),
  setItemShippingAddressCustomField: setCustomField(onItemShippingAddress),
  setDeliveryCustomType: setCustomType(onDelivery),
  setDeliveryCustomField: setCustomField(onDelivery),
  setDeliveryAddressCustomType: setCustomType(onDeliveryAddress),
  setDeliveryAddressCustomField: setCustomField(onDeliveryAddress),
  setParcelCustomType: setCustomType(onParcel),
  setParcelCustomField: setCustomField(onParcel),
  setLineItemCustomType: setCustomType(onItem('lineItem')),
  setLineItemCustomField: setCustomField(onItem('lineItem')),
  setCustomLineItemCustomType: setCustomType(onItem('customLineItem')),
  setCustomLineItemCustomField: setCustomField(onItem('customLineItem')),
  setReturnItemCustomType: setCustomType(onReturnItem),
  setReturnItemCustomField: setCustomField(onReturnItem),
};
