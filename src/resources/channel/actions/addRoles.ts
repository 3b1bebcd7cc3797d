import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { type Channel, Roles } from '../members.js';
import { withRoles } from '../withRoles.js';

export const addRoles: Action<Channel> = action({ roles: Roles }, (channel: Channel, { roles }) =>
  withRoles(channel, [...channel.roles, ...roles]),
);
