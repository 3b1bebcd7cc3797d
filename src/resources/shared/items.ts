/** Line items and custom line items, which actions name by id or by key. */
import type { TOptional, TString } from '@sinclair/typebox';
import { Optional, Text } from '../../schema/primitives.js';
import type { CustomLineItem } from './customLineItem.js';
import type { LineItem } from './lineItem.js';
import { findElement, replaceElement } from './listElements.js';

/** The kinds of items, as actions and messages name them. */
export type ItemKind = 'lineItem' | 'customLineItem';

interface ItemTypes {
  readonly lineItem: LineItem;
  readonly customLineItem: CustomLineItem;
}

/** A resource with both kinds of items. */
export interface ItemHolder {
  readonly lineItems: LineItem[];
  readonly customLineItems: CustomLineItem[];
}

const fieldNames = { lineItem: 'lineItems', customLineItem: 'customLineItems' } as const;

const itemsOf = <K extends ItemKind>({ lineItems, customLineItems }: ItemHolder, kind: K): readonly ItemTypes[K][] => {
  const lists: { readonly [T in ItemKind]: readonly ItemTypes[T][] } = {
    lineItem: lineItems,
    customLineItem: customLineItems,
  };
  return lists[kind];
};

/** Payload members that name an item: `lineItemId`, `lineItemKey`. */
export const itemNames = <K extends ItemKind>(kind: K) =>
  ({ [`${kind}Id`]: Optional(Text), [`${kind}Key`]: Optional(Text) }) as Record<
    `${K}Id` | `${K}Key`,
    TOptional<TString>
  >;

/** The item that a payload names; `holderNoun` is the word of error messages for the resource. */
export const findItem = <K extends ItemKind>(
  holder: ItemHolder,
  kind: K,
  names: Readonly<Record<string, unknown>>,
  holderNoun = 'order',
): ItemTypes[K] =>
  findElement(
    itemsOf(holder, kind),
    { id: names[`${kind}Id`] as string | undefined, key: names[`${kind}Key`] as string | undefined },
    kind,
    holderNoun,
  );

/** The change of the resource that replaces an item. */
export const replaceItem = <K extends ItemKind>(
  holder: ItemHolder,
  kind: K,
  old: ItemTypes[K],
  next: ItemTypes[K],
): Partial<ItemHolder> => ({ [fieldNames[kind]]: replaceElement(itemsOf(holder, kind), old, next) });

/** Members of messages that name an item. */
export const itemMessageMembers = (
  kind: ItemKind,
  { id, key }: { readonly id: string; readonly key?: string },
): Record<string, string | undefined> => ({ [`${kind}Id`]: id, [`${kind}Key`]: key });
