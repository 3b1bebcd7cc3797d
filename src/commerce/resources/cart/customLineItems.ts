/** Custom line items, such as fees and vouchers, with a price that the client gives. */
import type { Static } from '@sinclair/typebox';
import { invalidOperation, invalidInput, requiredField } from '../../../base/errors/ApiError.js';
import { action, unchanged } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Key, LocalizedString, Optional, Quantity, Shape } from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import { type TypedMoney, TypedMoneyDraft, zero } from '../../values/money.js';
import {
  type CustomLineItem,
  CustomLineItemSlug,
  findItem,
  itemNames,
  PriceMode,
  replaceItem,
  CustomRecurrenceInfoDraft,
  recurrenceInfoOf,
  changeItem,
} from '../shared/cartAndOrder/items.js';
import { initialItemState, itemStatesOf } from '../shared/cartAndOrder/itemStates.js';
import type { Cart } from '../shared/cartAndOrder/members.js';
import { ShippingDetailsDraft, shippingDetailsOf } from '../shared/cartAndOrder/shippingDetails.js';
import { customFieldsOf } from '../shared/customFields.js';
import { removeElement } from '../shared/listElements.js';
import { ExternalTaxRateDraft, externalTaxRateOf } from './externalTax.js';
import { type TargetCart, targetOf } from './lineItemDraft.js';
import { mergeShippingDetails, quantityMembers, QuantityOrNone } from './lineItemQuantity.js';

const customLineItemMembers = {
  name: LocalizedString,
  key: Optional(Key),
  slug: CustomLineItemSlug,
  quantity: Optional(Quantity),
  money: TypedMoneyDraft,
  taxCategory: Optional(ResourceIdentifier('tax-category')),
  externalTaxRate: Optional(ExternalTaxRateDraft),
  priceMode: Optional(PriceMode),
  shippingDetails: Optional(ShippingDetailsDraft),
  custom: Optional(CustomFieldsDraft),
  recurrenceInfo: Optional(CustomRecurrenceInfoDraft),
};

export const CustomLineItemDraft = Named('CustomLineItemDraft', Shape(customLineItemMembers));

/**
 * Returns the stored form of a custom line item. `at` is the start of the paths in errors, such as
 * `customLineItems[2].`. The amounts are computed before the commit.
 */
export const customLineItemOf = (
  draft: Static<typeof CustomLineItemDraft>,
  { currencyCode, addressKeys, taxMode }: TargetCart,
  context: Context,
  at = '',
): CustomLineItem => {
  const { key, name, slug, quantity = 1, taxCategory, priceMode = 'Standard' } = draft;
  const item: CustomLineItem = {
    id: context.newId(),
    key,
    name,
    money: moneyInCurrency(draft.money, currencyCode, 'money'),
    taxedPricePortions: [],
    totalPrice: zero(currencyCode),
    slug,
    quantity,
    state: itemStatesOf(undefined, quantity, context),
    taxCategory: taxCategory && context.reference('tax-category', taxCategory),
    taxRate: externalTaxRateOf(draft.externalTaxRate),
    perMethodTaxRate: [],
    discountedPricePerQuantity: [],
    custom: customFieldsOf(draft.custom, 'custom-line-item', context),
    shippingDetails: shippingDetailsOf(draft.shippingDetails, quantity, addressKeys),
    priceMode,
    recurrenceInfo: recurrenceInfoOf(draft.recurrenceInfo, context),
  };
  if (taxMode === 'Platform' && taxCategory === undefined)
    throw requiredField(
      `${at}taxCategory`,
      'the tax category whose rates a cart with the taxMode Platform is taxed with',
    );
  return item;
};

/** Returns the members that custom line items of one slug have in common. */
const identityOf = ({ name, money, taxCategory, state, custom, priceMode, recurrenceInfo }: CustomLineItem) => ({
  name,
  money,
  taxCategory,
  states: state.map(each => each.state),
  custom,
  priceMode,
  recurrenceInfo,
});

/** Tells whether a new item equals an existing one. A key or an external tax rate that it lacks is not compared. */
const isSame = (existing: CustomLineItem, { key, taxRate, ...item }: CustomLineItem): boolean =>
  (key === undefined || key === existing.key) &&
  (taxRate === undefined || sameValue(existing.taxRate, taxRate)) &&
  sameValue(identityOf(existing), identityOf(item));

/** Adds a custom line item, or raises the quantity of an equal one. Refuses the slug of a different item. */
export const addCustomLineItem = action(
  customLineItemMembers,
  (cart: Cart, draft, context) => {
    const item = customLineItemOf(draft, targetOf(cart), context);
    const existing = cart.customLineItems.find(({ slug }) => slug === item.slug);
    if (existing === undefined) return { set: { customLineItems: [...cart.customLineItems, item] } };
    if (!isSame(existing, item))
      throw invalidOperation(`The cart has a different custom line item with the slug '${item.slug}'.`);
    const merged = {
      ...existing,
      shippingDetails: mergeShippingDetails(existing.shippingDetails, item.shippingDetails),
    };
    const members = quantityMembers(merged, existing.quantity + item.quantity);
    return { set: replaceItem(cart, 'customLineItem', existing, { ...merged, ...members }) };
  },
  () => [initialItemState],
);

/** Changes the price of one piece. */
export const changeCustomLineItemMoney = changeItem(
  'customLineItem',
  { money: TypedMoneyDraft },
  (_, payload, cart: Cart) => ({
    money: moneyInCurrency(payload.money, cart.totalPrice.currencyCode, 'money'),
  }),
);

/** Changes the number of pieces; 0 removes the item. */
export const changeCustomLineItemQuantity = action(
  { ...itemNames('customLineItem'), quantity: QuantityOrNone },
  (cart: Cart, { quantity, ...names }) => {
    const item = findItem(cart, 'customLineItem', names, 'cart');
    if (quantity === item.quantity) return unchanged;
    if (quantity === 0) return { set: { customLineItems: removeElement(cart.customLineItems, item) } };
    return {
      set: replaceItem(cart, 'customLineItem', item, { ...item, ...quantityMembers(item, quantity) }),
    };
  },
);

/** Changes whether discounts apply to the item. */
export const changeCustomLineItemPriceMode = changeItem('customLineItem', { mode: PriceMode }, (_, { mode }) => ({
  priceMode: mode,
}));

export const setCustomLineItemRecurrenceInfo = changeItem(
  'customLineItem',
  { recurrenceInfo: Optional(CustomRecurrenceInfoDraft) },
  (_item, { recurrenceInfo }, _cart, context) => ({ recurrenceInfo: recurrenceInfoOf(recurrenceInfo, context) }),
);

export const removeCustomLineItem = action(itemNames('customLineItem'), (cart: Cart, names) => ({
  set: { customLineItems: removeElement(cart.customLineItems, findItem(cart, 'customLineItem', names, 'cart')) },
}));

/** Returns the stored form of a price. Refuses a currency other than the cart's. */
const moneyInCurrency = (draft: TypedMoneyDraft, currencyCode: string, field: string): TypedMoney => {
  if (draft.currencyCode !== currencyCode)
    throw invalidInput(`The cart has the currency ${currencyCode}; '${field}' is in ${draft.currencyCode}.`);
  return typedMoneyOf(draft, field);
};
