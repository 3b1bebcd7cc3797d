import { defineResource } from '../../../engine/define/defineResource.js';
import { actions, myActions } from './actions.js';
import { draft, myDraft } from './draft.js';
import { type QuoteRequest, QuoteRequestMembers } from './members.js';
import { messages } from './messages.js';

export type { QuoteRequest } from './members.js';

/** Quote requests: buyers request a quote for a cart. */
export const quoteRequest = defineResource<QuoteRequest>({
  typeId: 'quote-request',
  path: 'quote-requests',
  scopes: { read: ['view_quote_requests'], write: ['manage_quote_requests'] },
  resource: QuoteRequestMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: [
    'customer.id',
    'quoteRequestState',
    'store.key',
    'cart.id',
    'state.id',
    'lineItems.productId',
    'lineItems.variant.sku',
  ],
  storeField: 'store',
  own: { scopes: ['manage_my_quote_requests'], by: 'customer', draft: myDraft, actions: myActions },
  messages,
  removal: { messages: () => [{ type: 'QuoteRequestDeleted' }], erasable: true },
});
