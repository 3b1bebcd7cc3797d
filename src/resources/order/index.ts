import { defineResource } from '../../engine/defineResource.js';
import { actions } from './actions.js';
import { orderFromCart, ownOrderFromCart } from './fromCart.js';
import { orderFromQuote } from './fromQuote.js';
import { orderImport } from './import.js';
import { OrderMembers, type Order } from './members.js';

export type { Order } from './members.js';

/** Orders: ORD001 to ORD108. */
export const order = defineResource<Order>({
  typeId: 'order',
  path: 'orders',
  scopes: { read: ['view_orders'], write: ['manage_orders'] },
  resource: OrderMembers,
  draft: orderFromCart,
  creations: { import: orderImport, quotes: orderFromQuote },
  actions,
  addressedBy: { segment: 'order-number', field: 'orderNumber' },
  unique: ['orderNumber'],
  indexes: ['customerId', 'customerEmail', 'anonymousId', 'store.key', 'orderState', 'paymentState', 'shipmentState', 'state.id', 'cart.id'],
  storeField: 'store',
  own: { scopes: ['manage_my_orders'], draft: ownOrderFromCart },
  identifiers: ['orderNumber'],
  sendsMessages: true,
  remove: order => [{ type: 'OrderDeleted', order }],
  erasable: true,
  searched: true,
});
