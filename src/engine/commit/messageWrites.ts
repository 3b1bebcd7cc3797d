/** Messages are resources, written in the commit of the change that they report (EVT001). */
import type { FieldDelta, ResourceWrite } from '../../store/ChangeSet.js';
import { timeOrderedId } from '../../store/timeOrderedId.js';
import { limits } from '../../base/config/limits.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import { WorkTime } from '../../base/shedding/WorkTime.js';
import type { Base, Client } from '../define/Base.js';
import type { MessageDraft } from '../define/actions.js';
import type { Context } from '../define/Context.js';
import type { ResourceType } from '../define/ResourceType.js';
import { toJsonText } from '../document/json.js';
import { creatorOf } from './apply.js';
import { messageTime } from './commitTimes.js';
import { indexDelta } from './indexDeltas.js';

const noUniqueValues: FieldDelta = { added: [], removed: [] };

const userProvidedIdentifiers = (
  { definition: { addressedBy, messaging } }: ResourceType,
  resource: Base,
): Record<string, unknown> | undefined => {
  let found: Record<string, unknown> | undefined;
  for (const field of [addressedBy?.field, ...(messaging?.identifiers ?? [])]) {
    const value = field === undefined ? undefined : resource[field as keyof Base];
    if (value !== undefined) (found ??= {})[field!] = value;
  }
  return found;
};

/** The compiler checks the messages of actions, drafts and hooks (`MessageOf`), and not those of companion writes. */
const assertDeclared = ({ typeId, definition: { messages } }: ResourceType, { type }: MessageDraft): void => {
  if (messages === undefined || !Object.hasOwn(messages, type))
    throw new Error(`a change of ${typeId} sends the message ${type}, which the declaration of ${typeId} lacks`);
};

const tooLongMessages = () =>
  invalidInput(
    `The messages about the change would be longer than ${limits.messagesBytesMax} bytes. ` +
      'Ask for fewer changes in one request.',
  );

/** The source of the members that all messages have. */
interface MessageHead {
  readonly id: string;
  readonly sequenceNumber: number;
  readonly resource: { readonly typeId: string; readonly id: string };
  readonly resourceVersion: number;
  readonly resourceUserProvidedIdentifiers?: Readonly<Record<string, unknown>>;
  readonly type: string;
  /** Also the time of the last modification: messages never change. */
  readonly createdAt: string;
}

/** The members that only this message has, each behind a comma. */
const payloadText = (draft: MessageDraft): string => {
  let text = '';
  for (const name of Object.keys(draft)) {
    const value = name === 'type' ? undefined : toJsonText((draft as Readonly<Record<string, unknown>>)[name]);
    if (value !== undefined) text += `,"${name}":${value}`;
  }
  return text;
};

/** The payloads of changes with many messages, which are composed before the rest. */
const composedPayloads = new WeakMap<MessageDraft, string>();
/** Up to this number, messages are composed with the rest: a look into the map would cost each update. */
const fewMessages = 16;

/**
 * Composes the payloads of many messages, with pauses: a message may hold a whole resource. Throws InvalidInput if
 * they are too long.
 */
export const composePayloads = async (projectKey: string, drafts: readonly MessageDraft[]): Promise<void> => {
  const time = new WorkTime(projectKey);
  let charactersLeft = limits.messagesBytesMax;
  for (const draft of drafts) {
    await time.pause();
    const text = payloadText(draft);
    composedPayloads.set(draft, text);
    charactersLeft -= text.length;
    if (charactersLeft < 0) throw tooLongMessages();
  }
};

export const hasManyMessages = (drafts: readonly MessageDraft[]): boolean => drafts.length > fewMessages;

interface MessageBody {
  readonly body: Buffer;
  /** Offset of the value of `createdAt`, in bytes. */
  readonly createdAt: number;
}

/** The stored form of a message: the members that all messages have, then the payload. */
const messageBody = (head: MessageHead, creator: string, payload: string): MessageBody => {
  const { id, sequenceNumber, resource, resourceVersion, resourceUserProvidedIdentifiers, type, createdAt } = head;
  const identifiers =
    resourceUserProvidedIdentifiers === undefined
      ? ''
      : `,"resourceUserProvidedIdentifiers":${JSON.stringify(resourceUserProvidedIdentifiers)}`;
  const start =
    `{"id":"${id}","version":1,"sequenceNumber":${sequenceNumber}` +
    `,"resource":{"typeId":"${resource.typeId}","id":${toJsonText(resource.id)}},"resourceVersion":${resourceVersion}` +
    `${identifiers},"type":${toJsonText(type)},"createdAt":"`;
  return {
    body: Buffer.from(
      `${start}${createdAt}","lastModifiedAt":"${createdAt}"` +
        `,"createdBy":${creator},"lastModifiedBy":${creator}${payload}}`,
    ),
    createdAt: Buffer.byteLength(start),
  };
};

/**
 * The writes that store messages about a resource. `resource.lastMessageSequenceNumber` is the sequence number of the
 * last one. Sequence numbers have no gap, since the commit checks the version of the resource that counts them. `after`
 * is the previous modification, absent for a new resource: the order of creation is that of sequence numbers.
 */
export const messageWrites = (
  resourceType: ResourceType,
  messageType: ResourceType,
  resource: Base,
  drafts: readonly MessageDraft[],
  client: Client,
  context: Context,
  after?: string,
): ResourceWrite[] => {
  if (drafts.length === 0) return [];
  const first = (resource.lastMessageSequenceNumber ?? drafts.length) - drafts.length + 1;
  const creator = JSON.stringify(creatorOf(client));
  const createdAtMs = Date.parse(context.now);
  const resourceUserProvidedIdentifiers = userProvidedIdentifiers(resourceType, resource);
  let bytesLeft = limits.messagesBytesMax;
  const composed = hasManyMessages(drafts) ? composedPayloads : undefined;
  return drafts.map((draft, index) => {
    assertDeclared(resourceType, draft);
    const id = timeOrderedId(createdAtMs);
    const head: MessageHead = {
      id,
      sequenceNumber: first + index,
      resource: { typeId: resourceType.typeId, id: resource.id },
      resourceVersion: resource.version,
      resourceUserProvidedIdentifiers,
      type: draft.type,
      createdAt: context.now,
    };
    const { body, createdAt } = messageBody(head, creator, composed?.get(draft) ?? payloadText(draft));
    bytesLeft -= body.length;
    if (bytesLeft < 0) throw tooLongMessages();
    return {
      typeId: messageType.typeId,
      id,
      body,
      commitTime: messageTime(body, createdAt, after, after === undefined ? context.now : undefined),
      createdAtMs,
      hasTimeOrderedId: true,
      compression: messageType.compression,
      unique: noUniqueValues,
      indexes: indexDelta(messageType, undefined, head),
    };
  });
};
