/** Messages: resources of their own, written in the commit of what they tell about (EVT001). */
import type { ResourceWrite } from '../../store/ChangeSet.js';
import type { MessageDraft } from '../define/Change.js';
import type { Client } from '../define/Client.js';
import type { Context } from '../define/Context.js';
import type { Base } from '../define/Base.js';
import { toJsonText } from '../document/toJsonText.js';
import { indexDelta } from './indexDelta.js';
import type { ResourceType } from '../define/ResourceType.js';
import { creatorOf } from './creatorOf.js';

const bare = { added: [], removed: [] };

const identifiersOf = (resourceType: ResourceType, resource: Base): Record<string, unknown> | undefined => {
  let identifiers: Record<string, unknown> | undefined;
  for (const field of resourceType.definition.identifiers ?? []) {
    const value = resource[field as keyof Base];
    if (value !== undefined) (identifiers ??= {})[field] = value;
  }
  return identifiers;
};

/** One message as it is stored: what all have, then the payload. */
const bodyOf = (head: object, draft: MessageDraft): Buffer => {
  let text = JSON.stringify(head).slice(0, -1);
  for (const name of Object.keys(draft)) {
    const member = name === 'type' ? undefined : toJsonText(draft[name]);
    if (member !== undefined) text += `,"${name}":${member}`;
  }
  return Buffer.from(`${text}}`);
};

/**
 * The writes that store what `drafts` tell about `resource`. Sequence numbers go on from the ones the resource counts,
 * `resource.lastMessageSequenceNumber` being the number of the last draft: no gap, since the commit checks the version.
 */
export const messageWrites = (
  resourceType: ResourceType,
  messageType: ResourceType,
  resource: Base,
  drafts: readonly MessageDraft[],
  client: Client,
  context: Context,
): ResourceWrite[] => {
  const first = (resource.lastMessageSequenceNumber ?? drafts.length) - drafts.length + 1;
  const creator = creatorOf(client);
  const createdAtMs = Date.parse(context.now);
  return drafts.map((draft, index) => {
    const id = context.newId();
    const head = {
      id,
      version: 1,
      sequenceNumber: first + index,
      resource: { typeId: resourceType.typeId, id: resource.id },
      resourceVersion: resource.version,
      resourceUserProvidedIdentifiers: identifiersOf(resourceType, resource),
      type: draft.type,
      createdAt: context.now,
      lastModifiedAt: context.now,
      createdBy: creator,
      lastModifiedBy: creator,
    };
    return {
      typeId: messageType.typeId,
      id,
      body: bodyOf(head, draft),
      createdAtMs,
      unique: bare,
      indexes: indexDelta(messageType, undefined, head),
    };
  });
};
