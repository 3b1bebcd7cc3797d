import { DateTime, Flag, Integer, Optional, Shape, Text } from '../../schema/primitives.js';
import { Reference } from '../../schema/reference.js';

/** The creator of a version (GEN035, GEN036). The server knows neither users nor associates of business units. */
export const Creator = Shape(
  {
    clientId: Optional(Text),
    isPlatformClient: Flag,
    externalUserId: Optional(Text),
    anonymousId: Optional(Text),
    customer: Optional(Reference('customer')),
  },
  { queryableMembers: ['user', 'associate', 'attributedTo'] },
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
