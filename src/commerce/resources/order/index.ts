import { defineResource } from '../../../engine/define/defineResource.js';
import type { Endpoint } from '../../../engine/define/ResourceDefinition.js';
import { actions } from './actions.js';
import { orderFromCart, myOrderFromCart } from './orderFromCart.js';
import { myOrderFromQuote, orderFromQuote } from './orderFromQuote.js';
import { orderImport } from './orderImport.js';
import { OrderMembers, type Order } from './members.js';
import { messages, unsentMessages } from './messages.js';

export type { Order } from './members.js';

/** The order search, over the orders of all stores (SEARCH001, SEARCH008). */
const endpoints: readonly Endpoint[] = [
  { method: 'POST', path: 'orders/search', verb: 'searchOrders', scopes: ['view_orders'], notInStores: true },
  { method: 'HEAD', path: 'orders/search', verb: 'searchExists', scopes: ['view_project_settings'], notInStores: true },
];

/** Orders (ORD001 to ORD108). */
export const order = defineResource<Order>({
  typeId: 'order',
  path: 'orders',
  scopes: { read: ['view_orders'], write: ['manage_orders'] },
  resource: OrderMembers,
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
  ],
  hashedIndexes: ['shippingInfo.deliveries.parcels.trackingData.trackingId'],
  storeField: 'store',
  own: { scopes: ['manage_my_orders'], draft: myOrderFromCart, creations: { quotes: myOrderFromQuote } },
  messages,
  unsentMessages,
  removalMessages: removed => [{ type: 'OrderDeleted', order: removed }],
  erasable: true,
  searched: true,
  endpoints,
});
