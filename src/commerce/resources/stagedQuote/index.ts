import { defineResource } from '../../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type StagedQuote, StagedQuoteMembers } from './members.js';
import { messages } from './messages.js';

export type { StagedQuote } from './members.js';

/** Staged quotes: quotes in preparation. The quotation cart holds the offer. */
export const stagedQuote = defineResource<StagedQuote>({
  typeId: 'staged-quote',
  visibility: { merchantOnly: true },
  path: 'staged-quotes',
  scopes: { read: ['view_staged_quotes'], write: ['manage_staged_quotes'] },
  resource: StagedQuoteMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: ['customer.id', 'quoteRequest.id', 'stagedQuoteState', 'store.key', 'state.id'],
  storeField: 'store',
  messages,
  removal: { messages: () => [{ type: 'StagedQuoteDeleted' }], erasable: true },
  behindReferences: 'it is the draft of the merchant',
});
