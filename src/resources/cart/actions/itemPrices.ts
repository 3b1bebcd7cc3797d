/** Prices and taxes of items that come from outside, and the channels that prices and stock hang on. */
import { action, sameValue, unchanged, type Action } from '../../../engine/actions.js';
import type { Static } from '@sinclair/typebox';
import { fail } from '../../../errors.js';
import { channelWithRole } from '../../channel/role.js';
import type { Channel } from '../../channel/index.js';
import { PriceMode } from '../../order/customLineItem.js';
import type { ItemKind } from '../../order/items.js';
import { Optional } from '../../types/basic.js';
import { TypedMoneyDraft } from '../../types/money.js';
import { type Identifier, ResourceIdentifier } from '../../types/reference.js';
import { ownMoneyOf } from '../customLineItem.js';
import { externalPriceOf, ExternalTotalPrice } from '../lineItem.js';
import { type Cart, CartInventoryMode } from '../members.js';
import { itemNames, pickItem, withItem } from '../pickItem.js';
import { taxedFromOutside } from '../pricing/externalTax.js';
import { ExternalTaxAmountDraft, ExternalTaxRateDraft, externalTaxRateOf } from '../tax.js';

/** Without a price the item goes back to that of its product. */
export const setLineItemPrice: Action<Cart> = action({ ...itemNames('lineItem'), externalPrice: Optional(TypedMoneyDraft) }, (cart: Cart, { externalPrice, ...names }, context) => {
  const item = pickItem(cart, 'lineItem', names);
  if (externalPrice === undefined && item.priceMode === 'Platform') return unchanged;
  return { set: withItem(cart, 'lineItem', item, { ...item, ...externalPriceOf({ externalPrice }, cart.totalPrice.currencyCode, context) }) };
});

export const setLineItemTotalPrice: Action<Cart> = action({ ...itemNames('lineItem'), externalTotalPrice: Optional(ExternalTotalPrice) }, (cart: Cart, { externalTotalPrice, ...names }, context) => {
  const item = pickItem(cart, 'lineItem', names);
  if (externalTotalPrice === undefined && item.priceMode === 'Platform') return unchanged;
  return { set: withItem(cart, 'lineItem', item, { ...item, ...externalPriceOf({ externalTotalPrice }, cart.totalPrice.currencyCode, context) }) };
});

/** A tax from outside is for carts that take theirs from there. */
export const assertTaxMode = ({ taxMode }: Cart, wanted: Cart['taxMode']): void => {
  if (taxMode !== wanted) throw fail('InvalidOperation', { message: `The taxMode of the cart is ${taxMode}; expected ${wanted} for this tax from outside.` });
};

export const setItemTaxRate = (kind: ItemKind): Action<Cart> => action({ ...itemNames(kind), externalTaxRate: Optional(ExternalTaxRateDraft) }, (cart: Cart, payload) => {
  const { externalTaxRate, ...names } = payload as { readonly externalTaxRate?: ExternalTaxRateDraft };
  assertTaxMode(cart, 'External');
  const item = pickItem(cart, kind, names);
  const taxRate = externalTaxRateOf(externalTaxRate);
  return sameValue(item.taxRate, taxRate) ? unchanged : { set: withItem(cart, kind, item, { ...item, taxRate }) };
});

export const setItemTaxAmount = (kind: ItemKind): Action<Cart> => action({ ...itemNames(kind), externalTaxAmount: Optional(ExternalTaxAmountDraft) }, (cart: Cart, payload) => {
  const { externalTaxAmount, ...names } = payload as { readonly externalTaxAmount?: Static<typeof ExternalTaxAmountDraft> };
  assertTaxMode(cart, 'ExternalAmount');
  const item = pickItem(cart, kind, names);
  return { set: withItem(cart, kind, item, { ...item, ...taxedFromOutside(item.totalPrice, externalTaxAmount) }) };
});

/** One of a line item's two channels. */
const setChannel = (field: 'distributionChannel' | 'supplyChannel', role: Channel['roles'][number]): Action<Cart> =>
  action({ ...itemNames('lineItem'), [field]: Optional(ResourceIdentifier('channel', { load: true })) }, (cart: Cart, payload, context) => {
    const { [field]: given, ...names } = payload as unknown as { readonly [name in typeof field]?: Identifier };
    const item = pickItem(cart, 'lineItem', names);
    const channel = given && channelWithRole(given, role, context);
    return sameValue(item[field], channel) ? unchanged : { set: withItem(cart, 'lineItem', item, { ...item, [field]: channel }) };
  });

export const setLineItemDistributionChannel = setChannel('distributionChannel', 'ProductDistribution');
export const setLineItemSupplyChannel = setChannel('supplyChannel', 'InventorySupply');

export const setLineItemInventoryMode: Action<Cart> = action({ ...itemNames('lineItem'), inventoryMode: Optional(CartInventoryMode) }, (cart: Cart, { inventoryMode, ...names }) => {
  const item = pickItem(cart, 'lineItem', names);
  return item.inventoryMode === inventoryMode ? unchanged : { set: withItem(cart, 'lineItem', item, { ...item, inventoryMode }) };
});

export const changeCustomLineItemMoney: Action<Cart> = action({ ...itemNames('customLineItem'), money: TypedMoneyDraft }, (cart: Cart, { money: given, ...names }) => {
  const item = pickItem(cart, 'customLineItem', names);
  const money = ownMoneyOf(given, cart.totalPrice.currencyCode, 'money');
  return sameValue(item.money, money) ? unchanged : { set: withItem(cart, 'customLineItem', item, { ...item, money }) };
});

export const changeCustomLineItemPriceMode: Action<Cart> = action({ ...itemNames('customLineItem'), mode: PriceMode }, (cart: Cart, { mode: priceMode, ...names }) => {
  const item = pickItem(cart, 'customLineItem', names);
  return item.priceMode === priceMode ? unchanged : { set: withItem(cart, 'customLineItem', item, { ...item, priceMode }) };
});
