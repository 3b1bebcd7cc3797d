import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { addressOf } from '../shared/addresses.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions } from './actions.js';
import { type Channel, ChannelDraft, ChannelMembers, rolesOf } from './members.js';

const draft = creation<Channel, typeof ChannelDraft>(
  ChannelDraft,
  ({ roles, address, custom, ...members }, context) => ({
    members: {
      ...members,
      roles: rolesOf(roles),
      address: addressOf(address, context),
      custom: customFieldsOf(custom, 'channel', context),
    },
  }),
);

/** A warehouse, a sales channel, or a system that orders are exchanged with. */
export const channel = defineResource<Channel>({
  typeId: 'channel',
  path: 'channels',
  shared: true,
  scopes: { read: ['view_channels', 'view_products'], write: ['manage_channels', 'manage_products'] },
  resource: ChannelMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
});
