import type { Members } from '../../engine/define/Base.js';
import type { Cart } from '../shared/cartMembers.js';
import { cartMembersOf } from '../shared/quotedCart.js';
import type { QuoteRequest } from '../quoteRequest/index.js';

/** The cart that a seller works the offer out in: what was asked for, kept for as long as there is an offer. */
export const quotationCartOf = (request: QuoteRequest): Members<Cart> => ({
  ...cartMembersOf(request),
  totalLineItemQuantity:
    request.lineItems.length === 0 ? undefined : request.lineItems.reduce((all, { quantity }) => all + quantity, 0),
  cartState: 'Active',
});
