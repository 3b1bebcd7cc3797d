/** Returns of items, with their shipment and payment states (RET001 to RET017). */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { DateTime, List, Optional, Quantity, Shape, Text } from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { ReturnShipmentState } from './enums.js';
import type { Order, ReturnInfo, ReturnItem } from './members.js';
import { assertUniqueKeys, findElement, replaceElement } from '../shared/listElements.js';

/** A draft names a line item or a custom line item (RET002, RET003). */
const ReturnItemDraft = Shape({
  key: Optional(Text),
  quantity: Quantity,
  lineItemId: Optional(Text),
  customLineItemId: Optional(Text),
  comment: Optional(Text),
  shipmentState: ReturnShipmentState,
  custom: Optional(CustomFieldsDraft),
});

export const returnInfoMembers = {
  items: List(ReturnItemDraft),
  returnTrackingId: Optional(Text),
  returnDate: Optional(DateTime),
};
export const ReturnInfoDraft = Shape(returnInfoMembers);

/**
 * The first payment state for each first shipment state (RET009, RET010). Other shipment states cannot be the first
 * (RET008).
 */
const firstPaymentState = { Advised: 'NonRefundable', Returned: 'Initial' } as const;

const isFirstState = (state: string): state is keyof typeof firstPaymentState =>
  Object.hasOwn(firstPaymentState, state);

const returnedItem = (
  { lineItems, customLineItems }: Order,
  { lineItemId, customLineItemId, quantity }: Static<typeof ReturnItemDraft>,
) => {
  if ((lineItemId === undefined) === (customLineItemId === undefined))
    throw fail('InvalidInput', {
      message: `A return item names ${lineItemId === undefined ? 'nothing' : 'both a lineItemId and a customLineItemId'}; expected one of lineItemId and customLineItemId.`,
    });
  const item =
    lineItemId === undefined
      ? findElement(customLineItems, { id: customLineItemId }, 'customLineItem')
      : findElement(lineItems, { id: lineItemId }, 'lineItem');
  if (quantity > item.quantity)
    throw fail('InvalidOperation', {
      message: `${quantity} pieces cannot be returned of an item with the quantity ${item.quantity}.`,
    });
  return lineItemId === undefined
    ? ({ type: 'CustomLineItemReturnItem', customLineItemId } as const)
    : ({ type: 'LineItemReturnItem', lineItemId } as const);
};

const returnItemOf = (order: Order, draft: Static<typeof ReturnItemDraft>, context: Context): ReturnItem => {
  const { key, quantity, comment, shipmentState, custom } = draft;
  if (!isFirstState(shipmentState))
    throw fail('InvalidOperation', {
      message: `A return begins with the shipment state ${Object.keys(firstPaymentState).join(' or ')}; got ${shipmentState}.`,
    });
  return {
    id: context.newId(),
    key,
    quantity,
    ...returnedItem(order, draft),
    comment,
    shipmentState,
    paymentState: firstPaymentState[shipmentState],
    custom: customFieldsOf(custom, 'order-return-item', context),
    createdAt: context.now,
    lastModifiedAt: context.now,
  };
};

/** The change that sets the returns of an order. */
export const setReturns = (returnInfo: ReturnInfo[]): Partial<Order> => {
  assertUniqueKeys(
    returnInfo.flatMap(({ items }) => items),
    'returnItemKey',
  );
  return { returnInfo };
};

export const returnInfoOf = (
  order: Order,
  { items, returnTrackingId, returnDate }: Static<typeof ReturnInfoDraft>,
  context: Context,
): ReturnInfo => ({ items: items.map(item => returnItemOf(order, item, context)), returnTrackingId, returnDate });

export const returnItemNames = { returnItemId: Optional(Text), returnItemKey: Optional(Text) };

interface ReturnItemNames {
  readonly returnItemId?: string;
  readonly returnItemKey?: string;
}

/** The return item that an action names (RET018, RET019). */
export const findReturnItem = (
  { returnInfo }: Order,
  { returnItemId: id, returnItemKey: key }: ReturnItemNames,
): ReturnItem => {
  const items = returnInfo.flatMap(info => info.items);
  if (items.length === 0)
    throw fail('InvalidOperation', { message: 'The order has no returnInfo with a return item.' });
  return findElement(items, { id, key }, 'returnItem');
};

export const replaceReturnItem = ({ returnInfo }: Order, old: ReturnItem, next: ReturnItem): Partial<Order> => ({
  returnInfo: returnInfo.map(info =>
    info.items.includes(old) ? { ...info, items: replaceElement(info.items, old, next) } : info,
  ),
});

/** The allowed moves from a state (RET011, RET012, RET014, RET015). */
const allowedMoves: ReadonlyMap<string, readonly string[]> = new Map([
  ['Returned', ['BackInStock', 'Unusable']],
  ['Initial', ['Refunded', 'NotRefunded']],
]);

/** Refuses a move that is not allowed (RET013, RET016). */
export const assertMove = (field: string, from: string, to: string): void => {
  const allowed = allowedMoves.get(from) ?? [];
  if (!allowed.includes(to))
    throw fail('InvalidOperation', {
      message: `The ${field} of a return item cannot move from ${from} to ${to}; ${allowed.length === 0 ? 'there is no move from there' : `allowed: ${allowed.join(', ')}`}.`,
    });
};
