import { fail } from '../../errors/ApiError.js';

/** ORD030: one kind of discounts at a time. */
export const assertNone = (list: readonly unknown[], held: string, added: string): void => {
  if (list.length > 0)
    throw fail('InvalidOperation', { message: `The cart has ${held}, which exclude ${added}; remove them first.` });
};
