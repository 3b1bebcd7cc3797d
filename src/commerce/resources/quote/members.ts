import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
import { DateTime, Key, OneOf, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { CustomFields } from '../../../engine/schema/customFields.js';
import { Reference } from '../../../engine/schema/reference.js';
import { quotedMembers } from '../shared/cartAndOrder/quotedCart.js';

/** States that changeQuoteState may set. `requestQuoteRenegotiation` sets DeclinedForRenegotiation. */
const settable = ['Pending', 'RenegotiationAddressed', 'Accepted', 'Declined', 'Withdrawn'] as const;
export const SettableQuoteState = Named('SettableQuoteState', OneOf(settable), { input: 'QuoteState' });
/** States that buyers may set. */
export const MyQuoteState = Named('MyQuoteState', OneOf(['Accepted', 'Declined']));
export const QuoteState = Named('QuoteState', OneOf([...settable, 'DeclinedForRenegotiation']));

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

export type Quote = Base & Static<typeof QuoteMembers> & Sends<'quote'>;
