import { Snapshot } from '../../../engine/define/Message.js';
import { DateTime, Flag, Optional, Text } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { type StagedQuote, StagedQuoteState } from './members.js';

export const messages = {
  StagedQuoteCreated: { stagedQuote: Snapshot<StagedQuote>('staged-quote') },
  StagedQuoteDeleted: {},
  StagedQuoteSellerCommentSet: { sellerComment: Optional(Text) },
  StagedQuoteStateChanged: { stagedQuoteState: StagedQuoteState, oldStagedQuoteState: StagedQuoteState },
  StagedQuoteStateTransition: { state: Reference('state'), oldState: Optional(Reference('state')), force: Flag },
  StagedQuoteValidToSet: { validTo: Optional(DateTime) },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly stagedQuote: typeof messages;
  }
}
