import { fail } from '../../../errors/ApiError.js';
import type { Order } from '../members.js';

/** Refuses an order without a shipping address (ORD061, ORD108). */
export const assertShippable = ({ shippingAddress }: Pick<Order, 'shippingAddress'>): void => {
  if (shippingAddress === undefined)
    throw fail('InvalidOperation', { message: 'There is no shippingAddress; an order is sent somewhere.' });
};
