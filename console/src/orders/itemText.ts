import { textOf } from '../api/Resource';
import { itemsOf } from '../lines/PricedLines';
import type { Order } from './Order';

/** Returns a text such as `2 × Chair` for an item of a delivery or a return. */
export const itemText = (order: Order, id: string | undefined, quantity: number, language: string): string => {
  const item = itemsOf(order).find(each => each.id === id);
  return `${quantity} × ${textOf(item?.name, language) ?? item?.variant?.sku ?? id ?? ''}`;
};
