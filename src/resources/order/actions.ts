import { change, type ActionTable } from '../../engine/actions.js';
import { setAddress } from './actions/setAddress.js';
import { setCustomerEmail } from './actions/setCustomerEmail.js';
import { setLocale } from './actions/setLocale.js';
import { setOrderNumber } from './actions/setOrderNumber.js';
import { transitionState } from './actions/transitionState.js';
import { OrderState, PaymentState, ShipmentState } from './enums.js';
import type { Order } from './members.js';

/** OACT, one line for each action that is only a field; the others have a file of their own by wire name. */
export const actions: ActionTable<Order> = {
  changeOrderState: change<Order>('orderState', OrderState, ({ orderState: oldOrderState }, orderState) =>
    ({ type: 'OrderStateChanged', orderState, oldOrderState })),
  changeShipmentState: change<Order>('shipmentState', ShipmentState, ({ shipmentState: oldShipmentState }, shipmentState) =>
    ({ type: 'OrderShipmentStateChanged', shipmentState, oldShipmentState })),
  changePaymentState: change<Order>('paymentState', PaymentState, ({ paymentState: oldPaymentState }, paymentState) =>
    ({ type: 'OrderPaymentStateChanged', paymentState, oldPaymentState })),
  setOrderNumber,
  transitionState,
  setCustomerEmail,
  setShippingAddress: setAddress('shippingAddress', 'OrderShippingAddressSet'),
  setBillingAddress: setAddress('billingAddress', 'OrderBillingAddressSet'),
  setLocale,
};
