import type { ActionTable } from '../../engine/define/Action.js';
import { change } from '../../engine/define/actions.js';
import { defineResource } from '../../engine/define/defineResource.js';
import { addOwnLineItem } from './actions/addLineItem.js';
import { addOwnPayment } from './actions/ownPayment.js';
import { changeOwnLineItemQuantity, removeOwnLineItem } from './actions/changeQuantity.js';
import { setOwnShippingMethod } from './actions/shipping.js';
import { actions } from './actions.js';
import { cartCreation, ownCartCreation, OwnTaxMode } from './draft.js';
import { CartMembers, type Cart } from './members.js';
import { replication } from './replicate.js';
import { beforeCommit } from './beforeCommit.js';

export type { Cart } from './members.js';

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
const ownActions: ActionTable<Cart> = {
  ...Object.fromEntries(theirs.map(name => [name, actions[name]!])),
  addLineItem: addOwnLineItem,
  addPayment: addOwnPayment,
  changeLineItemQuantity: changeOwnLineItemQuantity,
  removeLineItem: removeOwnLineItem,
  changeTaxMode: change<Cart>('taxMode', OwnTaxMode),
  setShippingMethod: setOwnShippingMethod,
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
    draft: ownCartCreation,
    actions: ownActions,
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
