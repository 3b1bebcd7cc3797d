import { fail } from '../../errors/ApiError.js';

/** Refuses discount codes beside direct discounts, and direct discounts beside discount codes (ORD030). */
export const assertNoOtherDiscounts = (list: readonly unknown[], held: string, added: string): void => {
  if (list.length > 0)
    throw fail('InvalidOperation', { message: `The cart has ${held}, which exclude ${added}; remove them first.` });
};
