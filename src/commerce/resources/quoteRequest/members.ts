/** The members of quote requests, in their order on the wire. */
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
import { quotedMembers } from '../shared/cartAndOrder/quotedCart.js';
import { Key, OneOf, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { CustomFields } from '../../../engine/schema/customFields.js';
import { Reference } from '../../../engine/schema/reference.js';

export const QuoteRequestState = Named(
  'QuoteRequestState',
  OneOf(['Submitted', 'Accepted', 'Closed', 'Rejected', 'Cancelled']),
);

export const QuoteRequestMembers = Shape({
  key: Optional(Key),
  quoteRequestState: QuoteRequestState,
  comment: Optional(Text),
  // Absent once the customer was erased with all related data.
  customer: Optional(Reference('customer')),
  ...quotedMembers,
  custom: Optional(CustomFields),
  state: Optional(Reference('state')),
  purchaseOrderNumber: Optional(Text),
  cart: Optional(Reference('cart')),
});

export type QuoteRequest = Base & Static<typeof QuoteRequestMembers> & Sends<'quoteRequest'>;
