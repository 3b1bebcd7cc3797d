import { change } from '../../engine/define/actions.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { addDelivery } from './actions/addDelivery.js';
import { addParcelToDelivery } from './actions/addParcelToDelivery.js';
import { addReturnInfo } from './actions/addReturnInfo.js';
import { importItemState } from './actions/importItemState.js';
import { removeDelivery } from './actions/removeDelivery.js';
import { removeParcelFromDelivery } from './actions/removeParcelFromDelivery.js';
import { setAddress } from '../shared/basketActions/setAddress.js';
import { setBusinessUnit } from '../shared/basketActions/setBusinessUnit.js';
import { setCustomerEmail } from '../shared/basketActions/setCustomerEmail.js';
import { setCustomerId } from './actions/setCustomerId.js';
import { setDeliveryAddress } from './actions/setDeliveryAddress.js';
import { setDeliveryItems } from './actions/setDeliveryItems.js';
import { setItemShippingDetails } from '../shared/basketActions/setItemShippingDetails.js';
import { setLocale } from '../shared/basketActions/setLocale.js';
import { setOrderNumber } from './actions/setOrderNumber.js';
import { setPurchaseOrderNumber } from '../shared/basketActions/setPurchaseOrderNumber.js';
import { setReturnInfo } from './actions/setReturnInfo.js';
import { setStore } from './actions/setStore.js';
import { transitionItemState } from './actions/transitionItemState.js';
import { transitionState } from './actions/transitionState.js';
import { updateSyncInfo } from './actions/updateSyncInfo.js';
import {
  deliveryAddressCustomFields,
  deliveryCustomFields,
  parcelCustomFields,
  returnItemCustomFields,
} from './customFieldsLocations.js';
import {
  basketAddressCustomFields,
  itemCustomFields,
  itemShippingAddressCustomFields,
} from '../shared/basketCustomFields.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { OrderState, PaymentState, ShipmentState } from './enums.js';
import type { Order } from './members.js';
import { addPayment } from '../shared/basketActions/addPayment.js';
import { removePayment } from '../shared/basketActions/removePayment.js';
import { addItemShippingAddress } from '../shared/basketActions/addItemShippingAddress.js';
import { updateItemShippingAddress } from '../shared/basketActions/updateItemShippingAddress.js';
import { removeItemShippingAddress } from '../shared/basketActions/removeItemShippingAddress.js';
import { setParcelMeasurements } from './actions/setParcelMeasurements.js';
import { setParcelTrackingData } from './actions/setParcelTrackingData.js';
import { setParcelItems } from './actions/setParcelItems.js';
import { setReturnShipmentState } from './actions/setReturnShipmentState.js';
import { setReturnPaymentState } from './actions/setReturnPaymentState.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

/** An action that only sets a field is declared here; an action with logic has a file named as the action. */
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
  setShippingAddress: setAddress('shippingAddress'),
  setBillingAddress: setAddress('billingAddress'),
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

  setCustomType: setCustomType(resourceCustomFields<Order>('order', 'Order')),
  setCustomField: setCustomField(resourceCustomFields<Order>('order', 'Order')),
  setShippingAddressCustomType: setCustomType(basketAddressCustomFields('shippingAddress')),
  setShippingAddressCustomField: setCustomField(basketAddressCustomFields('shippingAddress')),
  setBillingAddressCustomType: setCustomType(basketAddressCustomFields('billingAddress')),
  setBillingAddressCustomField: setCustomField(basketAddressCustomFields('billingAddress')),
  setItemShippingAddressCustomType: setCustomType(itemShippingAddressCustomFields),
  setItemShippingAddressCustomField: setCustomField(itemShippingAddressCustomFields),
  setDeliveryCustomType: setCustomType(deliveryCustomFields),
  setDeliveryCustomField: setCustomField(deliveryCustomFields),
  setDeliveryAddressCustomType: setCustomType(deliveryAddressCustomFields),
  setDeliveryAddressCustomField: setCustomField(deliveryAddressCustomFields),
  setParcelCustomType: setCustomType(parcelCustomFields),
  setParcelCustomField: setCustomField(parcelCustomFields),
  setLineItemCustomType: setCustomType(itemCustomFields('lineItem')),
  setLineItemCustomField: setCustomField(itemCustomFields('lineItem')),
  setCustomLineItemCustomType: setCustomType(itemCustomFields('customLineItem')),
  setCustomLineItemCustomField: setCustomField(itemCustomFields('customLineItem')),
  setReturnItemCustomType: setCustomType(returnItemCustomFields),
  setReturnItemCustomField: setCustomField(returnItemCustomFields),
};
