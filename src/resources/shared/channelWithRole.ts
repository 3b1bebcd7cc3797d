import type { Base } from '../../engine/define/Base.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { Identifier, ReferenceValue } from '../../schema/reference.js';
import type { ChannelRole } from './ChannelRole.js';

/** The stored member that tells the roles of a channel; declared here since the resource type imports this folder. */
interface HasRoles {
  readonly roles: readonly ChannelRole[];
}

/** Refers to a channel and refuses one without the role; the schema of the identifier must say `load: true`. */
export const channelWithRole = (
  identifier: Identifier,
  role: ChannelRole,
  context: Context,
): ReferenceValue<'channel'> => {
  const channel = context.reference('channel', identifier);
  if (!context.load<Base & HasRoles>('channel', identifier).roles.includes(role))
    throw fail('MissingRoleOnChannel', { channel, missingRole: role });
  return channel;
};
