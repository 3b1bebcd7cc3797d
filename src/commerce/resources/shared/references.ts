/** References to channels with a role, and to stores. */
import { distinctBy } from './listElements.js';
import { Named } from '../../../engine/schema/Named.js';
import type { Static } from '@sinclair/typebox';
import { fail } from '../../../base/errors/ApiError.js';
import type { Base } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import { OneOf } from '../../../engine/schema/primitives.js';
import type { Identifier, KeyReferenceValue, ReferenceValue } from '../../../engine/schema/reference.js';

export const ChannelRole = Named(
  'ChannelRole',
  OneOf(['InventorySupply', 'ProductDistribution', 'OrderExport', 'OrderImport', 'Primary']),
);
export type ChannelRole = Static<typeof ChannelRole>;

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
    throw fail('MissingRoleOnChannel', { channel, channelName: identifier.key ?? channel.id, missingRole: role });
  return channel;
};

/** Converts identifiers of stores to references by key, without duplicates. */
export const toStoreReferences = (identifiers: readonly Identifier[], context: Context): KeyReferenceValue<'store'>[] =>
  distinctBy(
    identifiers.map(identifier => context.keyReference('store', identifier)),
    ({ key }) => key,
  );
