import type { ActionTable } from '../../engine/define/Action.js';
import { change } from '../../engine/define/actions.js';
import { defineResource } from '../../engine/define/defineResource.js';
import { addMyLineItem } from './actions/addLineItem.js';
import { addMyPayment } from './actions/addMyPayment.js';
import { actions } from './actions.js';
import { cartCreation, myCartCreation, MyTaxMode } from './draft.js';
import { type Cart, CartMembers } from '../shared/cartMembers.js';
import { replication } from './replication.js';
import { beforeCommit } from './beforeCommit.js';
import { setMyShippingMethod } from './actions/setShippingMethod.js';
import { changeMyLineItemQuantity } from './actions/changeLineItemQuantity.js';
import { removeMyLineItem } from './actions/removeLineItem.js';

export type { Cart } from '../shared/cartMembers.js';

/** MyCartUpdateAction: what customers and visitors may do to a cart of theirs. Prices, taxes and owners are not theirs to say. */
const theirs = [
  'addDiscountCode',
  'addItemShippingAddress',
  'applyDeltaToLineItemShippingDetailsTargets',
  'changeLineItemsOrder',
  'recalculate',
  'removeDiscountCode',
  'removeItemShippingAddress',
  'removePayment',
  'setBillingAddress',
  'setBusinessUnit',
  'setCountry',
  'setCustomField',
  'setCustomType',
  'setCustomerEmail',
  'setDeleteDaysAfterLastModification',
  'setLineItemCustomField',
  'setLineItemCustomType',
  'setLineItemDistributionChannel',
  'setLineItemShippingDetails',
  'setLineItemSupplyChannel',
  'setLocale',
  'setShippingAddress',
  'updateItemShippingAddress',
];
const myActions: ActionTable<Cart> = {
  ...Object.fromEntries(theirs.map(name => [name, actions[name]!])),
  addLineItem: addMyLineItem,
  addPayment: addMyPayment,
  changeLineItemQuantity: changeMyLineItemQuantity,
  removeLineItem: removeMyLineItem,
  changeTaxMode: change<Cart>('taxMode', MyTaxMode),
  setShippingMethod: setMyShippingMethod,
};

/** More carts than that are not kept, the oldest go (GEN071). */
const cartsMax = 10_000_000;

/** What is about to be ordered: ORD047 to ORD064. */
export const cart = defineResource<Cart>({
  typeId: 'cart',
  path: 'carts',
  scopes: { read: ['view_orders'], write: ['manage_orders'] },
  resource: CartMembers,
  draft: cartCreation,
  creations: { replicate: replication },
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: ['customerId', 'customerEmail', 'anonymousId', 'store.key', 'cartState'],
  storeField: 'store',
  latest: {
    where: { field: 'cartState', value: 'Active' },
    segment: 'customer-id',
    field: 'customerId',
    ownPath: 'active-cart',
  },
  own: {
    scopes: ['manage_my_orders'],
    draft: myCartCreation,
    actions: myActions,
    remove: true,
    hides: { field: 'origin', value: 'Quote' },
  },
  beforeCommit: beforeCommit,
  // LIM019: what was ordered stays with its order.
  retention: {
    field: 'lastModifiedAt',
    ownDays: ({ cartState, deleteDaysAfterLastModification }) =>
      cartState === 'Ordered' ? undefined : deleteDaysAfterLastModification,
    countMax: cartsMax,
  },
  // What was ordered hands its payments on to the order.
  holds: ({ cartState }) => cartState === 'Active' || cartState === 'Frozen',
});
