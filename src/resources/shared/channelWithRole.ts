import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import type { Identifier, ReferenceValue } from '../../schema/reference.js';
import type { Channel } from '../channel/index.js';

/** The reference to a channel that has a role; the identifier's schema must say `load: true`. */
export const channelWithRole = (
  identifier: Identifier,
  role: Channel['roles'][number],
  context: Context,
): ReferenceValue<'channel'> => {
  const channel = context.reference('channel', identifier);
  if (!context.load<Channel>('channel', identifier).roles.includes(role))
    throw fail('MissingRoleOnChannel', { channel, missingRole: role });
  return channel;
};
