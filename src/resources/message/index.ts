import { Type } from '@sinclair/typebox';
import { defineResource } from '../../engine/define/defineResource.js';
import type { Base } from '../../engine/define/Base.js';
import { Integer, Optional, Shape, Text } from '../../schema/primitives.js';

/** What all messages have; the payload of each type stands beside it. */
const MessageMembers = Shape(
  {
    sequenceNumber: Integer,
    resource: Shape({ typeId: Text, id: Text }),
    resourceVersion: Integer,
    resourceUserProvidedIdentifiers: Optional(Type.Record(Text, Text)),
    type: Text,
  },
  { additionalProperties: true },
);

/** Messages are written by the commits they tell about, and read here (EVT001, EVT029). */
export const message = defineResource<Base>({
  typeId: 'message',
  path: 'messages',
  scopes: { read: ['view_messages'], write: [] },
  resource: MessageMembers,
  indexes: ['resource.id', 'type'],
  immutable: true,
  // EVT030, LIM021
  retention: { field: 'createdAt', days: ({ messages }) => messages.deleteDaysAfterCreation },
});
