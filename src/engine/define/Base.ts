import type { Document } from '../document/Document.js';
import { DateTime, Flag, Integer, Optional, Shape, Text } from '../schema/primitives.js';
import { Reference } from '../schema/reference.js';
import { Named } from '../schema/Named.js';

declare const tableName: unique symbol;

/**
 * Names the table of the messages of a resource: `type Order = Base & Static<…> & Sends<'order'>`. Without it an action
 * with a message does not compile. No resource has the member.
 */
export interface Sends<Name extends string> {
  readonly [tableName]?: Name;
}

/** The member of Sends, which copies of members leave out. */
export type TableName = typeof tableName;

/** The client of a request, as `createdBy` and `lastModifiedBy` name it (GEN036). */
export interface Client {
  readonly clientId?: string;
  readonly anonymousId?: string;
  readonly customerId?: string;
  readonly externalUserId?: string;
}

/** The members that every stored resource has (GEN029 to GEN036). */
export interface Base {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly lastModifiedAt: string;
  readonly createdBy?: unknown;
  readonly lastModifiedBy?: unknown;
  readonly lastMessageSequenceNumber?: number;
}

/** A resource type's own members: all but those that the engine sets. */
export type Members<R> = Omit<R, keyof Base | TableName>;

/** All members by name, including optional ones: a copy that lacks one fails to compile. */
export type EveryMember<R> = { [Name in keyof Required<Members<R>>]: Members<R>[Name] };

/** A stored resource: its bytes, and a view of its members. */
export interface StoredResource {
  readonly document: Document;
  readonly resource: Base;
}

/** A stored resource that declares what others may hold, as it was read. */
export interface StoredDefinition extends Pick<StoredResource, 'resource'> {
  readonly typeId: string;
}

/** The creator of a version (GEN035, GEN036). The server knows neither users nor associates of business units. */
export const Creator = Named(
  'CreatedBy',
  Shape(
    {
      clientId: Optional(Text),
      isPlatformClient: Flag,
      externalUserId: Optional(Text),
      anonymousId: Optional(Text),
      customer: Optional(Reference('customer')),
    },
    { queryableMembers: ['user', 'associate', 'attributedTo'] },
  ),
  { type: 'Initiator' },
);

/** The members of `Base`, in wire order. */
export const BaseShape = Shape({
  id: Text,
  version: Integer,
  createdAt: DateTime,
  lastModifiedAt: DateTime,
  createdBy: Optional(Creator),
  lastModifiedBy: Optional(Creator),
  lastMessageSequenceNumber: Optional(Integer),
});
