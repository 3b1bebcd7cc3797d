import { defineResource } from '../../engine/define/defineResource.js';
import type { Base } from '../../engine/define/Base.js';
import { payloadMembers } from './payloadMembers.js';
import { Integer, Optional, Shape, Text } from '../../schema/primitives.js';
import { Type } from '../../schema/Type.js';

const Identifiers = Type.Unsafe<Record<string, string>>({
  queryableMembers: ['containerAndKey'],
  type: 'object',
  patternProperties: { '^(.*)$': Text },
});

/** The members of all messages; each type adds its payload. */
const MessageMembers = Shape(
  {
    sequenceNumber: Integer,
    resource: Shape({ typeId: Text, id: Text }),
    resourceVersion: Integer,
    resourceUserProvidedIdentifiers: Optional(Identifiers),
    type: Text,
  },
  { additionalProperties: true, queryableMembers: payloadMembers },
);

/** A message about a change, written by the commit of that change (EVT001, EVT029). */
export const message = defineResource<Base>({
  typeId: 'message',
  path: 'messages',
  scopes: { read: ['view_messages'], write: [] },
  resource: MessageMembers,
  indexes: ['resource.id', 'type'],
  immutable: true,
  timeOrderedIds: true,
  // Some hold a whole order.
  compressed: 'always',
  // Kept as long as the project's configuration says (EVT030, LIM021).
  retention: { field: 'createdAt', days: ({ messages }) => messages.deleteDaysAfterCreation },
});
