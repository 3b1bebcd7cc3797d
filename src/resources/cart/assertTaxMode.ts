import { fail } from '../../errors/ApiError.js';
import type { Cart } from '../shared/cartMembers.js';

/** A tax from outside is for carts that take theirs from there. */
export const assertTaxMode = ({ taxMode }: Cart, wanted: Cart['taxMode']): void => {
  if (taxMode !== wanted)
    throw fail('InvalidOperation', {
      message: `The taxMode of the cart is ${taxMode}; expected ${wanted} for this tax from outside.`,
    });
};
