import { action, change, set } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import type { ActionTable } from '../../engine/define/Action.js';
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
} from '../shared/basketCustomFields.js';
import { CountryCode, Key, Optional } from '../../schema/primitives.js';
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
import { type CustomFieldsLocation, resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

const shippingCustomFieldsLocation: CustomFieldsLocation<Cart> = {
  resourceTypeId: 'shipping',
  find: ({ shippingInfo, shippingCustomFields }) => {
    if (shippingInfo === undefined)
      throw fail('InvalidOperation', { message: 'The cart has no shipping method to have custom fields.' });
    return { custom: shippingCustomFields, with: custom => ({ shippingCustomFields: custom }) };
  },
  all: ({ shippingCustomFields }) => [shippingCustomFields],
};

/**
 * The cart actions of the public SDK, without those of several shipping methods, recurring orders, shopping lists and
 * locks.
 */
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
  setLineItemShippingDetails: setItemShippingDetails('lineItem'),
  applyDeltaToLineItemShippingDetailsTargets: applyDeltaToShippingDetailsTargets('lineItem'),
  addCustomLineItem,
  changeCustomLineItemQuantity,
  changeCustomLineItemMoney,
  changeCustomLineItemPriceMode,
  removeCustomLineItem,
  setCustomLineItemTaxRate: setItemTaxRate('customLineItem'),
  setCustomLineItemTaxAmount: setItemTaxAmount('customLineItem'),
  setCustomLineItemShippingDetails: setItemShippingDetails('customLineItem'),
  applyDeltaToCustomLineItemShippingDetailsTargets: applyDeltaToShippingDetailsTargets('customLineItem'),

  setCustomerId,
  setCustomerEmail,
  setCustomerGroup,
  setAnonymousId,
  setBusinessUnit,
  setShippingAddress: setAddress('shippingAddress'),
  setBillingAddress: setAddress('billingAddress'),
  addItemShippingAddress,
  removeItemShippingAddress,
  updateItemShippingAddress,
  setCountry: set<Cart>('country', CountryCode),
  setLocale,
  setPurchaseOrderNumber,

  setShippingMethod,
  setCustomShippingMethod,
  setShippingRateInput,
  setShippingMethodTaxRate,
  setShippingMethodTaxAmount,
  changeTaxMode: change<Cart>('taxMode', TaxMode),
  changeTaxRoundingMode: change<Cart>('taxRoundingMode', RoundingMode),
  changePriceRoundingMode: change<Cart>('priceRoundingMode', RoundingMode),
  changeTaxCalculationMode: change<Cart>('taxCalculationMode', TaxCalculationMode),
  setCartTotalTax,

  addDiscountCode,
  removeDiscountCode,
  setDirectDiscounts,
  addPayment,
  removePayment,
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

  setCustomType: setCustomType(resourceCustomFields<Cart>('order')),
  setCustomField: setCustomField(resourceCustomFields<Cart>('order')),
  setShippingAddressCustomType: setCustomType(basketAddressCustomFields('shippingAddress')),
  setShippingAddressCustomField: setCustomField(basketAddressCustomFields('shippingAddress')),
  setBillingAddressCustomType: setCustomType(basketAddressCustomFields('billingAddress')),
  setBillingAddressCustomField: setCustomField(basketAddressCustomFields('billingAddress')),
  setItemShippingAddressCustomType: setCustomType(itemShippingAddressCustomFields),
  setItemShippingAddressCustomField: setCustomField(itemShippingAddressCustomFields),
  setShippingCustomType: setCustomType(shippingCustomFieldsLocation),
  setShippingCustomField: setCustomField(shippingCustomFieldsLocation),
  setLineItemCustomType: setCustomType(itemCustomFields('lineItem')),
  setLineItemCustomField: setCustomField(itemCustomFields('lineItem')),
  setCustomLineItemCustomType: setCustomType(itemCustomFields('customLineItem')),
  setCustomLineItemCustomField: setCustomField(itemCustomFields('customLineItem')),
};
