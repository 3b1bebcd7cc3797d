import type { Members } from '../../engine/defineResource.js';
import type { Cart } from '../cart/index.js';
import { copyOf } from '../quote/copied.js';
import type { QuoteRequest } from '../quoteRequest/index.js';

/** The cart that a seller works the offer out in: what was asked for, kept for as long as there is an offer. Payments stay with the buyer's cart. */
export const quotationCartOf = (request: QuoteRequest): Members<Cart> => ({
  ...copyOf(request),
  paymentInfo: undefined,
  customerId: request.customer.id,
  totalLineItemQuantity: request.lineItems.length === 0 ? undefined : request.lineItems.reduce((all, { quantity }) => all + quantity, 0),
  purchaseOrderNumber: request.purchaseOrderNumber,
  cartState: 'Active',
  shippingMode: 'Single',
  shipping: [],
  discountCodes: [],
  refusedGifts: [],
  origin: 'Quote',
});
