import type { ChangeSet } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';
import type { Context } from '../define/Context.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { StoredResource } from '../define/StoredResource.js';
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { exclusiveDelta } from '../references/exclusiveDelta.js';
import { referenceDelta } from '../references/referenceDelta.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { expiresAtMsOf } from '../retention.js';
import { assertResourceSize } from './assertResourceSize.js';
import type { CombinedChange } from './CombinedChange.js';
import { creatorOf } from './creatorOf.js';
import { customFieldDelta } from './customFieldDelta.js';
import { indexDelta } from './indexDelta.js';
import { messageWrites } from './messageWrites.js';
import type { ComposedWrite } from './Proposal.js';
import { sealHidden } from './sealHidden.js';
import { uniqueDelta } from './uniqueDelta.js';

/** When a resource expires; undefined where that has not changed, so that its entry in the list stays. */
const changedExpiry = (resourceType: ResourceType, before: Base, after: Base): number | null | undefined => {
  const expiry = expiresAtMsOf(resourceType, after);
  return expiry === expiresAtMsOf(resourceType, before) ? undefined : expiry;
};

/** The change set and document of a changed resource. Members that do not change keep their stored bytes. */
export const composeUpdate = (
  engine: Engine,
  { resourceType, client, projectKey }: Pick<ResourceRequest, 'resourceType' | 'client' | 'projectKey'>,
  stored: StoredResource,
  change: CombinedChange,
  context: Context,
): ComposedWrite => {
  const { definition, typeId } = resourceType;
  const before = stored.resource;
  const sendsMessages = definition.sendsMessages === true;
  // Resource types share actions: a message about orders is not sent about carts.
  const messages = context.project.messages.enabled && sendsMessages ? change.messages : [];
  // With the changes spread into a new object, each further member would take a hidden class of its own: 3 µs an update.
  const changes = Object.assign(
    {},
    change.changes,
    { version: before.version + 1, lastModifiedAt: context.now, lastModifiedBy: creatorOf(client) },
    sendsMessages && { lastMessageSequenceNumber: (before.lastMessageSequenceNumber ?? 0) + messages.length },
  );
  const document = Document.compose(resourceType.members, changes, stored.document, resourceType.headMemberCount);
  const resource = resourceType.view(document);
  const changed = new Set(Object.keys(change.changes));
  const changeSet: ChangeSet = {
    commitId: engine.newId(),
    projectKey,
    writes: [
      {
        typeId,
        id: before.id,
        expectedVersion: before.version,
        expectedTimes: { createdAt: before.createdAt, lastModifiedAt: before.lastModifiedAt },
        body: assertResourceSize(document),
        unchangedFrom: document.unchangedFrom,
        compression: resourceType.compression,
        createdAtMs: Date.parse(before.createdAt),
        lastModifiedAtMs: Date.parse(context.now),
        unique: uniqueDelta(resourceType, before, resource, changed),
        indexes: indexDelta(resourceType, before, resource, changed),
        customFields: customFieldDelta(resourceType, before, resource, changed),
        unreferenced: change.unreferenced,
        exclusive: exclusiveDelta(resourceType, before, resource, changed),
        expiresAtMs: changedExpiry(resourceType, before, resource),
        hidden: sealHidden(engine, projectKey, resourceType, before.id, change.hidden),
        markedForIndexing: definition.searched,
      },
      ...messageWrites(resourceType, engine.messageType, resource, messages, client, context),
    ],
    references: referenceDelta(resourceType, before, resource, changed),
  };
  return { changeSet, document, resource };
};
