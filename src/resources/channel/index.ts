import { type Static, Type } from '@sinclair/typebox';
import { action, change, set } from '../../engine/define/actions.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Base } from '../../engine/define/Base.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { Address, AddressDraft } from '../../schema/address.js';
import { addressOf } from '../shared/addressOf.js';
import { Key, List, LocalizedString, OneOf, Optional, Shape } from '../../schema/primitives.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { onOwnAddress } from '../shared/ownAddress.js';

export const ChannelRole = OneOf(['InventorySupply', 'ProductDistribution', 'OrderExport', 'OrderImport', 'Primary']);
const Roles = List(ChannelRole);

/** A point on earth: longitude, latitude. */
const GeoLocation = Shape({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
});

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
type ChannelRole = Static<typeof ChannelRole>;

const draft = creation<Channel, typeof ChannelDraft>(
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

const withRoles = (channel: Channel, roles: readonly ChannelRole[]) => {
  const next = [...new Set(roles)];
  return sameValue(channel.roles, next) ? unchanged : { set: { roles: next } };
};

const actions: ActionTable<Channel> = {
  changeKey: change<Channel>('key', Key),
  changeName: change<Channel>('name', LocalizedString),
  changeDescription: change<Channel>('description', LocalizedString),
  setRoles: action({ roles: Roles }, (channel: Channel, { roles }) => withRoles(channel, roles)),
  addRoles: action({ roles: Roles }, (channel: Channel, { roles }) => withRoles(channel, [...channel.roles, ...roles])),
  removeRoles: action({ roles: Roles }, (channel: Channel, { roles }) =>
    withRoles(
      channel,
      channel.roles.filter(role => !roles.includes(role)),
    ),
  ),
  setAddress: action({ address: Optional(AddressDraft) }, (channel: Channel, { address: given }, context) => {
    const address = addressOf(given, context);
    return sameValue(channel.address, address) ? unchanged : { set: { address } };
  }),
  setGeoLocation: set<Channel>('geoLocation', GeoLocation),
  setAddressCustomType: setCustomType(onOwnAddress<Channel>('channel')),
  setAddressCustomField: setCustomField(onOwnAddress<Channel>('channel')),
  setCustomType: setCustomType(ownCustom<Channel>('channel')),
  setCustomField: setCustomField(ownCustom<Channel>('channel')),
};

/** Where stock lies, goods are sold, and orders are exchanged with. */
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
