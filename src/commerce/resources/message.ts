import { defineResource } from '../../engine/define/defineResource.js';
import type { Base } from '../../engine/define/Base.js';
import type { MessageTable } from '../../engine/define/Message.js';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { Integer, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import { Type } from '../../engine/schema/Type.js';

const Identifiers = Type.Unsafe<Record<string, string>>({
  queryableMembers: ['containerAndKey'],
  type: 'object',
  patternProperties: { '^(.*)$': Text },
});

const members = {
  sequenceNumber: Integer,
  resource: Shape({ typeId: Text, id: Text }),
  resourceVersion: Integer,
  resourceUserProvidedIdentifiers: Optional(Identifiers),
  type: Text,
};

/**
 * The members of all messages. Queries may name those of any payload, though each message has only those of its type.
 */
const messageMembers = (payloads: MessageTable) =>
  Shape(members, {
    additionalProperties: true,
    queryableMembers: [...new Set(Object.values(payloads).flatMap(payload => Object.keys(payload)))],
  });

/**
 * Collects the messages that resource types declare. Refuses to start if two types declare the same message, or if a
 * snapshot is of another type.
 */
const declaredMessages = (senders: readonly ResourceDefinition[]): MessageTable => {
  const payloads: Record<string, MessageTable[string]> = {};
  for (const { typeId, messages, messaging } of senders)
    for (const [type, payload] of Object.entries({ ...messages, ...messaging?.unsent })) {
      // The two types of customers' tokens have one table.
      if (Object.hasOwn(payloads, type) && payloads[type] !== payload)
        throw new Error(`the message ${type} of ${typeId} is also one of another resource type`);
      for (const [member, { snapshotOf = typeId }] of Object.entries(payload))
        if (snapshotOf !== typeId)
          throw new Error(`the message ${type} of ${typeId} holds a snapshot of ${String(snapshotOf)} in ${member}`);
      payloads[type] = payload;
    }
  return payloads;
};

/** A message about a change, written by the commit of that change (EVT001, EVT029). */
export const messageOf = (senders: readonly ResourceDefinition[]): ResourceDefinition => {
  const payloads = declaredMessages(senders);
  return defineResource<Base>({
    typeId: 'message',
    path: 'messages',
    scopes: { read: ['view_messages'], write: [] },
    resource: messageMembers(payloads),
    messaging: { payloads },
    indexes: ['resource.id', 'type'],
    storage: {
      immutable: true,
      timeOrderedIds: true,
      // Some messages hold a whole order.
      compressed: true,
    },
    // The configuration of the project sets the retention (EVT030, LIM021).
    retention: { field: 'createdAt', days: ({ messages }) => messages.deleteDaysAfterCreation },
  });
};
