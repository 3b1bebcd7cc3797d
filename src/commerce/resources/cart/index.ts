import { IntegerFrom, List, Optional, Text } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { Money } from '../../values/money.js';
import { EstimatedDelivery } from '../shared/cartAndOrder/shipping.js';
import { required } from '../../../base/errors/ApiError.js';
import { type ActionTable, change } from '../../../engine/define/actions.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import { defaultCartsConfiguration } from '../project/members.js';
import { type Cart, CartMembers } from '../shared/cartAndOrder/members.js';
import { actions, lockScopes } from './actions.js';
import { beforeCommit } from './beforeCommit.js';
import { draft, myDraft, MyTaxMode } from './draft.js';
import { addMyLineItem, changeMyLineItemQuantity, removeMyLineItem } from './lineItemQuantity.js';
import { addMyPayment } from './owner.js';
import { addMyShoppingList } from './addShoppingList.js';
import { myReplication, replication } from './replication.js';
import { setMyShippingMethod } from './shipping.js';

const messages = {
  CartEstimatedDeliverySet: { estimatedDelivery: Optional(EstimatedDelivery) },
  CartFrozen: {},
  CartPurchaseOrderNumberSet: { purchaseOrderNumber: Optional(Text), oldPurchaseOrderNumber: Optional(Text) },
  CartUnfrozen: {},
};

/** The SDK does not know CartCreated, so nothing is sent about a new cart. */
const unsentMessages = {
  CartCreated: {
    totalPrice: Money,
    lineItemCount: IntegerFrom(0, 2_147_483_647),
    discountCodesRefs: List(Reference('discount-code')),
  },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly cart: typeof messages;
  }
}

export type { Cart } from '../shared/cartAndOrder/members.js';

/** The actions that customers and visitors may use on their carts. They cannot set prices, taxes and owners. */
const sharedActionNames = [
  'addDiscountCode',
  'addItemShippingAddress',
  'applyDeltaToCustomLineItemShippingDetailsTargets',
  'applyDeltaToLineItemShippingDetailsTargets',
  'changeLineItemsOrder',
  'recalculate',
  'removeDiscountCode',
  'removeItemShippingAddress',
  'removePayment',
  'setBillingAddress',
  'setBillingAddressCustomField',
  'setBillingAddressCustomType',
  'setBusinessUnit',
  'setCountry',
  'setCustomField',
  'setCustomLineItemRecurrenceInfo',
  'setCustomType',
  'setCustomerEmail',
  'setDeleteDaysAfterLastModification',
  'setItemShippingAddressCustomField',
  'setItemShippingAddressCustomType',
  'setLineItemCustomField',
  'setLineItemCustomType',
  'setLineItemDistributionChannel',
  'setLineItemRecurrenceInfo',
  'setLineItemShippingDetails',
  'setLineItemSupplyChannel',
  'setLocale',
  'setShippingAddress',
  'setShippingAddressCustomField',
  'setShippingAddressCustomType',
  'setShippingCustomField',
  'setShippingCustomType',
  'updateItemShippingAddress',
];
const myActions: ActionTable<Cart> = {
  ...Object.fromEntries(sharedActionNames.map(name => [name, required(actions[name], `the action ${name}`)])),
  addLineItem: addMyLineItem,
  addPayment: addMyPayment,
  addShoppingList: addMyShoppingList,
  changeLineItemQuantity: changeMyLineItemQuantity,
  removeLineItem: removeMyLineItem,
  changeTaxMode: change<Cart>('taxMode', MyTaxMode),
  setShippingMethod: setMyShippingMethod,
};

/** Bounds the carts of a project; the oldest are deleted (GEN071). */
export const cartsMax = 10_000_000;

/** Carts (ORD047 to ORD064). */
export const cart = defineResource<Cart>({
  typeId: 'cart',
  path: 'carts',
  storage: {
    compressed: 'shortHead',
    // An order from a cart changes no other member of it.
    oftenChanged: ['cartState'],
    hashedIndexes: ['paymentInfo.payments.id'],
  },
  scopes: { read: ['view_orders'], write: ['manage_orders'], lock: { field: 'lock', scopes: lockScopes } },
  resource: CartMembers,
  draft,
  creations: { replicate: replication },
  actions,
  unique: ['key'],
  indexes: [
    'customerId',
    'customerEmail',
    'anonymousId',
    'store.key',
    'cartState',
    'lineItems.productId',
    'lineItems.variant.sku',
  ],
  storeField: 'store',
  otherAddresses: {
    latest: {
      where: { field: 'cartState', value: 'Active' },
      segment: 'customer-id',
      field: 'customerId',
      ownPath: 'active-cart',
    },
  },
  own: {
    scopes: ['manage_my_orders'],
    draft: myDraft,
    creations: { replicate: myReplication },
    actions: myActions,
    remove: true,
    hides: { field: 'origin', value: 'Quote' },
  },
  beforeCommit: beforeCommit,
  // Ordered carts are kept with their orders (LIM019).
  retention: {
    field: 'lastModifiedAt',
    ownDays: ({ cartState, deleteDaysAfterLastModification }) =>
      cartState === 'Ordered' ? undefined : deleteDaysAfterLastModification,
    usualDays: defaultCartsConfiguration.deleteDaysAfterLastModification,
    kept: { field: 'cartState', value: 'Ordered' },
    countMax: cartsMax,
  },
  claims: {
    // The payments of an ordered cart belong to its order.
    holdsTargets: ({ cartState }) => cartState === 'Active' || cartState === 'Frozen',
  },
  removal: { erasable: true },
  messages,
  messaging: { unsent: unsentMessages },
});
