import { defineResource } from '../../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { orderFromCart, myOrderFromCart } from './orderFromCart.js';
import { myOrderFromQuote, orderFromQuote } from './orderFromQuote.js';
import { orderImport } from './orderImport.js';
import { OrderMembers, type Order } from './members.js';
import { messages, unsentMessages } from './messages.js';
import { totals } from './totals.js';

export type { Order } from './members.js';

const shippedStates: readonly string[] = ['Shipped', 'Delivered'];

/** Returns true if an order waits for its shipment, otherwise undefined. */
const awaitsShipment = ({ orderState, shipmentState }: Partial<Order>): true | undefined =>
  (orderState === 'Open' || orderState === 'Confirmed') && !shippedStates.includes(shipmentState ?? '')
    ? true
    : undefined;

/** Returns true if returned items are on their way or their refund is not decided, otherwise undefined. */
const hasOpenReturn = ({ returnInfo = [] }: Partial<Order>): true | undefined =>
  returnInfo.some(({ items }) =>
    items.some(({ shipmentState, paymentState }) => shipmentState === 'Advised' || paymentState === 'Initial'),
  )
    ? true
    : undefined;

/** Orders (ORD001 to ORD108). */
export const order = defineResource<Order>({
  typeId: 'order',
  path: 'orders',
  scopes: { read: ['view_orders'], write: ['manage_orders'] },
  resource: OrderMembers,
  storage: {
    oftenChanged: [
      'orderNumber',
      'purchaseOrderNumber',
      'customerEmail',
      'orderState',
      'shipmentState',
      'paymentState',
      'state',
      'completedAt',
    ],
    compressed: true,
    hashedIndexes: ['shippingInfo.deliveries.parcels.trackingData.trackingId'],
  },
  draft: orderFromCart,
  creations: { import: orderImport, quotes: orderFromQuote },
  actions,
  addressedBy: { segment: 'order-number', field: 'orderNumber' },
  unique: ['orderNumber'],
  indexes: [
    'customerId',
    'customerEmail',
    'anonymousId',
    'store.key',
    'orderState',
    'paymentState',
    'shipmentState',
    'state.id',
    'cart.id',
    'lineItems.productId',
    'lineItems.variant.sku',
    'awaitsShipment',
    'hasOpenReturn',
  ],
  derived: {
    fields: {
      awaitsShipment: { from: ['orderState', 'shipmentState'], derive: awaitsShipment, holds: 'boolean' },
      hasOpenReturn: { from: ['returnInfo'], derive: hasOpenReturn, holds: 'boolean' },
    },
    totals,
  },
  storeField: 'store',
  own: { scopes: ['manage_my_orders'], draft: myOrderFromCart, creations: { quotes: myOrderFromQuote } },
  messages,
  messaging: { unsent: unsentMessages },
  removal: { messages: removed => [{ type: 'OrderDeleted', order: removed }], erasable: true },
  search: { indexed: true },
});
