import { creation } from '../../engine/define/defineResource.js';
import { addressOf } from '../shared/addressOf.js';
import { customFieldsOf } from '../shared/customFields.js';
import { type Channel, ChannelDraft } from './members.js';

export const draft = creation<Channel, typeof ChannelDraft>(
  ChannelDraft,
  ({ roles = ['InventorySupply'], address, custom, ...members }, context) => ({
    members: {
      ...members,
      roles: [...new Set(roles)],
      address: addressOf(address, context),
      custom: customFieldsOf(custom, 'channel', context),
    },
  }),
);
