import { fail } from '../../errors/ApiError.js';
import type { Cart } from '../shared/cartMembers.js';

/** Refuses an external tax where the tax mode of the cart does not take it. */
export const assertTaxMode = ({ taxMode }: Cart, wanted: Cart['taxMode']): void => {
  if (taxMode !== wanted)
    throw fail('InvalidOperation', {
      message: `The taxMode of the cart is ${taxMode}; expected ${wanted} for this external tax.`,
    });
};
