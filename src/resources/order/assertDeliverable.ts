import { fail } from '../../errors/ApiError.js';
import type { Delivery } from '../shared/delivery.js';
import type { Order } from './members.js';

/**
 * Refuses deliveries of items that the order does not have. Quantities are not checked, since deliveries may be planned
 * ahead.
 */
export const assertDeliverable = ({ lineItems, customLineItems }: Order, items: Delivery['items']): void => {
  const unknown = items.find(
    ({ id }) => !lineItems.some(item => item.id === id) && !customLineItems.some(item => item.id === id),
  );
  if (unknown !== undefined)
    throw fail('InvalidOperation', {
      message: `The order has no line item or custom line item with id '${unknown.id}'.`,
    });
};
