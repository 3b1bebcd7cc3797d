/** Line items and custom line items: actions treat both alike, and name them by id or key. */
import type { TOptional, TString } from '@sinclair/typebox';
import { Optional, Text } from '../../schema/primitives.js';
import type { Order } from '../order/members.js';
import { findElement, replaceElement } from './listElements.js';

/** The two lists of an order, and what actions and messages call their elements. */
export type ItemKind = 'lineItem' | 'customLineItem';

const fieldOf = { lineItem: 'lineItems', customLineItem: 'customLineItems' } as const;

type ItemOf<K extends ItemKind> = Order[(typeof fieldOf)[K]][number];

/** Payload members that name an item: `lineItemId`, `lineItemKey`. */
export const itemNames = <K extends ItemKind>(kind: K) =>
  ({ [`${kind}Id`]: Optional(Text), [`${kind}Key`]: Optional(Text) }) as Record<
    `${K}Id` | `${K}Key`,
    TOptional<TString>
  >;

export const findItem = <K extends ItemKind>(
  order: Order,
  kind: K,
  names: Readonly<Record<string, unknown>>,
): ItemOf<K> =>
  findElement(
    order[fieldOf[kind]] as readonly ItemOf<K>[],
    { id: names[`${kind}Id`] as string | undefined, key: names[`${kind}Key`] as string | undefined },
    kind,
  );

export const replaceItem = <K extends ItemKind>(
  order: Order,
  kind: K,
  old: ItemOf<K>,
  next: ItemOf<K>,
): Partial<Order> => ({ [fieldOf[kind]]: replaceElement(order[fieldOf[kind]] as readonly ItemOf<K>[], old, next) });

/** What messages say of an item. */
export const itemMessageMembers = (
  kind: ItemKind,
  { id, key }: { readonly id: string; readonly key?: string },
): Record<string, string | undefined> => ({ [`${kind}Id`]: id, [`${kind}Key`]: key });
