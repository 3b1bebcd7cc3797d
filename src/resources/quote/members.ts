import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { DateTime, Key, OneOf, Optional, Shape, Text } from '../../schema/primitives.js';
import { CustomFields } from '../../schema/customFields.js';
import { Reference } from '../../schema/reference.js';
import { quotedMembers } from '../shared/quotedCart.js';

/** States that changeQuoteState may set. `requestQuoteRenegotiation` sets DeclinedForRenegotiation. */
const settable = ['Pending', 'RenegotiationAddressed', 'Accepted', 'Declined', 'Withdrawn'] as const;
export const SettableQuoteState = OneOf(settable);
/** States that buyers may set. */
export const MyQuoteState = OneOf(['Accepted', 'Declined']);
const QuoteState = OneOf([...settable, 'DeclinedForRenegotiation']);

export const QuoteMembers = Shape({
  key: Optional(Key),
  quoteRequest: Reference('quote-request'),
  stagedQuote: Reference('staged-quote'),
  customer: Optional(Reference('customer')),
  validTo: Optional(DateTime),
  sellerComment: Optional(Text),
  buyerComment: Optional(Text),
  ...quotedMembers,
  custom: Optional(CustomFields),
  quoteState: QuoteState,
  state: Optional(Reference('state')),
  purchaseOrderNumber: Optional(Text),
});

export type Quote = Base & Static<typeof QuoteMembers>;
