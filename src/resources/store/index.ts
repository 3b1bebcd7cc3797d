import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type Store, StoreMembers } from './members.js';

/** A store, which separates orders and customers (ORD010) and limits what customers see. */
export const store = defineResource<Store>({
  typeId: 'store',
  path: 'stores',
  scopes: { read: ['view_stores'], write: ['manage_stores'] },
  resource: StoreMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  identifiers: ['key'],
  sendsMessages: true,
  removalMessages: () => [{ type: 'StoreDeleted' }],
});
