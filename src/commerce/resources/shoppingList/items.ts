/** The common parts of both kinds of items: actions name them by id or by key, and count their pieces. */
import type { TOptional, TString } from '@sinclair/typebox';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import { type Action, action, type MessageOf, unchanged } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { IntegerFrom, List, Optional, Text } from '../../../engine/schema/primitives.js';
import { type CustomFieldsLocation, nestedHolder } from '../shared/customFieldActions.js';
import { findElement, removeElement, reorder, replaceElement } from '../shared/listElements.js';
import { itemsMax, quantityMax, type ShoppingList, type ShoppingListLineItem, type TextLineItem } from './members.js';

interface Items {
  readonly lineItem: ShoppingListLineItem;
  readonly textLineItem: TextLineItem;
}
export type ItemKind = keyof Items;

const members = { lineItem: 'lineItems', textLineItem: 'textLineItems' } as const;
const holders = { lineItem: 'line-item', textLineItem: 'shopping-list-text-line-item' } as const;

/** Payload members that name an item: `textLineItemId`, `textLineItemKey`. */
export const itemNames = (kind: ItemKind) =>
  ({ [`${kind}Id`]: Optional(Text), [`${kind}Key`]: Optional(Text) }) as Record<string, TOptional<TString>>;

type Names = Readonly<Record<string, unknown>>;

const itemsOf = <K extends ItemKind>(list: ShoppingList, kind: K): readonly Items[K][] =>
  list[members[kind]] as readonly ShoppingListLineItem[] as readonly Items[K][];

export const findItem = <K extends ItemKind>(list: ShoppingList, kind: K, names: Names): Items[K] =>
  findElement(
    itemsOf(list, kind),
    { id: names[`${kind}Id`] as string | undefined, key: names[`${kind}Key`] as string | undefined },
    kind,
    'shopping list',
  );

const withItems = <K extends ItemKind>(kind: K, items: readonly Items[K][]): Partial<ShoppingList> => ({
  [members[kind]]: items,
});

export const replaceItem = <K extends ItemKind>(
  list: ShoppingList,
  kind: K,
  old: Items[K],
  next: Items[K],
): Partial<ShoppingList> => withItems(kind, replaceElement(itemsOf(list, kind), old, next));

const removeItem = <K extends ItemKind>(list: ShoppingList, kind: K, item: Items[K]): Partial<ShoppingList> =>
  withItems(kind, removeElement(itemsOf(list, kind), item));

/** Refuses a number of pieces that clients of GraphQL could not read. */
export const assertQuantity = (quantity: number): number => {
  if (quantity > quantityMax)
    throw invalidOperation(
      `The quantity of an item of a shopping list is at most ${quantityMax}; it would be ${quantity}.`,
    );
  return quantity;
};

/** Changes the number of pieces; 0 removes the item. */
export const changeQuantity = (kind: ItemKind): Action<ShoppingList> =>
  action({ ...itemNames(kind), quantity: IntegerFrom(0, quantityMax) }, (list: ShoppingList, payload) => {
    const { quantity, ...names } = payload as Names & { readonly quantity: number };
    const item = findItem(list, kind, names);
    if (quantity === 0) return { set: removeItem(list, kind, item) };
    return quantity === item.quantity ? unchanged : { set: replaceItem(list, kind, item, { ...item, quantity }) };
  });

/** Removes an item, or some of its pieces; `messageOf` makes the message about it. */
export const removeItems = <K extends ItemKind>(
  kind: K,
  messageOf?: (item: Items[K]) => MessageOf<ShoppingList>,
): Action<ShoppingList> =>
  action({ ...itemNames(kind), quantity: Optional(IntegerFrom(1, quantityMax)) }, (list: ShoppingList, payload) => {
    const { quantity, ...names } = payload as Names & { readonly quantity?: number };
    const item = findItem(list, kind, names);
    const left = quantity === undefined ? 0 : item.quantity - quantity;
    const set = left <= 0 ? removeItem(list, kind, item) : replaceItem(list, kind, item, { ...item, quantity: left });
    const removed = { ...item, quantity: item.quantity - Math.max(left, 0) };
    return messageOf === undefined ? { set } : { set, messages: [messageOf(removed)] };
  });

/** Puts the items into the order of the ids given, which must be all of them. */
export const changeOrder = (kind: ItemKind): Action<ShoppingList> =>
  action({ [`${kind}Order`]: List(Text, itemsMax) }, (list: ShoppingList, payload) => {
    const items = itemsOf(list, kind);
    const refuse = () =>
      invalidOperation(
        `${kind}Order must name every ${kind} of the shopping list once: ` +
          `${items.map(({ id }) => id).join(', ') || 'it has none'}.`,
      );
    const ordered = reorder(items, ({ id }) => id, payload[`${kind}Order`] ?? [], refuse);
    return sameValue(ordered, items) ? unchanged : { set: withItems(kind, ordered) };
  });

export const itemCustomFields = (kind: ItemKind): CustomFieldsLocation<ShoppingList> => ({
  resourceTypeId: holders[kind],
  names: itemNames(kind),
  find: (list, names: Names) => {
    const item = findItem(list, kind, names);
    return nestedHolder<ShoppingList, typeof item>(item, next => replaceItem(list, kind, item, next));
  },
  all: list => itemsOf(list, kind).map(({ custom }) => custom),
});
