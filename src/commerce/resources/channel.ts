import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { Address, AddressDraft } from '../values/address.js';
import { CustomFields, CustomFieldsDraft } from '../../engine/schema/customFields.js';
import { Key, List, LocalizedString, Optional, Shape, LocalizedText } from '../../engine/schema/primitives.js';
import { Named } from '../../engine/schema/Named.js';
import { Type } from '../../engine/schema/Type.js';
import { ReviewRatingStatistics } from './shared/reviewRatingStatistics.js';
import { ChannelRole } from './shared/references.js';
import { invalidOperation } from '../../base/errors/ApiError.js';
import { type ActionTable, change, set, setFrom } from '../../engine/define/actions.js';
import { resourceCustomFields, customFieldActions } from './shared/customFieldActions.js';
import { addressCustomFields, addressOf } from './shared/addresses.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { customFieldsOf } from './shared/customFields.js';

const Roles = List(ChannelRole);

/** Returns the roles of a channel. Without roles, also with an empty list, it gets the default role. */
const rolesOf = (roles: Static<typeof Roles> = []): Static<typeof Roles> =>
  roles.length === 0 ? ['InventorySupply'] : [...new Set(roles)];

/** A point on earth as longitude and latitude. */
const GeoLocation = Named(
  'GeoJsonPoint',
  Shape({
    type: Type.Literal('Point'),
    coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  }),
  { type: 'Point', input: 'GeometryInput' },
);

const plain = {
  name: Optional(LocalizedString),
  description: Optional(LocalizedString),
  geoLocation: Optional(GeoLocation),
};

const ChannelMembers = Shape({
  key: Key,
  roles: Roles,
  ...plain,
  address: Optional(Address),
  reviewRatingStatistics: Optional(ReviewRatingStatistics),
  custom: Optional(CustomFields),
});

const ChannelDraft = Shape({
  key: Key,
  roles: Optional(Roles),
  ...plain,
  address: Optional(AddressDraft),
  custom: Optional(CustomFieldsDraft),
});

export type Channel = Base & Static<typeof ChannelMembers>;

const actions: ActionTable<Channel> = {
  changeKey: change<Channel>('key', Key),
  changeName: change<Channel>('name', LocalizedText),
  changeDescription: change<Channel>('description', LocalizedText),
  setRoles: setFrom('roles', Optional(Roles), rolesOf),
  addRoles: setFrom('roles', Roles, (added, _, { roles }) => rolesOf([...roles, ...added])),
  removeRoles: setFrom('roles', Roles, (removed, _, { key, roles }) => {
    const left = roles.filter(role => !removed.includes(role));
    if (left.length === 0) throw invalidOperation(`The channel '${key}' must keep at least one role.`);
    return left;
  }),
  setAddress: setFrom('address', Optional(AddressDraft), addressOf),
  setGeoLocation: set<Channel>('geoLocation', GeoLocation),
  ...customFieldActions('Address', addressCustomFields),
  ...customFieldActions('', resourceCustomFields<Channel>('channel')),
};

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
