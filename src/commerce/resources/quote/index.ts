import { defineResource } from '../../../engine/define/defineResource.js';
import { actions, myActions } from './actions.js';
import { draft } from './draft.js';
import { type Quote, QuoteMembers } from './members.js';
import { messages } from './messages.js';

export type { Quote } from './members.js';

/** Quotes: offers that buyers can order (ORD056, ORD065). */
export const quote = defineResource<Quote>({
  typeId: 'quote',
  path: 'quotes',
  scopes: { read: ['view_quotes'], write: ['manage_quotes'] },
  resource: QuoteMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: [
    'customer.id',
    'quoteRequest.id',
    'stagedQuote.id',
    'quoteState',
    'store.key',
    'state.id',
    'lineItems.productId',
    'lineItems.variant.sku',
  ],
  storeField: 'store',
  own: { scopes: ['manage_my_quotes'], by: 'customer', actions: myActions },
  messages,
  removal: { messages: () => [{ type: 'QuoteDeleted' }], erasable: true },
});
