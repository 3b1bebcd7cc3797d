import { Snapshot } from '../../../engine/define/Message.js';
import { Flag, Optional } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { type QuoteRequest, QuoteRequestState } from './members.js';

export const messages = {
  QuoteRequestCreated: { quoteRequest: Snapshot<QuoteRequest>('quote-request') },
  QuoteRequestDeleted: {},
  QuoteRequestCustomerChanged: { customer: Reference('customer'), previousCustomer: Optional(Reference('customer')) },
  QuoteRequestStateChanged: { quoteRequestState: QuoteRequestState, oldQuoteRequestState: QuoteRequestState },
  QuoteRequestStateTransition: { state: Reference('state'), oldState: Optional(Reference('state')), force: Flag },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly quoteRequest: typeof messages;
  }
}
