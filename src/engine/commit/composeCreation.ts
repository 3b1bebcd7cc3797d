import type { ChangeSet } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';
import type { MessageDraft } from '../define/Change.js';
import type { Client } from '../define/Client.js';
import type { Context } from '../define/Context.js';
import type { Creation } from '../define/Creation.js';
import type { ResourceType } from '../define/ResourceType.js';
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { exclusiveDelta } from '../references/exclusiveDelta.js';
import { referenceDelta } from '../references/referenceDelta.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { expiresAtMsOf } from '../retention.js';
import { applyDraft } from './applyDraft.js';
import { assertResourceSize } from './assertResourceSize.js';
import type { CombinedChange } from './CombinedChange.js';
import { customFieldDelta } from './customFieldDelta.js';
import { indexDelta } from './indexDelta.js';
import { messageWrites } from './messageWrites.js';
import type { DraftedResource } from './PendingWrite.js';
import type { ComposedWrite } from './Proposal.js';
import { sealHidden } from './sealHidden.js';
import { uniqueDelta } from './uniqueDelta.js';

/** The members that are not the very values of the source: the others keep their bytes. */
const membersOtherThan = (
  source: Document,
  names: readonly string[],
  members: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const others: Record<string, unknown> = {};
  for (const name of names) if (members[name] !== source.value(name)) others[name] = members[name];
  return others;
};

/** The change set and document of a new resource, with the changes of hook and extensions before its first commit. */
export const composeCreation = (
  engine: Engine,
  { resourceType, client, projectKey }: Pick<ResourceRequest, 'resourceType' | 'client' | 'projectKey'>,
  { values: drafted, messages, source }: DraftedResource,
  change: CombinedChange,
  context: Context,
): ComposedWrite => {
  const { definition, typeId } = resourceType;
  // A spread of one object and further members would make a hidden class for each of them (applyDraft.ts).
  const members: DraftedResource['values'] = Object.assign({}, drafted, change.changes);
  const sendsMessages = definition.sendsMessages === true;
  const messagesOf = (resource: Base): readonly MessageDraft[] =>
    context.project.messages.enabled
      ? [...(messages?.(resource) ?? []), ...(sendsMessages ? change.messages : [])]
      : [];
  // The resource counts its messages, and a message may hold the resource: they are counted first, then written with
  // that count.
  if (sendsMessages) Object.assign(members, { lastMessageSequenceNumber: messagesOf(members).length });
  const document = Document.compose(
    resourceType.members,
    source === undefined ? members : membersOtherThan(source, resourceType.members, members),
    source,
    resourceType.headMemberCount,
  );
  const resource = resourceType.view(document);
  const createdAtMs = Date.parse(members.createdAt);
  const changeSet: ChangeSet = {
    commitId: engine.newId(),
    projectKey,
    writes: [
      {
        typeId,
        id: members.id,
        body: assertResourceSize(document),
        compression: resourceType.compression,
        createdAtMs,
        lastModifiedAtMs: resourceType.isImmutable ? undefined : createdAtMs,
        unique: uniqueDelta(resourceType, undefined, resource),
        indexes: indexDelta(resourceType, undefined, resource),
        customFields: customFieldDelta(resourceType, undefined, resource),
        exclusive: exclusiveDelta(resourceType, undefined, resource),
        hidden: sealHidden(engine, projectKey, resourceType, members.id, change.hidden),
        expiresAtMs: expiresAtMsOf(resourceType, resource),
        markedForIndexing: definition.searched,
      },
      ...messageWrites(resourceType, engine.messageType, resource, messagesOf(resource), client, context),
    ],
    references: referenceDelta(resourceType, undefined, resource),
  };
  return { changeSet, document, resource };
};

/** Composes a resource from a draft, without beforeCommit hook and extensions. */
export const composeNewResource = (
  engine: Engine,
  resourceType: ResourceType,
  creation: Creation<Base>,
  draft: unknown,
  client: Client,
  context: Context,
): ComposedWrite => {
  const { drafted, change } = applyDraft(creation, draft, client, context);
  const request = { resourceType, client, projectKey: context.project.key };
  return composeCreation(engine, request, drafted, change, context);
};
