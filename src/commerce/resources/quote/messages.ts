import { Snapshot } from '../../../engine/define/Message.js';
import { Flag, Optional, Text } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { type Quote, QuoteState } from './members.js';

export const messages = {
  QuoteCreated: { quote: Snapshot<Quote>('quote') },
  QuoteDeleted: {},
  QuoteCustomerChanged: { customer: Reference('customer'), previousCustomer: Optional(Reference('customer')) },
  QuoteRenegotiationRequested: { buyerComment: Optional(Text) },
  QuoteStateChanged: { quoteState: QuoteState, oldQuoteState: QuoteState },
  QuoteStateTransition: { state: Reference('state'), oldState: Optional(Reference('state')), force: Flag },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly quote: typeof messages;
  }
}
