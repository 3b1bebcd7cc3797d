import { unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import type { ChannelRole } from '../shared/ChannelRole.js';
import type { Channel } from './members.js';

/** Changes the roles of a channel to a list without duplicates. */
export const withRoles = (channel: Channel, roles: readonly ChannelRole[]) => {
  const distinct = [...new Set(roles)];
  return sameValue(channel.roles, distinct) ? unchanged : { set: { roles: distinct } };
};
