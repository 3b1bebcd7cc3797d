import { fail } from '../../../errors/ApiError.js';
import type { Order } from '../members.js';

/** ORD061, ORD108: an order is sent somewhere. */
export const assertShippable = ({ shippingAddress }: Pick<Order, 'shippingAddress'>): void => {
  if (shippingAddress === undefined)
    throw fail('InvalidOperation', { message: 'There is no shippingAddress; an order is sent somewhere.' });
};
