/**
 * The actions that change the price, the channels, the inventory mode or the recurrence policy of a line item, and the
 * order of all.
 */
import type { TSchema } from '@sinclair/typebox';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { action, unchanged } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { List, Optional, Text } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { TypedMoneyDraft } from '../../values/money.js';
import type { Channel } from '../channel.js';
import {
  findItem,
  itemNames,
  type LineItem,
  replaceItem,
  RecurrenceInfoDraft,
  recurrenceInfoOf,
  changeItem,
} from '../shared/cartAndOrder/items.js';
import { type Cart, CartInventoryMode } from '../shared/cartAndOrder/members.js';
import { reorder } from '../shared/listElements.js';
import { channelWithRole } from '../shared/references.js';
import { assertPriceAllowed, externalPriceOf, ExternalTotalPrice, ownInventoryMode } from './lineItemDraft.js';

type Given = Parameters<typeof externalPriceOf>[0];

/** Sets an external price. Without one, the item gets the price of its product again. */
const setPrice = <F extends keyof Given>(
  field: F,
  schema: TSchema & { readonly static: Given[F] },
  mode: LineItem['priceMode'],
) =>
  action({ ...itemNames('lineItem'), [field]: Optional(schema) }, (cart: Cart, payload, context) => {
    const { [field]: given, ...names } = payload as Given & Readonly<Record<string, unknown>>;
    const item = findItem(cart, 'lineItem', names, 'cart');
    assertPriceAllowed(item, given !== undefined, field);
    if (given === undefined && item.priceMode !== mode) return unchanged;
    return {
      set: replaceItem(cart, 'lineItem', item, {
        ...item,
        ...externalPriceOf({ [field]: given }, cart.totalPrice.currencyCode, context),
      }),
    };
  });

/** Sets or removes an external price of one piece. */
export const setLineItemPrice = setPrice('externalPrice', TypedMoneyDraft, 'ExternalPrice');

/** Sets or removes an external price of all pieces. */
export const setLineItemTotalPrice = setPrice('externalTotalPrice', ExternalTotalPrice, 'ExternalTotal');

/** Sets or removes a channel of a line item; the channel must have the role. */
const setChannel = (field: 'distributionChannel' | 'supplyChannel', role: Channel['roles'][number]) =>
  changeItem(
    'lineItem',
    { [field]: Optional(ResourceIdentifier('channel', { load: true })) },
    (_item, { [field]: channel }, _cart, context) => ({ [field]: channel && channelWithRole(channel, role, context) }),
  );

/** Sets or removes the channel that the price is selected for. */
export const setLineItemDistributionChannel = setChannel('distributionChannel', 'ProductDistribution');

/** Sets or removes the channel that the stock is taken from. */
export const setLineItemSupplyChannel = setChannel('supplyChannel', 'InventorySupply');

/** Sets or removes the inventory mode of a line item; without one, it has that of the cart. */
export const setLineItemInventoryMode = changeItem(
  'lineItem',
  { inventoryMode: Optional(CartInventoryMode) },
  (_item, { inventoryMode }, cart: Cart) => ({ inventoryMode: ownInventoryMode(inventoryMode, cart) }),
);

/** Sets or removes the recurrence policy of a line item, which its price is selected for. */
export const setLineItemRecurrenceInfo = changeItem(
  'lineItem',
  { recurrenceInfo: Optional(RecurrenceInfoDraft) },
  (_item, { recurrenceInfo }, _cart, context) => ({ recurrenceInfo: recurrenceInfoOf(recurrenceInfo, context) }),
);

/** Puts the line items into the order of the given ids, which must name all of them. */
export const changeLineItemsOrder = action({ lineItemOrder: List(Text) }, ({ lineItems }: Cart, { lineItemOrder }) => {
  const refuse = () =>
    invalidOperation(
      'lineItemOrder must name every line item of the cart once: ' +
        `${lineItems.map(({ id }) => id).join(', ') || 'it has none'}.`,
    );
  const ordered = reorder(lineItems, ({ id }) => id, lineItemOrder, refuse);
  return sameValue(ordered, lineItems) ? unchanged : { set: { lineItems: ordered } };
});
