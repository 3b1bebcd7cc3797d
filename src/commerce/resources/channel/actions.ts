import { fail } from '../../../base/errors/ApiError.js';
import { type ActionTable, unchanged, action, change, set } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Key, Optional, LocalizedText } from '../../../engine/schema/primitives.js';
import { AddressDraft } from '../../values/address.js';
import type { ChannelRole } from '../shared/references.js';
import { resourceCustomFields, customFieldActions } from '../shared/customFieldActions.js';
import { addressCustomFields, addressOf } from '../shared/addresses.js';
import { type Channel, GeoLocation, Roles, rolesOf } from './members.js';

export const actions: ActionTable<Channel> = {
  changeKey: change<Channel>('key', Key),
  changeName: change<Channel>('name', LocalizedText),
  changeDescription: change<Channel>('description', LocalizedText),
  setRoles: action({ roles: Optional(Roles) }, (channel: Channel, { roles }) => withRoles(channel, rolesOf(roles))),
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
  ...customFieldActions('Address', addressCustomFields),
  ...customFieldActions('', resourceCustomFields<Channel>('channel')),
};

/** Changes the roles of a channel to a list without duplicates. A channel keeps at least one role. */
const withRoles = (channel: Channel, roles: readonly ChannelRole[]) => {
  const distinct = [...new Set(roles)];
  if (distinct.length === 0)
    throw fail('InvalidOperation', { message: `The channel '${channel.key}' must keep at least one role.` });
  return sameValue(channel.roles, distinct) ? unchanged : { set: { roles: distinct } };
};
