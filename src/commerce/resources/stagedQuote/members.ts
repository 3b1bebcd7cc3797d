import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
import { DateTime, Key, OneOf, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { CustomFields } from '../../../engine/schema/customFields.js';
import { KeyReference, Reference } from '../../../engine/schema/reference.js';

export const StagedQuoteState = Named('StagedQuoteState', OneOf(['InProgress', 'Sent', 'Closed']));

export const StagedQuoteMembers = Shape({
  key: Optional(Key),
  stagedQuoteState: StagedQuoteState,
  customer: Optional(Reference('customer')),
  quoteRequest: Reference('quote-request'),
  quotationCart: Reference('cart'),
  validTo: Optional(DateTime),
  sellerComment: Optional(Text),
  custom: Optional(CustomFields),
  state: Optional(Reference('state')),
  purchaseOrderNumber: Optional(Text),
  businessUnit: Optional(KeyReference('business-unit')),
  store: Optional(KeyReference('store')),
});

export type StagedQuote = Base & Static<typeof StagedQuoteMembers> & Sends<'stagedQuote'>;
