import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { DateTime, Key, OneOf, Optional, Shape, Text } from '../../schema/primitives.js';
import { CustomFields } from '../../schema/customFields.js';
import { KeyReference, Reference } from '../../schema/reference.js';

export const StagedQuoteState = OneOf(['InProgress', 'Sent', 'Closed']);

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

export type StagedQuote = Base & Static<typeof StagedQuoteMembers>;
