import { fail } from '../../../errors/ApiError.js';
import type { Order } from '../members.js';

type ShippedMembers = Pick<Order, 'shippingAddress' | 'lineItems' | 'customLineItems'>;

/** Refuses an order without a shipping address (ORD061, ORD108), and says so if there is nothing to send either. */
export const assertShippable = (
  { shippingAddress, lineItems, customLineItems }: ShippedMembers,
  source: 'cart' | 'quote',
): void => {
  if (shippingAddress !== undefined) return;
  if (lineItems.length === 0 && customLineItems.length === 0)
    throw fail('InvalidOperation', {
      message: `The ${source} is empty: it has no line items, no custom line items and no shippingAddress.`,
    });
  throw fail('InvalidOperation', { message: 'There is no shippingAddress; an order is sent somewhere.' });
};
