/** The usual next steps of an order, each a verb with the states that it changes. */
import type { Order } from './Order';
import { type StateChanges, withShipment } from './orderStates';

export const stepNames = ['confirm', 'deliver', 'complete', 'pay'] as const;
export type StepName = (typeof stepNames)[number] | 'cancel';

const isSent = ({ shipmentState }: Order): boolean => shipmentState === 'Shipped' || shipmentState === 'Delivered';

/** Returns the changes of a step; undefined if the step is not possible now. */
const steps: Readonly<Record<StepName, (order: Order) => StateChanges | undefined>> = {
  confirm: ({ orderState }) => (orderState === 'Open' ? { orderState: 'Confirmed' } : undefined),
  deliver: ({ shipmentState }) => (shipmentState === 'Shipped' ? { shipmentState: 'Delivered' } : undefined),
  complete: order =>
    order.orderState === 'Confirmed' && (isSent(order) || order.shippingInfo === undefined)
      ? withShipment(order, { orderState: 'Complete' })
      : undefined,
  pay: ({ paymentState = '' }) =>
    ['BalanceDue', 'Pending', 'Failed'].includes(paymentState) ? { paymentState: 'Paid' } : undefined,
  cancel: ({ orderState }) => (orderState === 'Cancelled' ? undefined : { orderState: 'Cancelled' }),
};

export const changesOf = (step: StepName, order: Order): StateChanges | undefined => steps[step](order);
