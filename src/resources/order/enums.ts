/** The enumerations of orders, spelled as on the wire (ORD044 to ORD046). */
import { OneOf } from '../../schema/primitives.js';

export const OrderState = OneOf(['Open', 'Confirmed', 'Complete', 'Cancelled']);
export const ShipmentState = OneOf(['Shipped', 'Delivered', 'Ready', 'Pending', 'Delayed', 'Partial', 'Backorder']);
export const PaymentState = OneOf(['BalanceDue', 'Failed', 'Pending', 'CreditOwed', 'Paid']);
export const ReturnShipmentState = OneOf(['Advised', 'Returned', 'BackInStock', 'Unusable']);
export const ReturnPaymentState = OneOf(['NonRefundable', 'Initial', 'Refunded', 'NotRefunded']);
