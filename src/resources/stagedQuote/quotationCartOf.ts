import type { Members } from '../../engine/define/Base.js';
import type { Cart } from '../shared/cartMembers.js';
import { cartMembersOf } from '../shared/quotedCart.js';
import type { QuoteRequest } from '../quoteRequest/index.js';

/** The cart in which a seller prepares a quote, with the members of the quote request. It is not deleted by age. */
export const quotationCartOf = (request: QuoteRequest): Members<Cart> => ({
  ...cartMembersOf(request),
  totalLineItemQuantity:
    request.lineItems.length === 0 ? undefined : request.lineItems.reduce((all, { quantity }) => all + quantity, 0),
  cartState: 'Active',
});
