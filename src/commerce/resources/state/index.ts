import { defineResource } from '../../../engine/define/defineResource.js';
import { fail } from '../../../base/errors/ApiError.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type State, StateMembers } from './members.js';

export type { State } from './members.js';

/** Workflow States (STATE001 to STATE060). */
export const state = defineResource<State>({
  typeId: 'state',
  path: 'states',
  shared: true,
  // The table of scopes adds the deprecated scopes (STATE029 to STATE031).
  scopes: { read: ['view_states'], write: ['manage_states'] },
  resource: StateMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: ['type'],
  removalMessages: ({ builtIn, key }) => {
    if (builtIn) throw fail('InvalidOperation', { message: `The State '${key}' is built in and cannot be deleted.` });
    return [];
  },
  behindReferences: {
    places: {
      'order.state': 'the progress of an order',
      'state.state': 'the progress of an item',
      'paymentStatus.state': 'the progress of a payment',
      'quote-request.state': 'the progress of a negotiation',
      'quote.state': 'as above',
    },
    members: {
      key: 'programs tell the states apart by it',
      name: 'shops write it in the order',
      description: 'as above',
      type: 'the place of the reference tells it',
      roles: 'shops offer a return by it',
      initial: 'tells that nothing has been done yet',
      builtIn: 'the documentation lists the built-in states',
    },
  },
});
