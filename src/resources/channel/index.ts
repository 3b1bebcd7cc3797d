import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type Channel, ChannelMembers } from './members.js';

/** A warehouse, a sales channel, or a system that orders are exchanged with. */
export const channel = defineResource<Channel>({
  typeId: 'channel',
  path: 'channels',
  scopes: { read: ['view_products'], write: ['manage_products'] },
  resource: ChannelMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
});
