/** Items of a cart, as its actions name them: the same lists as an order's (order/items.ts). */
import { type ItemKind, itemNames } from '../shared/items.js';
import { findElement, replaceElement } from '../shared/listElements.js';
import type { Cart } from '../shared/cartMembers.js';
import type { LineItem } from '../shared/lineItem.js';
import type { CustomLineItem } from '../shared/customLineItem.js';

interface Items {
  readonly lineItem: LineItem;
  readonly customLineItem: CustomLineItem;
}

const fields = { lineItem: 'lineItems', customLineItem: 'customLineItems' } as const;

export { itemNames };

export const pickItem = <K extends ItemKind>(cart: Cart, kind: K, names: Readonly<Record<string, unknown>>): Items[K] =>
  findElement(
    cart[fields[kind]] as unknown as readonly Items[K][],
    { id: names[`${kind}Id`] as string | undefined, key: names[`${kind}Key`] as string | undefined },
    kind,
    'cart',
  );

export const withItem = <K extends ItemKind>(cart: Cart, kind: K, old: Items[K], next: Items[K]): Partial<Cart> => ({
  [fields[kind]]: replaceElement(cart[fields[kind]] as unknown as readonly Items[K][], old, next),
});
