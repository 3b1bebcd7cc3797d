import { invalidOperation } from '../../../base/errors/ApiError.js';
import {
  type Action,
  action,
  unchanged,
  type ActionTable,
  change,
  set,
  withoutMessages,
  setFrom,
} from '../../../engine/define/actions.js';
import { type Cart, DeleteDays } from '../shared/cartAndOrder/members.js';
import { CountryCode, Key, Optional, Text } from '../../../engine/schema/primitives.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../values/tax.js';
import {
  addPayment,
  removePayment,
  setAddress,
  setBusinessUnit,
  setCustomerEmail,
  setEstimatedDelivery,
  setLocale,
  shippingCustomFields,
  shippingOrBillingCustomFields,
} from '../shared/cartAndOrder/actions.js';
import { itemCustomFields } from '../shared/cartAndOrder/items.js';
import {
  addItemShippingAddress,
  applyDeltaToShippingDetailsTargets,
  itemShippingAddressCustomFields,
  removeItemShippingAddress,
  setItemShippingDetails,
  updateItemShippingAddress,
} from '../shared/cartAndOrder/itemShippingAddresses.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import {
  addCustomLineItem,
  changeCustomLineItemMoney,
  changeCustomLineItemPriceMode,
  changeCustomLineItemQuantity,
  removeCustomLineItem,
  setCustomLineItemRecurrenceInfo,
} from './customLineItems.js';
import { addDiscountCode, removeDiscountCode, setDirectDiscounts } from './discounts.js';
import {
  setCartTotalTax,
  setItemTaxAmount,
  setItemTaxRate,
  setShippingMethodTaxAmount,
  setShippingMethodTaxRate,
} from './externalTax.js';
import { freezeCart, recalculate, unfreezeCart } from './freeze.js';
import {
  changeLineItemsOrder,
  setLineItemDistributionChannel,
  setLineItemInventoryMode,
  setLineItemPrice,
  setLineItemRecurrenceInfo,
  setLineItemSupplyChannel,
  setLineItemTotalPrice,
} from './lineItemActions.js';
import { addShoppingList } from './addShoppingList.js';
import { addLineItem, changeLineItemQuantity, removeLineItem } from './lineItemQuantity.js';
import { setAnonymousId, setCustomerGroup, setCustomerId } from './owner.js';
import { setCustomShippingMethod, setShippingMethod, withoutEstimate, setShippingRateInput } from './shipping.js';

// Only clients with a special scope may change locked carts, such as the client of a shop's support team.

/** The scopes that are needed to lock and unlock carts and to change locked ones. */
export const lockScopes = ['manage_locked_carts'];

/** A cart that is locked already keeps its lock. */
const lockCart: Action<Cart> = {
  ...action({}, (cart: Cart, _payload, { now, clientId }) => {
    if (cart.lock !== undefined) return unchanged;
    if (clientId === undefined) throw invalidOperation('The lock names an API client; the token is of none.');
    return { set: { lock: { createdAt: now, clientId } } };
  }),
  scopes: lockScopes,
};

const unlockCart: Action<Cart> = {
  ...action({}, (cart: Cart) => (cart.lock === undefined ? unchanged : { set: { lock: undefined } })),
  scopes: lockScopes,
};

/**
 * The cart actions of the public SDK, without those of several shipping methods and of reservations.
 */
export const actions: ActionTable<Cart> = {
  setKey: set<Cart>('key', Key),
  addLineItem,
  addShoppingList,
  changeLineItemQuantity,
  removeLineItem,
  changeLineItemsOrder,
  setLineItemPrice,
  setLineItemTotalPrice,
  setLineItemTaxRate: setItemTaxRate('lineItem'),
  setLineItemTaxAmount: setItemTaxAmount('lineItem'),
  setLineItemDistributionChannel,
  setLineItemSupplyChannel,
  setLineItemInventoryMode,
  setLineItemRecurrenceInfo,
  setLineItemShippingDetails: setItemShippingDetails('lineItem'),
  applyDeltaToLineItemShippingDetailsTargets: applyDeltaToShippingDetailsTargets('lineItem'),
  addCustomLineItem,
  changeCustomLineItemQuantity,
  changeCustomLineItemMoney,
  changeCustomLineItemPriceMode,
  removeCustomLineItem,
  setCustomLineItemRecurrenceInfo,
  setCustomLineItemTaxRate: setItemTaxRate('customLineItem'),
  setCustomLineItemTaxAmount: setItemTaxAmount('customLineItem'),
  setCustomLineItemShippingDetails: setItemShippingDetails('customLineItem'),
  applyDeltaToCustomLineItemShippingDetailsTargets: applyDeltaToShippingDetailsTargets('customLineItem'),

  setCustomerId,
  setCustomerEmail: withoutMessages(setCustomerEmail),
  setCustomerGroup,
  setAnonymousId,
  setBusinessUnit: withoutMessages(setBusinessUnit),
  setShippingAddress: withoutMessages(setAddress('shippingAddress', withoutEstimate)),
  setBillingAddress: withoutMessages(setAddress('billingAddress')),
  addItemShippingAddress,
  removeItemShippingAddress,
  updateItemShippingAddress,
  setCountry: set<Cart>('country', CountryCode),
  setLocale,
  setPurchaseOrderNumber: set<Cart>('purchaseOrderNumber', Text, 'CartPurchaseOrderNumberSet'),

  setShippingMethod,
  setCustomShippingMethod,
  setShippingRateInput,
  setShippingMethodTaxRate,
  setShippingMethodTaxAmount,
  setEstimatedDelivery: setEstimatedDelivery<Cart>(estimatedDelivery => ({
    type: 'CartEstimatedDeliverySet',
    estimatedDelivery,
  })),
  changeTaxMode: change<Cart>('taxMode', TaxMode),
  changeTaxRoundingMode: change<Cart>('taxRoundingMode', RoundingMode),
  changePriceRoundingMode: change<Cart>('priceRoundingMode', RoundingMode),
  changeTaxCalculationMode: change<Cart>('taxCalculationMode', TaxCalculationMode),
  setCartTotalTax,

  addDiscountCode,
  removeDiscountCode,
  setDirectDiscounts,
  addPayment: withoutMessages(addPayment),
  removePayment: withoutMessages(removePayment),
  recalculate,
  freezeCart,
  unfreezeCart,
  lockCart,
  unlockCart,
  setDeleteDaysAfterLastModification: setFrom(
    'deleteDaysAfterLastModification',
    Optional(DeleteDays),
    (days, { project }) => days ?? project.carts.deleteDaysAfterLastModification,
  ),

  ...customFieldActions('', resourceCustomFields<Cart>('order')),
  ...customFieldActions('ShippingAddress', shippingOrBillingCustomFields('shippingAddress')),
  ...customFieldActions('BillingAddress', shippingOrBillingCustomFields('billingAddress')),
  ...customFieldActions('ItemShippingAddress', itemShippingAddressCustomFields),
  ...customFieldActions('Shipping', shippingCustomFields),
  ...customFieldActions('LineItem', itemCustomFields('lineItem')),
  ...customFieldActions('CustomLineItem', itemCustomFields('customLineItem')),
};
