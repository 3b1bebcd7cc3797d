/** Adds an order to the sums of a project: orders and revenue by hour and market, and sold products by day. */
import type { Total } from '../../../store/ChangeSet.js';
import type { Order } from './members.js';

/** Stands for a country or store that an order does not have. */
const none = '-';

const quantities = (order: Order): ReadonlyMap<string, number> => {
  const sold = new Map<string, number>();
  for (const { productId, quantity } of order.lineItems)
    if (productId !== undefined) sold.set(productId, (sold.get(productId) ?? 0) + quantity);
  return sold;
};

/** Returns the amounts that an order adds; a cancelled order adds none. */
const totalsOf = (order: Order): readonly Total[] => {
  const { createdAt, orderState, totalPrice, country = none, store } = order;
  if (orderState === 'Cancelled') return [];
  const [day = '', time = ''] = createdAt.split('T');
  const market = `${time.slice(0, 2)} ${totalPrice.currencyCode} ${country} ${store?.key ?? none}`;
  return [
    { name: 'orders', day, member: `${market} count`, amount: 1 },
    { name: 'orders', day, member: `${market} cents`, amount: totalPrice.centAmount },
    ...[...quantities(order)].map(([productId, amount]) => ({ name: 'sold', day, member: productId, amount })),
  ];
};

export const totals = {
  names: ['orders', 'sold'],
  from: ['orderState', 'totalPrice', 'lineItems', 'country', 'store'],
  of: totalsOf,
} as const;

/** Identifies the sum of the orders or the revenue of one hour in UTC, one currency and one market. */
export interface OrderTotal {
  readonly hour: string;
  readonly currency: string;
  readonly country?: string;
  readonly storeKey?: string;
  readonly sum: 'count' | 'cents';
}

/** Parses the member name of a sum of `orders`. */
export const parseOrderTotal = (day: string, member: string): OrderTotal => {
  const [hour, currency = '', country, storeKey, sum] = member.split(' ');
  return {
    hour: `${day}T${hour}:00:00.000Z`,
    currency,
    ...(country !== none && { country }),
    ...(storeKey !== none && { storeKey }),
    sum: sum as OrderTotal['sum'],
  };
};
