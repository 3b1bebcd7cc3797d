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
});
