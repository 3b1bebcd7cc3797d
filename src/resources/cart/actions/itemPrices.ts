/** Prices and taxes of items that come from outside, and the channels that prices and stock hang on. */
import { action } from '../../../engine/define/actions.js';
import type { Action } from '../../../engine/define/Action.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Static, TSchema } from '@sinclair/typebox';
import { fail } from '../../../errors/ApiError.js';
import { channelWithRole } from '../../shared/channelWithRole.js';
import type { Channel } from '../../channel/index.js';
import type { ItemKind } from '../../shared/items.js';
import { Optional } from '../../../schema/primitives.js';
import { TypedMoneyDraft } from '../../../schema/money.js';
import { type Identifier, ResourceIdentifier } from '../../../schema/reference.js';
import { ownMoneyOf } from '../customLineItem.js';
import { externalPriceOf, ExternalTotalPrice } from '../lineItem.js';
import { type Cart, CartInventoryMode } from '../members.js';
import { itemNames, pickItem, withItem } from '../pickItem.js';
import { ExternalTaxAmountDraft, externalTaxOf, ExternalTaxRateDraft, externalTaxRateOf } from '../externalTax.js';
import type { LineItem } from '../../shared/lineItem.js';
import { PriceMode } from '../../shared/customLineItem.js';

/** A gift costs nothing, and what comes from no product has no price to go back to. */
const assertPriced = ({ lineItemMode, productId }: LineItem, isGiven: boolean, field: string): void => {
  if (lineItemMode === 'GiftLineItem')
    throw fail('InvalidOperation', { message: 'The price of a gift cannot be set; the gift can be removed.' });
  if (!isGiven && productId === undefined)
    throw fail('RequiredField', {
      field,
      expected: 'a price, as the line item comes from no product that could give it one',
    });
};

type Given = Parameters<typeof externalPriceOf>[0];

/** Without a price an item whose price came in this way goes back to that of its product. */
const setPrice = (field: keyof Given, schema: TSchema, mode: LineItem['priceMode']): Action<Cart> =>
  action({ ...itemNames('lineItem'), [field]: Optional(schema) }, (cart: Cart, payload, context) => {
    const { [field]: given, ...names } = payload as Given & Readonly<Record<string, unknown>>;
    const item = pickItem(cart, 'lineItem', names);
    assertPriced(item, given !== undefined, field);
    if (given === undefined && item.priceMode !== mode) return unchanged;
    return {
      set: withItem(cart, 'lineItem', item, {
        ...item,
        ...externalPriceOf({ [field]: given }, cart.totalPrice.currencyCode, context),
      }),
    };
  });

export const setLineItemPrice = setPrice('externalPrice', TypedMoneyDraft, 'ExternalPrice');
export const setLineItemTotalPrice = setPrice('externalTotalPrice', ExternalTotalPrice, 'ExternalTotal');

/** A tax from outside is for carts that take theirs from there. */
export const assertTaxMode = ({ taxMode }: Cart, wanted: Cart['taxMode']): void => {
  if (taxMode !== wanted)
    throw fail('InvalidOperation', {
      message: `The taxMode of the cart is ${taxMode}; expected ${wanted} for this tax from outside.`,
    });
};

export const setItemTaxRate = (kind: ItemKind): Action<Cart> =>
  action({ ...itemNames(kind), externalTaxRate: Optional(ExternalTaxRateDraft) }, (cart: Cart, payload) => {
    const { externalTaxRate, ...names } = payload as { readonly externalTaxRate?: ExternalTaxRateDraft };
    assertTaxMode(cart, 'External');
    const item = pickItem(cart, kind, names);
    const taxRate = externalTaxRateOf(externalTaxRate);
    return sameValue(item.taxRate, taxRate) ? unchanged : { set: withItem(cart, kind, item, { ...item, taxRate }) };
  });

export const setItemTaxAmount = (kind: ItemKind): Action<Cart> =>
  action({ ...itemNames(kind), externalTaxAmount: Optional(ExternalTaxAmountDraft) }, (cart: Cart, payload) => {
    const { externalTaxAmount, ...names } = payload as {
      readonly externalTaxAmount?: Static<typeof ExternalTaxAmountDraft>;
    };
    assertTaxMode(cart, 'ExternalAmount');
    const item = pickItem(cart, kind, names);
    return { set: withItem(cart, kind, item, { ...item, ...externalTaxOf(item.totalPrice, externalTaxAmount) }) };
  });

/** One of a line item's two channels. */
const setChannel = (field: 'distributionChannel' | 'supplyChannel', role: Channel['roles'][number]): Action<Cart> =>
  action(
    { ...itemNames('lineItem'), [field]: Optional(ResourceIdentifier('channel', { load: true })) },
    (cart: Cart, payload, context) => {
      const { [field]: given, ...names } = payload as unknown as { readonly [name in typeof field]?: Identifier };
      const item = pickItem(cart, 'lineItem', names);
      const channel = given && channelWithRole(given, role, context);
      return sameValue(item[field], channel)
        ? unchanged
        : { set: withItem(cart, 'lineItem', item, { ...item, [field]: channel }) };
    },
  );

export const setLineItemDistributionChannel = setChannel('distributionChannel', 'ProductDistribution');
export const setLineItemSupplyChannel = setChannel('supplyChannel', 'InventorySupply');

export const setLineItemInventoryMode: Action<Cart> = action(
  { ...itemNames('lineItem'), inventoryMode: Optional(CartInventoryMode) },
  (cart: Cart, { inventoryMode, ...names }) => {
    const item = pickItem(cart, 'lineItem', names);
    return item.inventoryMode === inventoryMode
      ? unchanged
      : { set: withItem(cart, 'lineItem', item, { ...item, inventoryMode }) };
  },
);

export const changeCustomLineItemMoney: Action<Cart> = action(
  { ...itemNames('customLineItem'), money: TypedMoneyDraft },
  (cart: Cart, { money: given, ...names }) => {
    const item = pickItem(cart, 'customLineItem', names);
    const money = ownMoneyOf(given, cart.totalPrice.currencyCode, 'money');
    return sameValue(item.money, money)
      ? unchanged
      : { set: withItem(cart, 'customLineItem', item, { ...item, money }) };
  },
);

export const changeCustomLineItemPriceMode: Action<Cart> = action(
  { ...itemNames('customLineItem'), mode: PriceMode },
  (cart: Cart, { mode: priceMode, ...names }) => {
    const item = pickItem(cart, 'customLineItem', names);
    return item.priceMode === priceMode
      ? unchanged
      : { set: withItem(cart, 'customLineItem', item, { ...item, priceMode }) };
  },
);
