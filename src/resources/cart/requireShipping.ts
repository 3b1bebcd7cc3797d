import { fail } from '../../errors/ApiError.js';
import type { Cart } from '../shared/cartMembers.js';

export /** The shipping info of a cart whose tax is set. */
const requireShipping = ({ shippingInfo }: Cart): NonNullable<Cart['shippingInfo']> => {
  if (shippingInfo === undefined)
    throw fail('InvalidOperation', { message: 'The cart has no shipping method whose tax could be set.' });
  return shippingInfo;
};
