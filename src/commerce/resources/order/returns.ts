/** Returns of items, with their shipment and payment states (RET001 to RET026). */
import type { Static } from '@sinclair/typebox';
import { invalidInput, invalidOperation } from '../../../base/errors/ApiError.js';
import { action, unchanged } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { DateTime, List, NonEmptyList, Optional, Quantity, Shape, Text } from '../../../engine/schema/primitives.js';
import { type CustomFieldsLocation, nestedHolder } from '../shared/customFieldActions.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertUniqueKeys, findElement, replaceElement } from '../shared/listElements.js';
import { type Order, type ReturnInfo, type ReturnItem, ReturnPaymentState, ReturnShipmentState } from './members.js';
import { Named } from '../../../engine/schema/Named.js';

/** A draft names a line item or a custom line item (RET002, RET003). */
const ReturnItemDraft = Named(
  'ReturnItemDraft',
  Shape({
    key: Optional(Text),
    quantity: Quantity,
    lineItemId: Optional(Text),
    customLineItemId: Optional(Text),
    comment: Optional(Text),
    shipmentState: ReturnShipmentState,
    custom: Optional(CustomFieldsDraft),
  }),
  { input: 'ReturnItemDraftType' },
);

const returnInfoMembers = {
  items: List(ReturnItemDraft),
  returnTrackingId: Optional(Text),
  returnDate: Optional(DateTime),
};

const ReturnInfoDraft = Named('ReturnInfoDraft', Shape(returnInfoMembers), { input: 'ReturnInfoDraftType' });

/** A return that is added must have items; one that is set may have none. */
const addedReturnMembers = {
  ...returnInfoMembers,
  items: NonEmptyList(ReturnItemDraft),
};

/** Adds returned items, by default with the current time (RET020 to RET022). */
export const addReturnInfo = action(addedReturnMembers, (order: Order, draft, context) => {
  const returnInfo = returnInfoOf(order, { returnDate: context.now, ...draft }, context);
  return { set: setReturns([...order.returnInfo, returnInfo]), messages: [{ type: 'ReturnInfoAdded', returnInfo }] };
});

/** Replaces all returns of an order; without items it removes them (RET023, RET024). */
export const setReturnInfo = action(
  { items: Optional(List(ReturnInfoDraft)) },
  (order: Order, { items = [] }, context) => {
    if (items.length === 0 && order.returnInfo.length === 0) return unchanged;
    const returnInfo = items.map(draft => returnInfoOf(order, draft, context));
    return { set: setReturns(returnInfo), messages: [{ type: 'ReturnInfoSet', returnInfo }] };
  },
);

const returnItemNames = { returnItemId: Optional(Text), returnItemKey: Optional(Text) };

/** Sets the shipment state of a return item if the move is allowed (RET011 to RET013, RET018, RET025). */
export const setReturnShipmentState = action(
  { ...returnItemNames, shipmentState: ReturnShipmentState },
  (order: Order, { shipmentState, ...names }, { now }) => {
    const item = findReturnItem(order, names);
    assertMove('shipmentState', item.shipmentState, shipmentState);
    return {
      set: replaceReturnItem(order, item, { ...item, shipmentState, lastModifiedAt: now }),
      messages: [
        { type: 'OrderReturnShipmentStateChanged', returnItemId: item.id, returnShipmentState: shipmentState },
      ],
    };
  },
);

/**
 * Sets the payment state of a return item if the move is allowed (RET014 to RET016, RET019). It sends no message
 * (RET026).
 */
export const setReturnPaymentState = action(
  { ...returnItemNames, paymentState: ReturnPaymentState },
  (order: Order, { paymentState, ...names }, { now }) => {
    const item = findReturnItem(order, names);
    assertMove('paymentState', item.paymentState, paymentState);
    return { set: replaceReturnItem(order, item, { ...item, paymentState, lastModifiedAt: now }) };
  },
);

interface ReturnItemNames {
  readonly returnItemId?: string;
  readonly returnItemKey?: string;
}

export const returnItemCustomFields: CustomFieldsLocation<Order> = {
  resourceTypeId: 'order-return-item',
  names: returnItemNames,
  find: (order, names: ReturnItemNames) => {
    const item = findReturnItem(order, names);
    return nestedHolder<Order, typeof item>(item, next => replaceReturnItem(order, item, next));
  },
  all: ({ returnInfo }) => returnInfo.flatMap(({ items }) => items.map(({ custom }) => custom)),
};

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
    throw invalidInput(
      `A return item names ${lineItemId === undefined ? 'nothing' : 'both a lineItemId and a customLineItemId'}; ` +
        'expected one of lineItemId and customLineItemId.',
    );
  const item =
    lineItemId === undefined
      ? findElement(customLineItems, { id: customLineItemId }, 'customLineItem')
      : findElement(lineItems, { id: lineItemId }, 'lineItem');
  if (quantity > item.quantity)
    throw invalidOperation(`${quantity} pieces cannot be returned of an item with the quantity ${item.quantity}.`);
  return lineItemId === undefined
    ? ({ type: 'CustomLineItemReturnItem', customLineItemId } as const)
    : ({ type: 'LineItemReturnItem', lineItemId } as const);
};

const returnItemOf = (order: Order, draft: Static<typeof ReturnItemDraft>, context: Context): ReturnItem => {
  const { key, quantity, comment, shipmentState, custom } = draft;
  if (!isFirstState(shipmentState))
    throw invalidOperation(
      `A return begins with the shipment state ${Object.keys(firstPaymentState).join(' or ')}; ` +
        `got ${shipmentState}.`,
    );
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

/** Returns the change that sets the returns of an order. Refuses duplicate keys. */
const setReturns = (returnInfo: ReturnInfo[]): Partial<Order> => {
  assertUniqueKeys(
    returnInfo.flatMap(({ items }) => items),
    'returnItemKey',
  );
  return { returnInfo };
};

const returnInfoOf = (
  order: Order,
  { items, returnTrackingId, returnDate }: Static<typeof ReturnInfoDraft>,
  context: Context,
): ReturnInfo => ({ items: items.map(item => returnItemOf(order, item, context)), returnTrackingId, returnDate });

/** Finds the return item that an action names (RET018, RET019). */
const findReturnItem = (
  { returnInfo }: Order,
  { returnItemId: id, returnItemKey: key }: ReturnItemNames,
): ReturnItem => {
  const items = returnInfo.flatMap(info => info.items);
  if (items.length === 0) throw invalidOperation('The order has no returnInfo with a return item.');
  return findElement(items, { id, key }, 'returnItem');
};

const replaceReturnItem = ({ returnInfo }: Order, old: ReturnItem, next: ReturnItem): Partial<Order> => ({
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
const assertMove = (field: string, from: string, to: string): void => {
  const allowed = allowedMoves.get(from) ?? [];
  if (!allowed.includes(to))
    throw invalidOperation(
      `The ${field} of a return item cannot move from ${from} to ${to}; ` +
        `${allowed.length === 0 ? 'there is no move from there' : `allowed: ${allowed.join(', ')}`}.`,
    );
};
