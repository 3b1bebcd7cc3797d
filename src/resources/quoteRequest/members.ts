/** What a buyer asks an offer for: a cart as it was, and what becomes of the request. The order of members is the wire's. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { quotedMembers } from '../shared/quotedCart.js';
import { Key, OneOf, Optional, Shape, Text } from '../../schema/primitives.js';
import { CustomFields } from '../../schema/customFields.js';
import { Reference } from '../../schema/reference.js';

export const QuoteRequestState = OneOf(['Submitted', 'Accepted', 'Closed', 'Rejected', 'Cancelled']);

export const QuoteRequestMembers = Shape({
  key: Optional(Key),
  quoteRequestState: QuoteRequestState,
  comment: Optional(Text),
  customer: Reference('customer'),
  ...quotedMembers,
  custom: Optional(CustomFields),
  state: Optional(Reference('state')),
  purchaseOrderNumber: Optional(Text),
  cart: Optional(Reference('cart')),
});

export type QuoteRequest = Base & Static<typeof QuoteRequestMembers>;
