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
  // The channels of line items are not shown, since buyers write these references.
  behindReferences: {
    places: {
      'price.channel': 'the price is for sales in the channel',
      'prices.channel': 'as above',
      'recurrencePrices.channel': 'as above',
      'results.channel': 'the product shows its stock in the channel',
    },
    members: {
      key: 'programs tell the channels apart by it',
      name: 'shops write where something is sold or in stock',
      description: 'as above',
    },
  },
});
