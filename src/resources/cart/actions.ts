import { action, change, set } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { setAddress } from '../shared/basketActions/setAddress.js';
import { setBusinessUnit } from '../shared/basketActions/setBusinessUnit.js';
import { setCustomerEmail } from '../shared/basketActions/setCustomerEmail.js';
import { setItemShippingDetails } from '../shared/basketActions/setItemShippingDetails.js';
import { setLocale } from '../shared/basketActions/setLocale.js';
import { setPurchaseOrderNumber } from '../shared/basketActions/setPurchaseOrderNumber.js';
import {
  basketAddressCustomFields,
  itemCustomFields,
  itemShippingAddressCustomFields,
  orderCustomFields,
} from '../order/customFieldsLocations.js';
import type { Order } from '../order/members.js';
import { CountryCode, Key, Optional } from '../../schema/primitives.js';
import { setCustomField, setCustomType } from '../shared/customFieldsActions.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../schema/tax.js';
import { addLineItem } from './actions/addLineItem.js';
import { applyDeltaToShippingDetailsTargets } from './actions/applyDeltaToShippingDetailsTargets.js';
import { type Cart, DeleteDays } from '../shared/cartMembers.js';
import { addPayment } from '../shared/basketActions/addPayment.js';
import { removePayment } from '../shared/basketActions/removePayment.js';
import { addItemShippingAddress } from '../shared/basketActions/addItemShippingAddress.js';
import { updateItemShippingAddress } from '../shared/basketActions/updateItemShippingAddress.js';
import { removeItemShippingAddress } from '../shared/basketActions/removeItemShippingAddress.js';
import { recalculate } from './actions/recalculate.js';
import { freezeCart } from './actions/freezeCart.js';
import { unfreezeCart } from './actions/unfreezeCart.js';
import { addDiscountCode } from './actions/addDiscountCode.js';
import { removeDiscountCode } from './actions/removeDiscountCode.js';
import { setDirectDiscounts } from './actions/setDirectDiscounts.js';
import { setCustomShippingMethod } from './actions/setCustomShippingMethod.js';
import { setShippingRateInput } from './actions/setShippingRateInput.js';
import { setShippingMethodTaxRate } from './actions/setShippingMethodTaxRate.js';
import { setShippingMethodTaxAmount } from './actions/setShippingMethodTaxAmount.js';
import { setShippingMethod } from './actions/setShippingMethod.js';
import { setItemTaxRate } from './actions/setItemTaxRate.js';
import { setItemTaxAmount } from './actions/setItemTaxAmount.js';
import { setLineItemDistributionChannel, setLineItemSupplyChannel } from './actions/setLineItemChannel.js';
import { setLineItemInventoryMode } from './actions/setLineItemInventoryMode.js';
import { changeCustomLineItemMoney } from './actions/changeCustomLineItemMoney.js';
import { changeCustomLineItemPriceMode } from './actions/changeCustomLineItemPriceMode.js';
import { setLineItemPrice, setLineItemTotalPrice } from './actions/setLineItemPrice.js';
import { changeCustomLineItemQuantity } from './actions/changeCustomLineItemQuantity.js';
import { removeCustomLineItem } from './actions/removeCustomLineItem.js';
import { changeLineItemQuantity } from './actions/changeLineItemQuantity.js';
import { removeLineItem } from './actions/removeLineItem.js';
import { addCustomLineItem } from './actions/addCustomLineItem.js';
import { setCustomerId } from './actions/setCustomerId.js';
import { setCustomerGroup } from './actions/setCustomerGroup.js';
import { setAnonymousId } from './actions/setAnonymousId.js';
import { changeLineItemsOrder } from './actions/changeLineItemsOrder.js';
import { setCartTotalTax } from './actions/setCartTotalTax.js';
import type { CustomFieldsLocation } from '../shared/CustomFieldsLocation.js';

/** What a cart has in common with an order, the same actions change; what an order tells of them, a cart does not. */
const ordersToo = (orders: Action<Order>): Action<Cart> => orders as unknown as Action<Cart>;
const placeToo = (place: CustomFieldsLocation<Order>): CustomFieldsLocation<Cart> =>
  place as unknown as CustomFieldsLocation<Cart>;

const onShipping: CustomFieldsLocation<Cart> = {
  resourceTypeId: 'shipping',
  find: ({ shippingInfo, shippingCustomFields }) => {
    if (shippingInfo === undefined)
      throw fail('InvalidOperation', { message: 'The cart has no shipping method to have custom fields.' });
    return { custom: shippingCustomFields, with: custom => ({ shippingCustomFields: custom }) };
  },
  all: ({ shippingCustomFields }) => [shippingCustomFields],
};

const changeTaxMode: Action<Cart> = change<Cart>('taxMode', TaxMode);

/** CartUpdateAction of the public SDK, but for what belongs to several shipping methods, recurring orders, shopping lists and locks. */
export const actions: ActionTable<Cart> = {
  setKey: set<Cart>('key', Key),
  addLineItem,
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
  setLineItemShippingDetails: ordersToo(setItemShippingDetails('lineItem')),
  applyDeltaToLineItemShippingDetailsTargets: applyDeltaToShippingDetailsTargets('lineItem'),
  addCustomLineItem,
  changeCustomLineItemQuantity,
  changeCustomLineItemMoney,
  changeCustomLineItemPriceMode,
  removeCustomLineItem,
  setCustomLineItemTaxRate: setItemTaxRate('customLineItem'),
  setCustomLineItemTaxAmount: setItemTaxAmount('customLineItem'),
  setCustomLineItemShippingDetails: ordersToo(setItemShippingDetails('customLineItem')),
  applyDeltaToCustomLineItemShippingDetailsTargets: applyDeltaToShippingDetailsTargets('customLineItem'),

  setCustomerId,
  setCustomerEmail: ordersToo(setCustomerEmail),
  setCustomerGroup,
  setAnonymousId,
  setBusinessUnit: ordersToo(setBusinessUnit),
  setShippingAddress: ordersToo(setAddress('shippingAddress', '')),
  setBillingAddress: ordersToo(setAddress('billingAddress', '')),
  addItemShippingAddress: ordersToo(addItemShippingAddress),
  removeItemShippingAddress: ordersToo(removeItemShippingAddress),
  updateItemShippingAddress: ordersToo(updateItemShippingAddress),
  setCountry: set<Cart>('country', CountryCode),
  setLocale: ordersToo(setLocale),
  setPurchaseOrderNumber: ordersToo(setPurchaseOrderNumber),

  setShippingMethod,
  setCustomShippingMethod,
  setShippingRateInput,
  setShippingMethodTaxRate,
  setShippingMethodTaxAmount,
  changeTaxMode,
  changeTaxRoundingMode: change<Cart>('taxRoundingMode', RoundingMode),
  changePriceRoundingMode: change<Cart>('priceRoundingMode', RoundingMode),
  changeTaxCalculationMode: change<Cart>('taxCalculationMode', TaxCalculationMode),
  setCartTotalTax,

  addDiscountCode,
  removeDiscountCode,
  setDirectDiscounts,
  addPayment: ordersToo(addPayment),
  removePayment: ordersToo(removePayment),
  recalculate,
  freezeCart,
  unfreezeCart,
  setDeleteDaysAfterLastModification: action(
    { deleteDaysAfterLastModification: Optional(DeleteDays) },
    (cart: Cart, { deleteDaysAfterLastModification }, { project }) => {
      const days = deleteDaysAfterLastModification ?? project.carts.deleteDaysAfterLastModification;
      return cart.deleteDaysAfterLastModification === days
        ? unchanged
        : { set: { deleteDaysAfterLastModification: days } };
    },
  ),

  setCustomType: setCustomType(placeToo(orderCustomFields)),
  setCustomField: setCustomField(placeToo(orderCustomFields)),
  setShippingAddressCustomType: setCustomType(placeToo(basketAddressCustomFields('shippingAddress'))),
  setShippingAddressCustomField: setCustomField(placeToo(basketAddressCustomFields('shippingAddress'))),
  setBillingAddressCustomType: setCustomType(placeToo(basketAddressCustomFields('billingAddress'))),
  setBillingAddressCustomField: setCustomField(placeToo(basketAddressCustomFields('billingAddress'))),
  setItemShippingAddressCustomType: setCustomType(placeToo(itemShippingAddressCustomFields)),
  setItemShippingAddressCustomField: setCustomField(placeToo(itemShippingAddressCustomFields)),
  setShippingCustomType: setCustomType(onShipping),
  setShippingCustomField: setCustomField(onShipping),
  setLineItemCustomType: setCustomType(placeToo(itemCustomFields('lineItem'))),
  setLineItemCustomField: setCustomField(placeToo(itemCustomFields('lineItem'))),
  setCustomLineItemCustomType: setCustomType(placeToo(itemCustomFields('customLineItem'))),
  setCustomLineItemCustomField: setCustomField(placeToo(itemCustomFields('customLineItem'))),
};
