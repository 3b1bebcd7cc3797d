import { action, change, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action, ActionTable } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import type { Customer } from '../customer/index.js';
import {
  addItemShippingAddress,
  removeItemShippingAddress,
  updateItemShippingAddress,
} from '../order/actions/itemShippingAddresses.js';
import { addPayment, removePayment } from '../order/actions/payments.js';
import { setAddress } from '../order/actions/setAddress.js';
import { setBusinessUnit } from '../order/actions/setBusinessUnit.js';
import { setCustomerEmail } from '../order/actions/setCustomerEmail.js';
import { setItemShippingDetails } from '../order/actions/setItemShippingDetails.js';
import { setLocale } from '../order/actions/setLocale.js';
import { setPurchaseOrderNumber } from '../order/actions/setPurchaseOrderNumber.js';
import { initialItemState } from '../shared/itemState.js';
import { onAddress, onItem, onItemShippingAddress, onOrder } from '../order/customPlaces.js';
import type { Order } from '../order/members.js';
import { CountryCode, Decimal, Key, List, NonEmptyText, Optional, Shape, Text } from '../../schema/primitives.js';
import { type CustomPlace, setCustomField, setCustomType } from '../shared/customActions.js';
import { MoneyDraft, moneyOf } from '../../schema/money.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../schema/tax.js';
import { addLineItem } from './actions/addLineItem.js';
import {
  changeCustomLineItemQuantity,
  changeLineItemQuantity,
  removeCustomLineItem,
  removeLineItem,
} from './actions/changeQuantity.js';
import { addDiscountCode, removeDiscountCode, setDirectDiscounts } from './actions/discounts.js';
import {
  assertTaxMode,
  changeCustomLineItemMoney,
  changeCustomLineItemPriceMode,
  setItemTaxAmount,
  setItemTaxRate,
  setLineItemDistributionChannel,
  setLineItemInventoryMode,
  setLineItemPrice,
  setLineItemSupplyChannel,
  setLineItemTotalPrice,
} from './actions/itemPrices.js';
import {
  setCustomShippingMethod,
  setShippingMethod,
  setShippingMethodTaxAmount,
  setShippingMethodTaxRate,
  setShippingRateInput,
} from './actions/shipping.js';
import { applyDelta } from './actions/shippingTargets.js';
import { freezeCart, recalculate, unfreezeCart } from './actions/states.js';
import { customLineItemMembers, customLineItemOf } from './customLineItem.js';
import { type Cart, DeleteDays } from './members.js';
import { addressKeysOf } from './pickItem.js';
import type { ExternalTotalTax } from '../shared/repriceCart.js';

/** What a cart has in common with an order, the same actions change; what an order tells of them, a cart does not. */
const ordersToo = (orders: Action<Order>): Action<Cart> => orders as unknown as Action<Cart>;
const placeToo = (place: CustomPlace<Order>): CustomPlace<Cart> => place as unknown as CustomPlace<Cart>;

const onShipping: CustomPlace<Cart> = {
  resourceTypeId: 'shipping',
  find: ({ shippingInfo, shippingCustomFields }) => {
    if (shippingInfo === undefined)
      throw fail('InvalidOperation', { message: 'The cart has no shipping method to have custom fields.' });
    return { custom: shippingCustomFields, with: custom => ({ shippingCustomFields: custom }) };
  },
  all: ({ shippingCustomFields }) => [shippingCustomFields],
};

const addCustomLineItem: Action<Cart> = action(
  customLineItemMembers,
  (cart: Cart, draft, context) => ({
    set: {
      customLineItems: [
        ...cart.customLineItems,
        customLineItemOf(
          draft,
          { currencyCode: cart.totalPrice.currencyCode, addressKeys: addressKeysOf(cart) },
          context,
        ),
      ],
    },
  }),
  () => [initialItemState],
);

/** The customer's group comes along; an anonymous cart becomes the customer's. */
const setCustomerId: Action<Cart> = action(
  { customerId: Optional(NonEmptyText) },
  (cart: Cart, { customerId }, context) => {
    if (customerId === cart.customerId) return unchanged;
    if (customerId === undefined) return { set: { customerId: undefined, customerGroup: undefined } };
    return {
      set: {
        customerId,
        anonymousId: undefined,
        customerGroup: context.load<Customer>('customer', { id: customerId }).customerGroup,
      },
    };
  },
  (_cart, { customerId }: { readonly customerId?: string }) =>
    customerId === undefined ? [] : [{ typeId: 'customer', id: customerId }],
);

const setCustomerGroup: Action<Cart> = action(
  { customerGroup: Optional(ResourceIdentifier('customer-group')) },
  (cart: Cart, { customerGroup: given }, context) => {
    if (cart.customerId !== undefined)
      throw fail('InvalidOperation', {
        message: 'The cart belongs to a customer: its customerGroup is that of the customer.',
      });
    const customerGroup = given && context.reference('customer-group', given);
    return sameValue(cart.customerGroup, customerGroup) ? unchanged : { set: { customerGroup } };
  },
);

const setAnonymousId: Action<Cart> = action({ anonymousId: Optional(NonEmptyText) }, (cart: Cart, { anonymousId }) => {
  if (anonymousId !== undefined && cart.customerId !== undefined)
    throw fail('InvalidOperation', {
      message: 'The cart belongs to a customer and cannot belong to an anonymous session as well.',
    });
  return cart.anonymousId === anonymousId ? unchanged : { set: { anonymousId } };
});

const changeLineItemsOrder: Action<Cart> = action(
  { lineItemOrder: List(Text) },
  ({ lineItems }: Cart, { lineItemOrder }) => {
    const byId = new Map(lineItems.map(item => [item.id, item]));
    const isWhole =
      lineItemOrder.length === lineItems.length &&
      new Set(lineItemOrder).size === lineItems.length &&
      lineItemOrder.every(id => byId.has(id));
    if (!isWhole)
      throw fail('InvalidOperation', {
        message: `lineItemOrder must name every line item of the cart once: ${[...byId.keys()].join(', ') || 'it has none'}.`,
      });
    const ordered = lineItemOrder.map(id => byId.get(id)!);
    return sameValue(ordered, lineItems) ? unchanged : { set: { lineItems: ordered } };
  },
);

const TaxPortions = List(Shape({ name: Optional(Text), rate: Decimal, amount: MoneyDraft }));

const setCartTotalTax: Action<Cart> = action(
  { externalTotalGross: MoneyDraft, externalTaxPortions: Optional(TaxPortions) },
  (cart: Cart, { externalTotalGross, externalTaxPortions = [] }) => {
    assertTaxMode(cart, 'ExternalAmount');
    const { totalPrice } = cart;
    for (const { currencyCode } of [externalTotalGross, ...externalTaxPortions.map(({ amount }) => amount)])
      if (currencyCode !== totalPrice.currencyCode)
        throw fail('InvalidInput', {
          message: `The cart has the currency ${totalPrice.currencyCode}; externalTotalGross or a portion is in ${currencyCode}.`,
        });
    const totalTax: ExternalTotalTax = {
      totalGross: moneyOf(externalTotalGross),
      taxPortions: externalTaxPortions.map(({ amount, ...portion }) => ({ ...portion, amount: moneyOf(amount) })),
    };
    return { set: {}, requestedEffects: { totalTax } };
  },
);

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
  applyDeltaToLineItemShippingDetailsTargets: applyDelta('lineItem'),
  addCustomLineItem,
  changeCustomLineItemQuantity,
  changeCustomLineItemMoney,
  changeCustomLineItemPriceMode,
  removeCustomLineItem,
  setCustomLineItemTaxRate: setItemTaxRate('customLineItem'),
  setCustomLineItemTaxAmount: setItemTaxAmount('customLineItem'),
  setCustomLineItemShippingDetails: ordersToo(setItemShippingDetails('customLineItem')),
  applyDeltaToCustomLineItemShippingDetailsTargets: applyDelta('customLineItem'),

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

  setCustomType: setCustomType(placeToo(onOrder)),
  setCustomField: setCustomField(placeToo(onOrder)),
  setShippingAddressCustomType: setCustomType(placeToo(onAddress('shippingAddress'))),
  setShippingAddressCustomField: setCustomField(placeToo(onAddress('shippingAddress'))),
  setBillingAddressCustomType: setCustomType(placeToo(onAddress('billingAddress'))),
  setBillingAddressCustomField: setCustomField(placeToo(onAddress('billingAddress'))),
  setItemShippingAddressCustomType: setCustomType(placeToo(onItemShippingAddress)),
  setItemShippingAddressCustomField: setCustomField(placeToo(onItemShippingAddress)),
  setShippingCustomType: setCustomType(onShipping),
  setShippingCustomField: setCustomField(onShipping),
  setLineItemCustomType: setCustomType(placeToo(onItem('lineItem'))),
  setLineItemCustomField: setCustomField(placeToo(onItem('lineItem'))),
  setCustomLineItemCustomType: setCustomType(placeToo(onItem('customLineItem'))),
  setCustomLineItemCustomField: setCustomField(placeToo(onItem('customLineItem'))),
};
